/// The taints of a cluster with who put them there: what `tenure taints` finds out and tells.
/// Never here: a write; a call outward, but for TaintWatch, which follows nodes, and PodsInSight, which reads
/// pods.
/// Start at TaintSurvey.
/// Upstream twin: none.
@NullMarked
package dev.tenure.cli.taints;

import org.jspecify.annotations.NullMarked;
