/// Whether a pod is ready, available, active, static, critical.
/// Never here: a clock, a call outward, state.
/// Start at PodRule.
/// Upstream twin: pkg/api/v1/pod, kubelet/types.
@NullMarked
package dev.tenure.rules.pod;

import org.jspecify.annotations.NullMarked;
