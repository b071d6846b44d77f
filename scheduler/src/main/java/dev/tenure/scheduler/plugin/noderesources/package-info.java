/// Whether a node has room, and which node has it best.
/// Never here: another plugin, I/O, a clock.
/// Start at NodeResourcesFit.
/// Upstream twin: plugins/noderesources.
@NullMarked
package dev.tenure.scheduler.plugin.noderesources;

import org.jspecify.annotations.NullMarked;
