/// Keeps pods with scheduling gates out of the queue.
/// Never here: another plugin, I/O, a clock.
/// Start at SchedulingGates.
/// Upstream twin: plugins/schedulinggates.
@NullMarked
package dev.tenure.scheduler.plugin.schedulinggates;

import org.jspecify.annotations.NullMarked;
