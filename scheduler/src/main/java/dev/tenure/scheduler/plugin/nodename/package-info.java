/// Keeps pods that name a node off all others.
/// Never here: another plugin, I/O, a clock.
/// Start at NodeName.
/// Upstream twin: plugins/nodename.
@NullMarked
package dev.tenure.scheduler.plugin.nodename;

import org.jspecify.annotations.NullMarked;
