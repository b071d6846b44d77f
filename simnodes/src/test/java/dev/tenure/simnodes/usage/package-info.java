/// Tests of what simulated pods and nodes declare to use.
/// Never here: a cluster.
/// Start at DeclaredProcessorsTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.simnodes.usage;

import org.jspecify.annotations.NullMarked;
