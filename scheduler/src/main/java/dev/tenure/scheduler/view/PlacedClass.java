package dev.tenure.scheduler.view;

import java.util.Map;

/// Pods on nodes that are alike in what is asked of them, so that it is asked once instead of once for each
/// pod: those of one class, which have labels, namespace and terms in common, or those with the same terms on
/// other pods.
public interface PlacedClass {
    /// One of the pods; it need not be on its node any more.
    PodInfo example();

    /// How many of them are on which node, each at least one. Not to be changed or kept: it follows the
    /// cluster.
    Map<NodeState, Integer> nodes();
}
