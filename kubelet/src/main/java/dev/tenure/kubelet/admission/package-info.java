/// Whether a node takes a pod that was bound to it.
/// Never here: whether the pod should have been bound there (scheduler).
/// Start at PodAdmissionRule.
/// Upstream twin: pkg/kubelet/lifecycle/predicate.go.
@NullMarked
package dev.tenure.kubelet.admission;

import org.jspecify.annotations.NullMarked;
