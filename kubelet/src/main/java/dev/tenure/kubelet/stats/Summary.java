package dev.tenure.kubelet.stats;

import dev.tenure.model.meta.Frozen;
import java.util.Map;
import java.util.Optional;

/// What one look at a node found. Immutable.
///
/// @param node the node's own numbers
/// @param pods by the pod's uid; a pod that nothing is known of is missing
public record Summary(NodeStats node, Map<String, PodStats> pods) {
    public Summary {
        pods = Frozen.map(pods);
    }

    public Optional<PodStats> pod(String uid) {
        return Optional.ofNullable(pods.get(uid));
    }
}
