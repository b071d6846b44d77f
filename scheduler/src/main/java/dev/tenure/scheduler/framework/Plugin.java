package dev.tenure.scheduler.framework;

import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.PodInfo;
import java.util.List;

/// A unit of scheduling policy under the name that configurations use. It takes part in every extension
/// point whose interface it implements.
public interface Plugin {
    String name();

    /// Whether it may have any say about a pod as the cluster stands; when not, its pre-filter and
    /// pre-score would leave it out. Asked before every placement, so it must be cheap; when in doubt,
    /// true.
    default boolean concerns(PodInfo pod, ClusterView cluster) {
        return true;
    }

    /// The events that may let a pod run which this plugin has refused.
    default List<Interest> interests() {
        return List.of();
    }
}
