package dev.tenure.simnodes;

import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.rules.feature.FeatureGates;
import java.util.Optional;
import java.util.Set;

/// What [SimulatedPods] asks about the nodes of its pods, and tells them; [SimulatedNodesLoop] keeps the
/// nodes.
interface PodNodes {
    /// The node, if it is played here.
    Optional<Node> managed(String name);

    /// What the node is short of.
    Set<PressureCondition> conditions(String name);

    /// The feature gates of all nodes.
    FeatureGates gates();

    /// The containers of a pod have started.
    void started(Pod pod);

    /// Whether a mirror shows a static pod of its node.
    boolean mirrors(Pod pod);

    /// Whether pods on the node wait for the ConfigMaps and Secrets that they refer to.
    boolean needConfig(String node);

    /// How long the containers of the node usually take.
    UsualTimes times(String node);
}
