/// Node selectors and node affinity, required and preferred.
/// Never here: another plugin, I/O, a clock.
/// Start at NodeAffinity.
/// Upstream twin: plugins/nodeaffinity.
@NullMarked
package dev.tenure.scheduler.plugin.nodeaffinity;

import org.jspecify.annotations.NullMarked;
