/// Keeps pods off cordoned nodes.
/// Never here: another plugin, I/O, a clock.
/// Start at NodeUnschedulable.
/// Upstream twin: plugins/nodeunschedulable.
@NullMarked
package dev.tenure.scheduler.plugin.nodeunschedulable;

import org.jspecify.annotations.NullMarked;
