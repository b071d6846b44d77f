/// The pages of the documentation whose commands are played and whose claims are shown by tests.
/// Never here: what the pages say.
/// Start at WalkedPagesTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.checks.docs;

import org.jspecify.annotations.NullMarked;
