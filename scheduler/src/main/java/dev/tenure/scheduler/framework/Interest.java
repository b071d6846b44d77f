package dev.tenure.scheduler.framework;

import dev.tenure.model.meta.Frozen;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiPredicate;

/// Which events a plugin wants to hear of for the pods it has refused, and whether one of them may help.
///
/// @param helps asked with the waiting pod and the event; true: the pod is worth another try
public record Interest(Set<EventKind> kinds, BiPredicate<PodInfo, ClusterEvent> helps) {
    public Interest {
        kinds = Frozen.set(kinds);
    }

    public static Interest in(BiPredicate<PodInfo, ClusterEvent> helps, EventKind first, EventKind... others) {
        return new Interest(EnumSet.of(first, others), helps);
    }

    /// Every such event is worth another try.
    public static Interest always(EventKind first, EventKind... others) {
        return new Interest(EnumSet.of(first, others), (pod, event) -> true);
    }
}
