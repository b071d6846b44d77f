/// Resizes of pods are refused that their node could never grant, or does not know.
/// Never here: which fields a resize may change (kinds.pod), whether there is room now (kubelet.admission).
/// Start at PodResizeValidator.
/// Upstream twin: plugin/pkg/admission/podresize, plugin/pkg/admission/nodedeclaredfeatures.
@NullMarked
package dev.tenure.kinds.admission.podresize;

import org.jspecify.annotations.NullMarked;
