/// Which nodes a pod asks for.
/// Never here: a clock, a call outward, state.
/// Start at NodeAffinityRule.
/// Upstream twin: component-helpers/scheduling/corev1/nodeaffinity.
@NullMarked
package dev.tenure.rules.selector;

import org.jspecify.annotations.NullMarked;
