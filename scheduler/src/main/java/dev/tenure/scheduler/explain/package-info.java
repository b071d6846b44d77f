/// Why a pod is where it is or why it is nowhere, and the smallest changes that would let it run.
/// Never here: policy; every answer is the plugins' own, asked again.
/// Start at PodExplanation.
/// Upstream twin: none.
@NullMarked
package dev.tenure.scheduler.explain;

import org.jspecify.annotations.NullMarked;
