package dev.tenure.wire.json.decode;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.WorkingTree;
import org.jspecify.annotations.Nullable;

/// Finds the elements of an edited list in the list that it was made from. Elements mostly stand where they
/// stood, or behind the one that was found last: the others are searched for, as long as all searches
/// together take no more than a few walks along the list. What is not found may still be there. Confined to
/// one call.
final class BaseElements {
    private static final int WALKS_MAX = 4;

    private final ArrayNode list;
    /// The place behind the element that was found last.
    private int next;
    /// How many more places searches may look at.
    private long looksLeft;

    BaseElements(ArrayNode list) {
        this.list = list;
        this.looksLeft = (long) WALKS_MAX * list.size();
    }

    /// This very element if it is found, else the one at the place.
    @Nullable
    JsonNode sameOrAt(JsonNode element, int place) {
        JsonNode there = list.find(place);
        if (!element.isContainerNode() || WorkingTree.areOne(element, there)) {
            next = place + 1;
            return there;
        }
        // one that was changed, or is new, is none of the list's
        return WorkingTree.untouched(element) == null ? there : searched(element, there);
    }

    private @Nullable JsonNode searched(JsonNode element, @Nullable JsonNode there) {
        int size = list.size();
        for (int i = 0; i < size && looksLeft > 0; i++) {
            looksLeft--;
            int at = (next + i) % size;
            JsonNode one = list.get(at);
            if (WorkingTree.areOne(one, element)) {
                next = at + 1;
                return one;
            }
        }
        return there;
    }
}
