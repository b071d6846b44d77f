package dev.tenure.apiserver.schema;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Fills in the defaults of a schema. Upstream: schema/defaulting/algorithm.go.
public final class DefaultingRule {
    private DefaultingRule() {}

    /// Changes `value` in place.
    public static void fill(JsonNode value, Structural schema) {
        if (value instanceof ObjectNode map) {
            fillMap(map, schema);
        } else if (value instanceof ArrayNode list && schema.items().isPresent()) {
            Structural items = schema.items().get();
            for (int i = 0; i < list.size(); i++) {
                if (isWrongNull(list.get(i), items)) {
                    list.set(i, items.defaultValue().orElse(NullNode.INSTANCE));
                }
                fill(list.get(i), items);
            }
        }
    }

    private static void fillMap(ObjectNode map, Structural schema) {
        for (Map.Entry<String, Structural> property : schema.properties().entrySet()) {
            Optional<JsonNode> value = property.getValue().defaultValue();
            boolean wanted =
                    !map.has(property.getKey()) || isWrongNull(map.path(property.getKey()), property.getValue());
            if (value.isPresent() && wanted) {
                map.set(property.getKey(), value.get());
            }
        }
        List<String> names = new ArrayList<>();
        map.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            Structural declared = schema.properties().get(name);
            if (declared != null) {
                fill(map.path(name), declared);
            } else if (schema.additional().isPresent()) {
                Structural additional = schema.additional().get();
                if (isWrongNull(map.path(name), additional)) {
                    map.set(name, additional.defaultValue().orElse(NullNode.INSTANCE));
                }
                fill(map.path(name), additional);
            }
        }
    }

    private static boolean isWrongNull(JsonNode value, Structural schema) {
        return value.isNull() && !schema.nullable();
    }
}
