/// What the JUnit extension promises.
/// Never here: what a cluster does (room embed).
/// Start at WithClusterTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.junit;

import org.jspecify.annotations.NullMarked;
