package dev.tenure.embed;

import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.simnodes.NewNode;
import dev.tenure.wire.json.ObjectNode;

/// Manifests of `node-1`, `node-2` and so on. Stateless.
final class NumberedNode {
    private NumberedNode() {}

    /// @param zones how many zones there are; 0: the node is in none
    static ObjectNode manifest(int number, int zones) {
        ObjectNode node = NewNode.named("node-" + number);
        if (zones > 0) {
            node.withObject("/metadata/labels").put(WellKnownLabels.ZONE, "zone-" + ((number - 1) % zones + 1));
        }
        return node;
    }
}
