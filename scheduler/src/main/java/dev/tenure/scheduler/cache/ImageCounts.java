package dev.tenure.scheduler.cache;

import dev.tenure.model.core.Node;
import dev.tenure.scheduler.view.ClusterView.ImageSpread;
import dev.tenure.scheduler.view.NodeState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;

/// How many nodes hold which image. The size is the one that the first of them reported. Confined to the
/// loop.
final class ImageCounts {
    private final Map<String, ImageSpread> byName = new HashMap<>();

    /// A name that a node tells more than once counts once, as it does in [#remove].
    void add(NodeState node) {
        var counted = new HashSet<String>();
        for (Node.ContainerImage image : node.node().status().images()) {
            for (String name : image.names()) {
                if (counted.add(name)) {
                    byName.merge(
                            name,
                            new ImageSpread(image.sizeBytes(), 1),
                            (old, more) -> new ImageSpread(old.sizeBytes(), old.nodes() + 1));
                }
            }
        }
    }

    void remove(NodeState node) {
        for (String name : node.images()) {
            byName.computeIfPresent(
                    name,
                    (key, spread) ->
                            spread.nodes() == 1 ? null : new ImageSpread(spread.sizeBytes(), spread.nodes() - 1));
        }
    }

    Optional<ImageSpread> of(String name) {
        return Optional.ofNullable(byName.get(name));
    }
}
