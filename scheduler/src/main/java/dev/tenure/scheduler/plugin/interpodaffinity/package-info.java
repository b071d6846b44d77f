/// Pods that want to be near or far from other pods.
/// Never here: another plugin, I/O, a clock.
/// Start at InterPodAffinity.
/// Upstream twin: plugins/interpodaffinity.
@NullMarked
package dev.tenure.scheduler.plugin.interpodaffinity;

import org.jspecify.annotations.NullMarked;
