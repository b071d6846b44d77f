package dev.tenure.wire.patch;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.go.GoFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// In which order a strategic merge patch leaves a merged list: the elements of the patch in the patch's
/// order, between them, as far as that fits the order on the server, those that only the server had.
final class ListOrder {
    private ListOrder() {}

    /// @param patchOrder elements (or, for objects, at least their keys) in the order that the patch wants
    /// @param mergeKey empty for scalars
    static ArrayNode arrange(ArrayNode merged, ArrayNode patchOrder, ArrayNode serverOrder, String mergeKey) {
        List<Placed> fromPatch = new ArrayList<>(patchOrder.size());
        List<Placed> serverOnly = new ArrayList<>(merged.size());
        var patchPlaces = new ListPlaces(patchOrder, mergeKey);
        var serverPlaces = new ListPlaces(serverOrder, mergeKey);
        for (JsonNode element : merged) {
            JsonNode identity = identity(element, mergeKey);
            int inPatch = patchPlaces.of(identity);
            int onServer = serverPlaces.of(identity);
            (inPatch >= 0 ? fromPatch : serverOnly).add(new Placed(element, inPatch, onServer));
        }
        requireKeys(patchOrder, mergeKey);
        fromPatch.sort(Comparator.comparingInt(Placed::inPatch));
        serverOnly.sort(Comparator.comparingInt(placed -> placed.isNew() ? Integer.MAX_VALUE : placed.onServer()));
        ArrayNode arranged = Json.array();
        int right = 0;
        for (Placed left : serverOnly) {
            while (right < fromPatch.size() && !left.isBefore(fromPatch.get(right))) {
                arranged.add(fromPatch.get(right++).element());
            }
            arranged.add(left.element());
        }
        for (; right < fromPatch.size(); right++) {
            arranged.add(fromPatch.get(right).element());
        }
        return arranged;
    }

    /// An element with its places in the lists that decide; -1 where it is not.
    private record Placed(JsonNode element, int inPatch, int onServer) {
        boolean isNew() {
            return onServer < 0;
        }

        boolean isBefore(Placed other) {
            return !isNew() && !other.isNew() && onServer < other.onServer;
        }
    }

    /// The patch's elements must stand in the order list, in the same order. Those with a directive do not
    /// count, unless nothing of the order list is left for them: upstream looks no further there and takes
    /// them for elements out of order. Deletions do not count anywhere.
    static void checkPatchAgainstOrder(@Nullable ArrayNode patch, ArrayNode order, String mergeKey) {
        if (patch == null || patch.isEmpty() || order.isEmpty()) {
            return;
        }
        int at = 0;
        for (JsonNode element : patch) {
            if (!mergeKey.isEmpty() && !element.isObject()) {
                throw StrategicMergePatch.wrongType(Json.object(), element);
            }
            if (deletes(element, mergeKey) || (element.has(StrategicMergePatch.DIRECTIVE) && at < order.size())) {
                continue;
            }
            at = placeOf(element, order, at, mergeKey) + 1;
            if (at > order.size()) {
                throw PatchException.plain("The order in patch list:\n" + GoFormat.plain(patch)
                        + "\n doesn't match $setElementOrder list:\n" + GoFormat.plain(order) + "\n");
            }
        }
    }

    private static boolean deletes(JsonNode element, String mergeKey) {
        return !mergeKey.isEmpty()
                && element.path(StrategicMergePatch.DIRECTIVE).asText("").equals("delete");
    }

    /// @return the size of the order list when the element is not in it
    private static int placeOf(JsonNode element, ArrayNode order, int from, String mergeKey) {
        int at = from;
        while (at < order.size()
                && !Values.sameScalar(identity(element, mergeKey), identity(order.get(at), mergeKey))) {
            at++;
        }
        return at;
    }

    private static void requireKeys(ArrayNode list, String mergeKey) {
        for (JsonNode element : list) {
            identity(element, mergeKey);
        }
    }

    private static JsonNode identity(JsonNode element, String mergeKey) {
        if (mergeKey.isEmpty()) {
            return element;
        }
        if (element instanceof ObjectNode map) {
            return ListMerge.keyOf(map, mergeKey);
        }
        throw StrategicMergePatch.wrongType(Json.object(), element);
    }
}
