package dev.tenure.wire.view;

import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.JsonNode;
import java.util.HashMap;
import java.util.Map;

/// Amounts of resources.
final class ResourceViews {
    private ResourceViews() {}

    static ResourceList list(JsonNode object, String field) {
        JsonNode node = object.get(field);
        if (node == null || node.isEmpty()) {
            return ResourceList.EMPTY;
        }
        Map<String, Quantity> amounts = HashMap.newHashMap(node.size());
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            amounts.put(entry.getKey(), Shared.quantity(entry.getValue().asText()));
        }
        return Shared.resources(new ResourceList(amounts));
    }

    static ResourceRequirements requirements(JsonNode node) {
        ResourceList requests = list(node, "requests");
        ResourceList limits = list(node, "limits");
        return requests.isEmpty() && limits.isEmpty()
                ? ResourceRequirements.NONE
                : Shared.requirements(new ResourceRequirements(requests, limits));
    }
}
