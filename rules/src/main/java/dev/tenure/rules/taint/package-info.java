/// Which pods tolerate which taints.
/// Never here: a clock, a call outward, state.
/// Start at TolerationRule.
/// Upstream twin: component-helpers/scheduling/corev1, util/tolerations.
@NullMarked
package dev.tenure.rules.taint;

import org.jspecify.annotations.NullMarked;
