/// Finds volumes for claims that wait for their first consumer, and nodes that can reach bound ones.
/// Never here: another plugin, I/O, a clock.
/// Start at VolumeBinding.
/// Upstream twin: plugins/volumebinding.
@NullMarked
package dev.tenure.scheduler.plugin.volumebinding;

import org.jspecify.annotations.NullMarked;
