/// Spreads pods evenly over the domains of a topology.
/// Never here: another plugin, I/O, a clock.
/// Start at PodTopologySpread.
/// Upstream twin: plugins/podtopologyspread.
@NullMarked
package dev.tenure.scheduler.plugin.podtopologyspread;

import org.jspecify.annotations.NullMarked;
