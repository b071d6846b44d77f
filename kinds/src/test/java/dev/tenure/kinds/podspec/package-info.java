/// Tests of what is valid in the specs of pods.
/// Never here: pods as a kind (kinds.pod).
/// Start at SpreadValidationTest.
/// Upstream twin: pkg/apis/core/validation.
@NullMarked
package dev.tenure.kinds.podspec;

import org.jspecify.annotations.NullMarked;
