/// Removes pods that nobody else will: finished ones beyond a number, those of lost nodes, those stuck out of
/// service, and those that have failed and that nobody wants to keep. Tells, and pauses where that is asked,
/// owners whose pods fail again and again.
/// Never here: evictions because of taints (tainteviction).
/// Start at PodGarbageRule; for failed pods at RetentionKeeper.
/// Upstream twin: pkg/controller/podgc.
@NullMarked
package dev.tenure.controllers.podgc;

import org.jspecify.annotations.NullMarked;
