package dev.tenure.wire.patch;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.ValueNode;

/// A strategic merge patch as upstream's library leaves it behind, which is what refusals show: directives
/// that were followed are gone, and so are nulls within what the object does not have. Upstream:
/// strategicpatch/patch.go, which works on the patch itself.
final class PatchRemains {
    private PatchRemains() {}

    /// @param original what was patched
    static JsonNode of(JsonNode original, JsonNode patch) {
        if (!(patch instanceof ObjectNode given)) {
            return patch;
        }
        JsonNode directive = given.path(StrategicMergePatch.DIRECTIVE);
        if (!directive.isMissingNode()) {
            return directive.asText("").equals("replace")
                    ? Values.shallowCopy(given).without(StrategicMergePatch.DIRECTIVE)
                    : given;
        }
        ObjectNode left = Json.object();
        given.properties().forEach(entry -> {
            JsonNode there = original.path(entry.getKey());
            JsonNode value = entry.getValue();
            if (value instanceof ObjectNode && there instanceof ObjectNode) {
                left.set(entry.getKey(), of(there, value));
            } else if (!entry.getKey().equals(StrategicMergePatch.RETAIN_KEYS)) {
                boolean merged = value instanceof ArrayNode && there instanceof ArrayNode;
                left.set(entry.getKey(), merged ? value : withoutNulls(value));
            }
        });
        return left;
    }

    private static JsonNode withoutNulls(JsonNode value) {
        return switch (value) {
            case ObjectNode map -> {
                ObjectNode left = Json.object();
                map.properties().forEach(entry -> {
                    if (!entry.getValue().isNull()) {
                        left.set(entry.getKey(), withoutNulls(entry.getValue()));
                    }
                });
                yield left;
            }
            case ArrayNode list -> {
                ArrayNode left = Json.array();
                list.forEach(element -> left.add(withoutNulls(element)));
                yield left;
            }
            case ValueNode other -> other;
        };
    }
}
