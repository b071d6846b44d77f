package dev.tenure.agent.configuration;

import dev.tenure.model.core.Node;
import java.util.Map;
import java.util.Optional;

/// Which nodes run with which settings: those of their pool, named by the label `tenure.dev/pool`, else
/// the common ones.
///
/// @param common settings of nodes whose pool has none of its own; absent: upstream's defaults
public record NodePools(Optional<KubeletConfiguration> common, Map<String, KubeletConfiguration> byPool) {
    public static final String LABEL = "tenure.dev/pool";
    public static final NodePools STANDARD = new NodePools(Optional.empty(), Map.of());

    public NodePools {
        byPool = Map.copyOf(byPool);
    }

    /// The settings that somebody gave for this node.
    public Optional<KubeletConfiguration> given(Node node) {
        KubeletConfiguration own = byPool.get(node.meta().labels().getOrDefault(LABEL, ""));
        return own == null ? common : Optional.of(own);
    }

    public KubeletConfiguration of(Node node) {
        return given(node).orElse(KubeletConfiguration.STANDARD);
    }
}
