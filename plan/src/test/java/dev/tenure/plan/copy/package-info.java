/// Tests of what a copy of a cluster begins with.
/// Never here: a forecast.
/// Start at ClusterCopyTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.copy;

import org.jspecify.annotations.NullMarked;
