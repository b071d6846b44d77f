package dev.tenure.scheduler.framework;

import dev.tenure.model.meta.Frozen;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.PodInfo;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiPredicate;

/// Which events a plugin wants to hear of for the pods it has refused, and whether one of them may help.
///
/// @param helps true: the pod is worth another try
public record Interest(Set<EventKind> kinds, Question helps) {
    /// Asked about a waiting pod.
    public interface Question {
        boolean helps(PodInfo waiting, ClusterEvent event, ClusterView cluster);
    }

    public Interest {
        kinds = Frozen.set(kinds);
    }

    public static Interest in(BiPredicate<PodInfo, ClusterEvent> helps, EventKind first, EventKind... others) {
        return new Interest(EnumSet.of(first, others), (pod, event, _) -> helps.test(pod, event));
    }

    /// The same for those to whom the rest of the cluster matters.
    public static Interest inCluster(Question helps, EventKind first, EventKind... others) {
        return new Interest(EnumSet.of(first, others), helps);
    }

    /// Every such event is worth another try.
    public static Interest always(EventKind first, EventKind... others) {
        return new Interest(EnumSet.of(first, others), (_, _, _) -> true);
    }
}
