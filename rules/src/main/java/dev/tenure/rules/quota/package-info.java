/// What objects take of quotas, and which objects a quota is about.
/// Never here: a clock, a call outward, state.
/// Start at UsageRule.
/// Upstream twin: pkg/quota/v1/evaluator/core.
@NullMarked
package dev.tenure.rules.quota;

import org.jspecify.annotations.NullMarked;
