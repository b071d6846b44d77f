/// What the kinds that keep pods running have in common.
/// Never here: one kind's own fields.
/// Start at WorkloadRule.
/// Upstream twin: pkg/apis/apps/validation.
@NullMarked
package dev.tenure.kinds.workload;

import org.jspecify.annotations.NullMarked;
