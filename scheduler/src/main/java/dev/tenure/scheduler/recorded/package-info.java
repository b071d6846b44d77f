/// Decisions on clusters that are given as JSON: reads such a cluster, decides, and tells all in the form
/// in which decisions of upstream's scheduler were recorded.
/// Never here: policy, a queue, a call to the outside.
/// Start at RecordedDecision.
/// Upstream twin: none.
@NullMarked
package dev.tenure.scheduler.recorded;

import org.jspecify.annotations.NullMarked;
