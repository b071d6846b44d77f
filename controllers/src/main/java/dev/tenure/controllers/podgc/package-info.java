/// Removes pods that nobody else will: finished ones beyond a number, those of lost nodes, those stuck out
/// of service, and those that have failed and that nobody wants to keep.
/// Never here: evictions because of taints (tainteviction).
/// Start at PodGarbageRule.
/// Upstream twin: pkg/controller/podgc.
@NullMarked
package dev.tenure.controllers.podgc;

import org.jspecify.annotations.NullMarked;
