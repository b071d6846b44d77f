package dev.tenure.kubelet.configuration;

import dev.tenure.model.core.Node;
import dev.tenure.model.meta.Frozen;
import dev.tenure.rules.feature.FeatureGates;
import java.util.HashMap;
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
        byPool = Frozen.map(byPool);
    }

    /// The same with these gates, which win over what files say.
    public NodePools switching(FeatureGates gates) {
        Map<String, KubeletConfiguration> switched = new HashMap<>();
        byPool.forEach((pool, settings) -> switched.put(pool, settings.switching(gates)));
        return new NodePools(
                gates.switched().isEmpty() ? common : Optional.of(of(common).switching(gates)), switched);
    }

    private static KubeletConfiguration of(Optional<KubeletConfiguration> given) {
        return given.orElse(KubeletConfiguration.STANDARD);
    }

    /// The settings that somebody gave for this node.
    public Optional<KubeletConfiguration> given(Node node) {
        KubeletConfiguration own = byPool.get(node.meta().labels().getOrDefault(LABEL, ""));
        return own == null ? common : Optional.of(own);
    }

    public KubeletConfiguration of(Node node) {
        return of(given(node));
    }
}
