/// Tests of what is valid in the specs of pods, and of what they are warned of.
/// Never here: pods as a kind (kinds.pod).
/// Start at PodWarningsTest.
/// Upstream twin: pkg/apis/core/validation, pkg/api/pod/warnings.go.
@NullMarked
package dev.tenure.kinds.podspec;

import org.jspecify.annotations.NullMarked;
