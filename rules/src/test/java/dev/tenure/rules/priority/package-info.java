/// Tests of priorities of the system.
/// Never here: a scheduler.
/// Start at PriorityRuleTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.rules.priority;

import org.jspecify.annotations.NullMarked;
