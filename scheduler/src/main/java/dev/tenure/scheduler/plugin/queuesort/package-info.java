/// Which waiting pod is tried first.
/// Never here: another plugin, I/O, a clock.
/// Start at PrioritySort.
/// Upstream twin: plugins/queuesort.
@NullMarked
package dev.tenure.scheduler.plugin.queuesort;

import org.jspecify.annotations.NullMarked;
