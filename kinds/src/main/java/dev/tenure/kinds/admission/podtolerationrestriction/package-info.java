/// Default tolerations and whitelists of tolerations by namespace, and the memory-pressure toleration by QoS.
/// Never here: what covers what (rules.taint).
/// Start at PodTolerationRestriction.
/// Upstream twin: plugin/pkg/admission/podtolerationrestriction.
@NullMarked
package dev.tenure.kinds.admission.podtolerationrestriction;

import org.jspecify.annotations.NullMarked;
