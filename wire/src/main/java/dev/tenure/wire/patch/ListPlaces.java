package dev.tenure.wire.patch;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import java.util.HashMap;
import java.util.Map;

/// Where the elements of a list stand, by their merge key or, for scalars, by themselves: one look for each
/// instead of a walk through the list. Used by one thread.
final class ListPlaces {
    private final String mergeKey;
    private final Map<String, Integer> places = new HashMap<>();

    /// @param mergeKey empty for scalars
    ListPlaces(ArrayNode list, String mergeKey) {
        this.mergeKey = mergeKey;
        for (int i = 0; i < list.size(); i++) {
            put(list.get(i), i);
        }
    }

    /// Of elements that are alike the first counts.
    void put(JsonNode element, int place) {
        places.putIfAbsent(Values.scalarText(mergeKey.isEmpty() ? element : element.path(mergeKey)), place);
    }

    /// The place of the first element that is `identity`, or whose merge key is; -1 when there is none.
    int of(JsonNode identity) {
        return places.getOrDefault(Values.scalarText(identity), -1);
    }
}
