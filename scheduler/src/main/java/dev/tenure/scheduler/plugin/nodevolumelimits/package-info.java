/// Keeps pods off nodes whose storage drivers can attach no more.
/// Never here: another plugin, I/O, a clock.
/// Start at NodeVolumeLimits.
/// Upstream twin: plugins/nodevolumelimits.
@NullMarked
package dev.tenure.scheduler.plugin.nodevolumelimits;

import org.jspecify.annotations.NullMarked;
