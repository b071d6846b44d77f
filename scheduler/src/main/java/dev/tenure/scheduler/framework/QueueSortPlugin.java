package dev.tenure.scheduler.framework;

import dev.tenure.runtime.time.Tick;
import dev.tenure.scheduler.view.PodInfo;

/// The order in which waiting pods are tried. All profiles of a scheduler share one.
public interface QueueSortPlugin extends Plugin {
    /// Negative when the first pod is to be tried before the second.
    ///
    /// @param firstSince when the pod came into the queue, or was last put back
    int compare(PodInfo first, Tick firstSince, PodInfo second, Tick secondSince);
}
