package dev.tenure.wire.patch;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Map;
import java.util.TreeMap;

/// The order of keys in a patched object that is shown in an error. Upstream's patch library
/// (evanphx/json-patch) writes the objects that it took apart with their keys sorted, and the others as they
/// were.
final class KeyOrder {
    private KeyOrder() {}

    /// Sorts the keys of this object, not of those in it.
    static void sort(ObjectNode object) {
        Map<String, JsonNode> sorted = new TreeMap<>();
        object.properties().forEach(e -> sorted.put(e.getKey(), e.getValue()));
        object.removeAll();
        object.setAll(sorted);
    }

    /// Sorts the objects that a merge patch has parts of.
    static void sortWhatIsIn(JsonNode shown, JsonNode patch) {
        if (shown instanceof ObjectNode object && patch instanceof ObjectNode parts) {
            sort(object);
            parts.properties().forEach(part -> sortWhatIsIn(object.path(part.getKey()), part.getValue()));
        } else if (shown instanceof ArrayNode list && patch instanceof ArrayNode parts) {
            for (int i = 0; i < Math.min(list.size(), parts.size()); i++) {
                sortWhatIsIn(list.path(i), parts.path(i));
            }
        }
    }
}
