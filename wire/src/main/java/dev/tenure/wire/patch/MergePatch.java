package dev.tenure.wire.patch;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.ValueNode;
import java.util.Map;

/// A JSON merge patch (RFC 7386): objects are merged key by key, null removes, everything else is replaced.
public final class MergePatch {
    private MergePatch() {}

    /// The patched object; `original` and `patch` stay as they are.
    ///
    /// @throws PatchException when the patch is no object
    public static ObjectNode apply(ObjectNode original, JsonNode patch) {
        return merge(original, object(patch, "error decoding patch: "));
    }

    static ObjectNode object(JsonNode patch, String prefix) {
        if (patch instanceof ObjectNode object) {
            return object;
        }
        if (patch.isNull()) {
            throw PatchException.badRequest("Invalid JSON Patch");
        }
        throw PatchException.badRequest(prefix + "json: cannot unmarshal " + Json.goKind(patch)
                + " into Go value of type map[string]interface {}");
    }

    /// Shares what the patch does not reach with `original`.
    private static ObjectNode merge(ObjectNode original, ObjectNode patch) {
        ObjectNode result = Values.shallowCopy(original);
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            JsonNode value = field.getValue();
            if (value.isNull()) {
                result.remove(field.getKey());
            } else if (value instanceof ObjectNode inner && result.get(field.getKey()) instanceof ObjectNode old) {
                result.set(field.getKey(), merge(old, inner));
            } else {
                result.set(field.getKey(), withoutNulls(value));
            }
        }
        return result;
    }

    /// A copy in which no object holds a null; nulls among the elements of lists stay.
    private static JsonNode withoutNulls(JsonNode value) {
        return switch (value) {
            case ObjectNode map -> {
                ObjectNode copy = Json.object();
                for (Map.Entry<String, JsonNode> field : map.properties()) {
                    if (!field.getValue().isNull()) {
                        copy.set(field.getKey(), withoutNulls(field.getValue()));
                    }
                }
                yield copy;
            }
            case ArrayNode list -> {
                ArrayNode copy = Json.array();
                list.forEach(element -> copy.add(withoutNulls(element)));
                yield copy;
            }
            case ValueNode _ -> value;
        };
    }
}
