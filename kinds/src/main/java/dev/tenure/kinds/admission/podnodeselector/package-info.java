/// Adds the node selector of the namespace to its pods.
/// Never here: matching selectors (rules.selector).
/// Start at PodNodeSelector.
/// Upstream twin: plugin/pkg/admission/podnodeselector.
@NullMarked
package dev.tenure.kinds.admission.podnodeselector;

import org.jspecify.annotations.NullMarked;
