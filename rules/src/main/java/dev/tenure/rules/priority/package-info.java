/// Priorities with a meaning of their own.
/// Never here: a clock, a call outward, state.
/// Start at PriorityRule.
/// Upstream twin: pkg/apis/scheduling.
@NullMarked
package dev.tenure.rules.priority;

import org.jspecify.annotations.NullMarked;
