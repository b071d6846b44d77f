/// What a node measures of itself and of its pods: one summary a moment, as values.
/// Never here: how it is measured (agent.runtime), what follows from it (agent.eviction).
/// Start at Summary.
/// Upstream twin: staging/src/k8s.io/kubelet/pkg/apis/stats.
@NullMarked
package dev.tenure.agent.stats;

import org.jspecify.annotations.NullMarked;
