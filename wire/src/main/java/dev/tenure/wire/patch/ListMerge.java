package dev.tenure.wire.patch;

import dev.tenure.model.meta.CancelledException;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.go.GoFormat;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How a strategic merge patch merges two lists: of objects by their merge key, of scalars as a set.
final class ListMerge {
    private ListMerge() {}

    static ArrayNode merge(ArrayNode original, ArrayNode patch, MergeFacts facts) {
        if (original.isEmpty() && patch.isEmpty()) {
            return original;
        }
        if (!(checkElements(original, patch) instanceof ObjectNode)) {
            return ListOrder.arrange(union(original, patch), patch, original, "");
        }
        String mergeKey = facts.mergeKey();
        if (mergeKey.isEmpty()) {
            throw PatchException.plain("cannot merge lists without merge key for " + MergeFacts.goKind(facts.type()));
        }
        ArrayNode kept = Json.array().addAll(original);
        ArrayNode changes = Json.array();
        boolean replace = applyDirectives(kept, changes, patch, mergeKey);
        if (replace) {
            kept = changes;
            changes = Json.array();
        }
        ArrayNode merged = Json.array().addAll(kept);
        var places = new ListPlaces(merged, mergeKey);
        for (JsonNode change : changes) {
            mergeElement(merged, places, (ObjectNode) change, facts);
        }
        return ListOrder.arrange(merged, changes, kept, mergeKey);
    }

    /// The scalars of `list` that are not in `unwanted`; objects are never removed this way.
    static ArrayNode delete(ArrayNode list, ArrayNode unwanted) {
        if (list.isEmpty() && unwanted.isEmpty()) {
            return list;
        }
        checkElements(list, unwanted);
        ArrayNode kept = Json.array();
        var places = new ListPlaces(unwanted, "");
        for (JsonNode element : list) {
            if (places.of(element) < 0) {
                kept.add(element);
            }
        }
        return kept;
    }

    /// Refuses lists of lists and lists of mixed types. Returns the first element.
    static @Nullable JsonNode checkElements(@Nullable ArrayNode original, @Nullable ArrayNode patch) {
        JsonNode first = null;
        for (ArrayNode list : new ArrayNode[] {original, patch}) {
            if (list == null) {
                continue;
            }
            for (JsonNode element : list) {
                if (first == null) {
                    first = element;
                    if (element.isArray()) {
                        throw PatchException.rejected();
                    }
                } else if (!GoFormat.type(first).equals(GoFormat.type(element))) {
                    throw PatchException.plain("list element types are not identical: ["
                            + (original == null ? "[]" : GoFormat.plain(original)) + " "
                            + (patch == null ? "[]" : GoFormat.plain(patch)) + "]");
                }
            }
        }
        if (first == null) {
            throw PatchException.plain("no elements in any of the given slices");
        }
        return first;
    }

    /// Carries out what the patch's elements with a directive say; the others are added to `changes`.
    ///
    /// @return whether `changes` replace the list
    private static boolean applyDirectives(ArrayNode kept, ArrayNode changes, ArrayNode patch, String mergeKey) {
        boolean replace = false;
        Set<String> deleted = new HashSet<>();
        for (JsonNode element : patch) {
            ObjectNode map = (ObjectNode) element;
            JsonNode directive = map.get(StrategicMergePatch.DIRECTIVE);
            if (directive == null) {
                changes.add(map);
                continue;
            }
            switch (directive.asText("")) {
                case "delete" -> deleted.add(Values.scalarText(keyOf(map, mergeKey)));
                case "replace" -> replace = true;
                case "merge" -> throw PatchException.plain("merging lists cannot yet be specified in the patch");
                default -> throw StrategicMergePatch.unknownDirective(directive, map);
            }
        }
        if (!deleted.isEmpty()) {
            kept.removeIf(old -> deleted.contains(Values.scalarText(old.path(mergeKey))));
        }
        return replace;
    }

    private static void mergeElement(ArrayNode merged, ListPlaces places, ObjectNode change, MergeFacts facts) {
        CancelledException.check();
        int at = places.of(keyOf(change, facts.mergeKey()));
        if (at < 0) {
            places.put(change, merged.size());
            merged.add(change);
        } else {
            merged.set(at, StrategicMergePatch.merge((ObjectNode) merged.get(at), change, facts.type()));
            places.put(merged.get(at), at);
        }
    }

    static JsonNode keyOf(ObjectNode element, String mergeKey) {
        JsonNode key = element.get(mergeKey);
        if (key == null) {
            throw PatchException.plain(
                    "map: " + GoFormat.plain(element) + " does not contain declared merge key: " + mergeKey);
        }
        return key;
    }

    private static ArrayNode union(ArrayNode left, ArrayNode right) {
        ArrayNode union = Json.array();
        var places = new ListPlaces(union, "");
        for (ArrayNode list : new ArrayNode[] {left, right}) {
            for (JsonNode element : list) {
                if (places.of(element) < 0) {
                    places.put(element, union.size());
                    union.add(element);
                }
            }
        }
        return union;
    }
}
