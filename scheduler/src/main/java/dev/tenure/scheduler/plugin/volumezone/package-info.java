/// Keeps pods in the zones of their volumes.
/// Never here: another plugin, I/O, a clock.
/// Start at VolumeZone.
/// Upstream twin: plugins/volumezone.
@NullMarked
package dev.tenure.scheduler.plugin.volumezone;

import org.jspecify.annotations.NullMarked;
