package dev.tenure.kinds.autoscaler;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.ValueNode;
import java.util.Locale;
import java.util.Map;

/// How fast an autoscaler moves, as it travels in an annotation of version v1: with the names of upstream's internal
/// type, everything written out.
final class AutoscalerBehavior {
    private AutoscalerBehavior() {}

    static ObjectNode fromStored(ObjectNode behavior) {
        ObjectNode shown = Json.object();
        shown.set("ScaleUp", rules(behavior.path("scaleUp")));
        shown.set("ScaleDown", rules(behavior.path("scaleDown")));
        return shown;
    }

    private static JsonNode rules(JsonNode rules) {
        if (!rules.isObject()) {
            return NullNode.INSTANCE;
        }
        ObjectNode shown = Json.object();
        shown.set("StabilizationWindowSeconds", orNull(rules, "stabilizationWindowSeconds"));
        shown.set("SelectPolicy", orNull(rules, "selectPolicy"));
        shown.set("Policies", policies(rules.path("policies")));
        shown.set("Tolerance", orNull(rules, "tolerance"));
        return shown;
    }

    private static JsonNode policies(JsonNode policies) {
        if (!policies.isArray()) {
            return NullNode.INSTANCE;
        }
        ArrayNode shown = Json.array();
        for (JsonNode policy : policies) {
            ObjectNode one = shown.addObject();
            one.set("Type", orNull(policy, "type"));
            one.set("Value", orNull(policy, "value"));
            one.set("PeriodSeconds", orNull(policy, "periodSeconds"));
        }
        return shown;
    }

    private static JsonNode orNull(JsonNode node, String field) {
        JsonNode value = node.get(field);
        return value == null ? NullNode.INSTANCE : value;
    }

    static ObjectNode toStored(ObjectNode shown) {
        return (ObjectNode) lowered(shown);
    }

    /// The same tree with names that begin with a small letter, without nulls.
    private static JsonNode lowered(JsonNode node) {
        return switch (node) {
            case ObjectNode map -> {
                ObjectNode copy = Json.object();
                for (Map.Entry<String, JsonNode> field : map.properties()) {
                    String name = field.getKey();
                    if (!name.isEmpty() && !field.getValue().isNull()) {
                        copy.set(
                                name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1),
                                lowered(field.getValue()));
                    }
                }
                yield copy;
            }
            case ArrayNode list -> {
                ArrayNode copy = Json.array();
                list.forEach(one -> copy.add(lowered(one)));
                yield copy;
            }
            case ValueNode _ -> node;
        };
    }
}
