/// Tests of what is answered of metrics.k8s.io.
/// Never here: a cluster.
/// Start at UsageHandlerTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.kinds.metrics;

import org.jspecify.annotations.NullMarked;
