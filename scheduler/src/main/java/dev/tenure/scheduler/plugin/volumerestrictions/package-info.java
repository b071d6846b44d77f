/// Keeps pods apart that use what only one may use.
/// Never here: another plugin, I/O, a clock.
/// Start at VolumeRestrictions.
/// Upstream twin: plugins/volumerestrictions.
@NullMarked
package dev.tenure.scheduler.plugin.volumerestrictions;

import org.jspecify.annotations.NullMarked;
