/// Keeps pods off nodes whose taints they do not tolerate, and prefers nodes with fewer soft taints.
/// Never here: another plugin, I/O, a clock.
/// Start at TaintToleration.
/// Upstream twin: plugins/tainttoleration.
@NullMarked
package dev.tenure.scheduler.plugin.tainttoleration;

import org.jspecify.annotations.NullMarked;
