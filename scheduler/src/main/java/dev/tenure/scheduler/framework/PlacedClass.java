package dev.tenure.scheduler.framework;

import java.util.Map;

/// The pods of one class that are on nodes. Whatever looks at labels, namespaces and terms on other pods
/// finds the same for all of them, so that it is asked once for the class instead of once for each pod.
public interface PlacedClass {
    /// One of the pods; it need not be on its node any more.
    PodInfo example();

    /// How many of them are on which node, each at least one. Not to be changed or kept: it follows the cluster.
    Map<NodeState, Integer> nodes();
}
