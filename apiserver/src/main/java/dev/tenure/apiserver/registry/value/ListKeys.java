package dev.tenure.apiserver.registry.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.field.SameValue;
import java.util.Optional;

/// The keys by which elements of lists are told apart.
final class ListKeys {
    private ListKeys() {}

    /// The fields of an element that make its key; an absent one is left out.
    ///
    /// @param schema of the list
    static ObjectNode key(JsonNode element, JsonNode schema) {
        ObjectNode key = JsonNodeFactory.instance.objectNode();
        for (JsonNode name : schema.path("x-kubernetes-list-map-keys")) {
            JsonNode value = element.path(name.asText());
            if (!value.isMissingNode()) {
                key.set(name.asText(), value);
            }
        }
        return key;
    }

    /// What an element was before, where elements have keys.
    static Optional<JsonNode> counterpart(JsonNode element, JsonNode old, JsonNode schema) {
        if (!schema.path("x-kubernetes-list-type").asText("").equals("map")) {
            return Optional.empty();
        }
        ObjectNode key = key(element, schema);
        for (JsonNode before : old) {
            if (SameValue.same(key(before, schema), key)) {
                return Optional.of(before);
            }
        }
        return Optional.empty();
    }
}
