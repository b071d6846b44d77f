/// What a node measures of itself and of its pods: one summary a moment, as values.
/// Never here: how it is measured (node.stats, simnodes.usage), what follows from it (kubelet.eviction).
/// Start at Summary.
/// Upstream twin: staging/src/k8s.io/kubelet/pkg/apis/stats.
@NullMarked
package dev.tenure.kubelet.stats;

import org.jspecify.annotations.NullMarked;
