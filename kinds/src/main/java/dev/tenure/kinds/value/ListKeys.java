package dev.tenure.kinds.value;

import dev.tenure.apiserver.registry.field.CanonicalText;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The elements of a list, found by the keys that tell them apart. Immutable once made.
public final class ListKeys {
    private final JsonNode schema;
    private final Map<String, JsonNode> byKey = new HashMap<>();

    private ListKeys(JsonNode schema) {
        this.schema = schema;
    }

    /// What the elements of a list were before.
    ///
    /// @param old absent when there was no list
    /// @param schema of the list; elements of one whose type is not `map` are not found again
    public static ListKeys of(Optional<JsonNode> old, JsonNode schema) {
        var keys = new ListKeys(schema);
        if (old.isPresent() && schema.path("x-kubernetes-list-type").asText("").equals("map")) {
            for (JsonNode element : old.get()) {
                keys.byKey.putIfAbsent(CanonicalText.of(key(element, schema)), element);
            }
        }
        return keys;
    }

    /// What an element was before.
    public Optional<JsonNode> counterpart(JsonNode element) {
        return byKey.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(byKey.get(CanonicalText.of(key(element, schema))));
    }

    /// The fields of an element that make its key; an absent one is left out.
    ///
    /// @param schema of the list
    static ObjectNode key(JsonNode element, JsonNode schema) {
        ObjectNode key = Json.object();
        for (JsonNode name : schema.path("x-kubernetes-list-map-keys")) {
            JsonNode value = element.path(name.asText());
            if (!value.isMissingNode()) {
                key.set(name.asText(), value);
            }
        }
        return key;
    }
}
