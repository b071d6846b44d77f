/// What the tests of all rules share.
/// Never here: a test.
/// Start at Samples.
/// Upstream twin: none.
@NullMarked
package dev.tenure.rules;

import org.jspecify.annotations.NullMarked;
