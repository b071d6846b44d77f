/// What the server warns of in the spec of a pod that is valid: fields that are outdated, names that are
/// taken twice, values that do nothing.
/// Never here: what is refused (kinds.podspec).
/// Start at PodWarnings.
/// Upstream twin: pkg/api/pod/warnings.go, pkg/api/node/util.go.
@NullMarked
package dev.tenure.kinds.podspec.warning;

import org.jspecify.annotations.NullMarked;
