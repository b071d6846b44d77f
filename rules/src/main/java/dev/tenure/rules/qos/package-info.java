/// The quality-of-service class of pods.
/// Never here: a clock, a call outward, state.
/// Start at QosRule.
/// Upstream twin: pkg/apis/core/v1/helper/qos.
@NullMarked
package dev.tenure.rules.qos;

import org.jspecify.annotations.NullMarked;
