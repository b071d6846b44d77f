/// Copies labels of zone and region from the node to the pods bound to it.
/// Never here: binding itself.
/// Start at PodTopologyLabels.
/// Upstream twin: plugin/pkg/admission/podtopologylabels.
@NullMarked
package dev.tenure.kinds.admission.podtopologylabels;

import org.jspecify.annotations.NullMarked;
