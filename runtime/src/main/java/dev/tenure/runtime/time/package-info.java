/// Time as a value: the only place that reads a clock.
/// Never here: anything that waits.
/// Start at TimeSource.
/// Upstream twin: k8s.io/utils/clock.
@NullMarked
package dev.tenure.runtime.time;

import org.jspecify.annotations.NullMarked;
