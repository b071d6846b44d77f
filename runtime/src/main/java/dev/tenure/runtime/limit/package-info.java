/// Limits of rate, as data.
/// Never here: a clock, waiting.
/// Start at TokenBucket.
/// Upstream twin: client-go/util/flowcontrol.
@NullMarked
package dev.tenure.runtime.limit;

import org.jspecify.annotations.NullMarked;
