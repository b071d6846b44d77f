/// What is valid in the spec of a pod, in pods as in templates: containers, volumes, placement, security.
/// Never here: what only pods have (kinds.pod), admission.
/// Start at PodSpecValidation; PodSpecDefaults fills in what was left out.
/// Upstream twin: pkg/apis/core/validation/validation.go and pkg/api/pod.
@NullMarked
package dev.tenure.kinds.podspec;

import org.jspecify.annotations.NullMarked;
