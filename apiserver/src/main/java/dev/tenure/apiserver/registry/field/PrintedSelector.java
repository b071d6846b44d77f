package dev.tenure.apiserver.registry.field;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Map;
import java.util.TreeMap;

/// A label selector as messages print it: in the order of its Go type. Pure.
public final class PrintedSelector {
    private PrintedSelector() {}

    /// The selector as messages print it: members in the order of the type, labels in the order of their
    /// keys.
    public static JsonNode of(JsonNode selector) {
        if (!selector.isObject()) {
            return selector;
        }
        ObjectNode printed = Json.object();
        if (!selector.path("matchLabels").isEmpty()) {
            printed.set("matchLabels", sorted(selector.path("matchLabels")));
        }
        if (!selector.path("matchExpressions").isEmpty()) {
            var list = printed.putArray("matchExpressions");
            for (JsonNode requirement : selector.path("matchExpressions")) {
                ObjectNode one = list.addObject();
                one.put("key", requirement.path("key").asText(""));
                one.put("operator", requirement.path("operator").asText(""));
                if (!requirement.path("values").isEmpty()) {
                    one.set("values", requirement.path("values"));
                }
            }
        }
        return printed;
    }

    /// A map in the order of its keys; absent prints as null.
    public static JsonNode sorted(JsonNode map) {
        if (!map.isObject()) {
            return NullNode.INSTANCE;
        }
        Map<String, JsonNode> members = new TreeMap<>();
        map.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
        ObjectNode sorted = Json.object();
        members.forEach(sorted::set);
        return sorted;
    }
}
