package dev.tenure.kinds.value;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.CanonicalText;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.model.meta.CancelledException;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Whether lists that are sets or maps have every element once. Upstream: schema/listtype/validation.go.
public final class ListTypeValidation {
    private ListTypeValidation() {}

    /// @param at where the value stands; empty for a whole object
    public static void validate(JsonNode value, Structural schema, Path at, FieldErrors errors) {
        CancelledException.check();
        if (value instanceof ObjectNode map) {
            members(map, schema, at, errors);
        } else if (value.isArray()) {
            list(value, schema, at, errors);
        }
    }

    private static void members(ObjectNode map, Structural schema, Path at, FieldErrors errors) {
        if (schema.additional().isPresent()) {
            map.properties()
                    .forEach(entry ->
                            validate(entry.getValue(), schema.additional().get(), at.key(entry.getKey()), errors));
        }
        schema.properties().forEach((name, member) -> {
            if (map.has(name)) {
                validate(map.path(name), member, at.child(name), errors);
            }
        });
    }

    private static void list(JsonNode list, Structural schema, Path at, FieldErrors errors) {
        switch (schema.listType()) {
            case "set" ->
                repeated(list).forEach(i -> errors.duplicate(at.index(i).text(), list.get(i)));
            case "map" -> map(list, schema, at, errors);
            default -> {}
        }
        if (schema.items().isPresent()) {
            for (int i = 0; i < list.size(); i++) {
                validate(list.get(i), schema.items().get(), at.index(i), errors);
            }
        }
    }

    private static void map(JsonNode list, Structural schema, Path at, FieldErrors errors) {
        for (int i = 0; i < list.size(); i++) {
            if (!list.get(i).isObject() && !list.get(i).isNull()) {
                errors.invalid(at.index(i).text(), list.get(i), "must be an object for an array of list-type map");
                return;
            }
        }
        List<JsonNode> keys = new ArrayList<>();
        list.forEach(element -> keys.add(ListKeys.key(element, schema.source())));
        repeated(keys).forEach(i -> errors.duplicate(at.index(i).text(), keys.get(i)));
    }

    /// The places where a value stands for the second time.
    private static List<Integer> repeated(Iterable<JsonNode> values) {
        Map<String, Integer> seen = new HashMap<>();
        List<Integer> places = new ArrayList<>();
        int place = 0;
        for (JsonNode value : values) {
            if (seen.merge(CanonicalText.of(value), 1, Integer::sum) == 2) {
                places.add(place);
            }
            place++;
        }
        return places;
    }
}
