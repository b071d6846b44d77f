/// Finds the pods whose removal costs least to make room for a more important one.
/// Never here: another plugin, I/O, a clock.
/// Start at DefaultPreemption.
/// Upstream twin: plugins/defaultpreemption.
@NullMarked
package dev.tenure.scheduler.plugin.defaultpreemption;

import org.jspecify.annotations.NullMarked;
