/// HorizontalPodAutoscalers: sets the size of what can be scaled by what its pods, or others, are measured to
/// need.
/// Never here: who measures (servers of metrics, behind APIServices), what a size means for a workload
/// (deployment, …).
/// Start at ReplicaCountRule and ScalingLimitsRule; AutoscalerRound applies them, HorizontalPodAutoscalerLoop
/// is the shell.
/// Upstream twin: pkg/controller/podautoscaler.
@NullMarked
package dev.tenure.controllers.podautoscaler;

import org.jspecify.annotations.NullMarked;
