package dev.tenure.kinds.autoscaler;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;

/// How fast an autoscaler moves, as it travels in an annotation of version v1: with the names of upstream's
/// internal type, everything written out.
final class AutoscalerBehavior {
    private static final String POLICIES = "policies";
    private static final List<String> RULES =
            List.of("stabilizationWindowSeconds", "selectPolicy", POLICIES, "tolerance");
    private static final List<String> POLICY = List.of("type", "value", "periodSeconds");

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

    /// What an annotation says, as version v2 has it. Names are found whatever letters are capitals, as Go
    /// does.
    static ObjectNode toStored(ObjectNode shown) {
        ObjectNode stored = Json.object();
        for (String direction : List.of("scaleUp", "scaleDown")) {
            if (named(shown, direction) instanceof ObjectNode rules) {
                ObjectNode read = fields(rules, RULES);
                if (named(rules, POLICIES) instanceof ArrayNode policies) {
                    ArrayNode all = read.putArray(POLICIES);
                    policies.forEach(
                            policy -> all.add(policy instanceof ObjectNode one ? fields(one, POLICY) : policy));
                }
                stored.set(direction, read);
            } else {
                keep(stored, direction, named(shown, direction));
            }
        }
        return stored;
    }

    /// Says of every direction that is there which policies it has. Upstream reads an annotation into its
    /// internal type, which has no defaults: a direction without policies is refused, where v2 would fill
    /// them in.
    static ObjectNode withoutDefaults(JsonNode behavior) {
        ObjectNode whole = behavior instanceof ObjectNode known ? known : Json.object();
        for (Map.Entry<String, JsonNode> direction : whole.properties()) {
            if (direction.getValue() instanceof ObjectNode rules && !rules.has(POLICIES)) {
                rules.putArray(POLICIES);
            }
        }
        return whole;
    }

    private static ObjectNode fields(ObjectNode shown, List<String> names) {
        ObjectNode read = Json.object();
        names.forEach(name -> keep(read, name, named(shown, name)));
        return read;
    }

    private static void keep(ObjectNode read, String name, JsonNode value) {
        if (!value.isNull() && !value.isMissingNode()) {
            read.set(name, value);
        }
    }

    private static JsonNode named(ObjectNode shown, String name) {
        JsonNode found = MissingNode.INSTANCE;
        for (Map.Entry<String, JsonNode> field : shown.properties()) {
            if (field.getKey().equalsIgnoreCase(name)) {
                found = field.getValue();
            }
        }
        return found;
    }
}
