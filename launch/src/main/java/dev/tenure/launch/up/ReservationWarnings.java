package dev.tenure.launch.up;

import dev.tenure.kubelet.configuration.AllocatableRule;
import dev.tenure.kubelet.configuration.KubeletConfiguration;
import dev.tenure.kubelet.configuration.NodePools;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.QuantityFormatException;
import dev.tenure.wire.json.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Nodes that are to be made and from which more is held back than they have: a kubelet would not start
/// there.
final class ReservationWarnings {
    private ReservationWarnings() {}

    /// One warning for all nodes with the same trouble.
    static List<String> of(List<ObjectNode> nodes, NodePools pools) {
        Map<String, String> first = new LinkedHashMap<>();
        Map<String, Integer> more = new LinkedHashMap<>();
        for (ObjectNode node : nodes) {
            String pool = node.at("/metadata/labels").path(NodePools.LABEL).asText("");
            Optional<KubeletConfiguration> settings =
                    Optional.ofNullable(pools.byPool().get(pool)).or(pools::common);
            settings.flatMap(each -> AllocatableRule.violation(capacity(node), each))
                    .ifPresent(why -> {
                        first.putIfAbsent(why, node.at("/metadata/name").asText());
                        more.merge(why, 1, Integer::sum);
                    });
        }
        return first.entrySet().stream()
                .map(entry -> "node %s%s: %s"
                        .formatted(entry.getValue(), others(more.getOrDefault(entry.getKey(), 1) - 1), entry.getKey()))
                .toList();
    }

    private static String others(int count) {
        return count == 0 ? "" : " and " + count + " more";
    }

    private static ResourceList capacity(ObjectNode node) {
        Map<String, Quantity> amounts = new TreeMap<>();
        node.at("/status/capacity").properties().forEach(entry -> {
            try {
                amounts.put(entry.getKey(), Quantity.parse(entry.getValue().asText()));
            } catch (QuantityFormatException _) {
                // the API server refuses the node, and says why
            }
        });
        return new ResourceList(amounts);
    }
}
