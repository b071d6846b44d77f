package dev.tenure.scheduler.queue;

import dev.tenure.scheduler.framework.EventKind;

/// Notified of each move of a pod, for metrics.
@FunctionalInterface
public interface QueueObserver {
    QueueObserver NONE = (queue, why) -> {};

    /// @param queue `active`, `backoff`, `unschedulable` or `gated`
    void entered(String queue, EventKind why);
}
