/// Keeps pods off nodes where a port they open is taken.
/// Never here: another plugin, I/O, a clock.
/// Start at NodePorts.
/// Upstream twin: plugins/nodeports.
@NullMarked
package dev.tenure.scheduler.plugin.nodeports;

import org.jspecify.annotations.NullMarked;
