/// Which pods tolerate which taints, and taints and tolerations as people write them: edits, and terms after
/// which a taint goes.
/// Never here: a clock, a call outward, state.
/// Start at TolerationRule.
/// Upstream twin: component-helpers/scheduling/corev1, util/tolerations.
@NullMarked
package dev.tenure.rules.taint;

import org.jspecify.annotations.NullMarked;
