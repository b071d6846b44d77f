package dev.tenure.wire.patch;

import dev.tenure.model.meta.CancelledException;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.ValueNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A JSON patch (RFC 6902), with the liberties that upstream's library takes: negative indices count from the end,
/// `replace` of an absent key adds it, `copy` of an absent key adds null, and null counts as absent in `test`.
public final class JsonPatch {
    private static final int OPERATIONS_MAX = 10_000;
    private static final long COPIED_BYTES_MAX = 3L * 1024 * 1024;
    private static final Set<String> FIELDS = Set.of("op", "path", "from", "value");
    private static final List<String> TEXT_FIELDS = List.of("op", "path", "from");

    private JsonNode document;
    private long copiedBytes;

    /// Objects that a path led through: upstream's library takes these apart and writes their keys in order.
    private final Set<ObjectNode> opened = Collections.newSetFromMap(new IdentityHashMap<>());

    private JsonPatch(JsonNode document) {
        this.document = document;
    }

    /// The patched object. All operations take effect or none; `original` and `patch` stay as they are. Nulls that the
    /// patch writes stand in the result; objects on the way of a path have their keys in order.
    ///
    /// @throws PatchException when the patch is malformed, too long, or does not fit the object
    public static ObjectNode apply(ObjectNode original, JsonNode patch) {
        List<JsonNode> operations = operations(patch);
        if (operations.size() > OPERATIONS_MAX) {
            throw PatchException.tooLarge("The allowed maximum operations in a JSON patch is " + OPERATIONS_MAX
                    + ", got " + operations.size());
        }
        JsonPatch run = new JsonPatch(original.deepCopy());
        operations.forEach(run::step);
        run.opened.forEach(KeyOrder::sort);
        if (run.document instanceof ObjectNode result) {
            KeyOrder.sort(result);
            return result;
        }
        throw PatchException.notDecoded(
                run.document,
                "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type "
                        + "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; "
                        + "Kind string \"json:\\\"kind,omitempty\\\"\" }");
    }

    /// What strict decoding says about fields that operations do not have, in order; empty for a clean patch.
    public static List<String> unknownFields(JsonNode patch) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < patch.size(); i++) {
            for (Map.Entry<String, JsonNode> field : patch.path(i).properties()) {
                if (!FIELDS.contains(field.getKey())) {
                    texts.add("json patch unknown field \"[" + i + "]." + field.getKey() + "\"");
                }
            }
        }
        return texts;
    }

    private static List<JsonNode> operations(JsonNode patch) {
        if (patch.isNull()) {
            return List.of();
        }
        if (!patch.isArray()) {
            throw undecodable(patch, "Go value of type []handlers.jsonPatchOp");
        }
        List<JsonNode> operations = new ArrayList<>(patch.size());
        for (JsonNode operation : patch) {
            if (!operation.isObject() && !operation.isNull()) {
                throw undecodable(operation, "Go value of type handlers.jsonPatchOp");
            }
            for (String field : TEXT_FIELDS) {
                JsonNode value = operation.path(field);
                if (!value.isTextual() && !value.isNull() && !value.isMissingNode()) {
                    throw undecodable(value, "Go struct field jsonPatchOp." + field + " of type string");
                }
            }
            operations.add(operation);
        }
        return operations;
    }

    private static PatchException undecodable(JsonNode value, String target) {
        return PatchException.badRequest(
                "error decoding patch: json: cannot unmarshal " + Json.goKind(value) + " into " + target);
    }

    private void step(JsonNode operation) {
        CancelledException.check();
        switch (operation.path("op").asText("")) {
            case "add" -> place(text(operation, "path")).add(value(operation));
            case "remove" -> place(text(operation, "path")).remove();
            case "replace" -> replace(operation);
            case "move" -> {
                Place from = place(text(operation, "from"));
                JsonNode moved = from.get();
                from.remove();
                place(text(operation, "path")).add(moved);
            }
            case "copy" -> copy(operation);
            case "test" -> test(operation);
            default -> throw PatchException.rejected();
        }
    }

    private void replace(JsonNode operation) {
        String path = text(operation, "path");
        if (!path.isEmpty()) {
            place(path).set(value(operation));
            return;
        }
        JsonNode whole = value(operation);
        if (!whole.isContainerNode()) {
            throw PatchException.rejected();
        }
        document = whole;
    }

    private void copy(JsonNode operation) {
        JsonNode copied = place(text(operation, "from")).get().deepCopy();
        Place target = place(text(operation, "path"));
        copiedBytes += copied.isNull() ? 0 : Json.write(copied).length;
        if (copiedBytes > COPIED_BYTES_MAX) {
            throw PatchException.rejected();
        }
        target.add(copied);
    }

    private void test(JsonNode operation) {
        String path = text(operation, "path");
        JsonNode found = path.isEmpty() ? document : place(path).get();
        if (!same(found, value(operation))) {
            throw PatchException.rejected();
        }
        open(found);
    }

    /// A comparison takes everything apart.
    private void open(JsonNode value) {
        if (value instanceof ObjectNode object) {
            opened.add(object);
        }
        value.forEach(this::open);
    }

    /// Numbers are compared as they are written: 1 is not 1.0.
    private static boolean same(JsonNode left, JsonNode right) {
        if (left.isNumber() && right.isNumber()) {
            return left.asText().equals(right.asText());
        }
        if (left instanceof ArrayNode leftList && right instanceof ArrayNode rightList) {
            if (leftList.size() != rightList.size()) {
                return false;
            }
            for (int i = 0; i < leftList.size(); i++) {
                if (!same(leftList.path(i), rightList.path(i))) {
                    return false;
                }
            }
            return true;
        }
        if (left instanceof ObjectNode leftMap && right instanceof ObjectNode rightMap) {
            return leftMap.size() == rightMap.size()
                    && leftMap.properties().stream()
                            .allMatch(field -> rightMap.has(field.getKey())
                                    && same(field.getValue(), rightMap.path(field.getKey())));
        }
        return left.equals(right);
    }

    private static JsonNode value(JsonNode operation) {
        JsonNode value = operation.get("value");
        return value == null ? NullNode.INSTANCE : value.deepCopy();
    }

    private static String text(JsonNode operation, String field) {
        String value = operation.path(field).textValue();
        if (value == null) {
            throw PatchException.rejected();
        }
        return value;
    }

    /// The place that a JSON pointer names; what stands before the first slash is ignored.
    private Place place(String pointer) {
        String[] steps = pointer.split("/", -1);
        if (steps.length < 2) {
            throw PatchException.rejected();
        }
        JsonNode container = document;
        for (int i = 1; i < steps.length - 1; i++) {
            container = new Place(container, unescape(steps[i])).get();
            if (container instanceof ObjectNode object) {
                opened.add(object);
            }
        }
        if (!container.isContainerNode()) {
            throw PatchException.rejected();
        }
        return new Place(container, unescape(steps[steps.length - 1]));
    }

    private static String unescape(String step) {
        return step.replace("~1", "/").replace("~0", "~");
    }

    /// A key of an object or an index of a list, which need not be filled.
    private record Place(JsonNode container, String key) {
        JsonNode get() {
            @Nullable
            JsonNode found = switch (container) {
                case ObjectNode map -> map.get(key);
                case ArrayNode list -> list.get(index(list.size()));
                case ValueNode _ -> throw PatchException.rejected();
            };
            return found == null ? NullNode.INSTANCE : found;
        }

        void set(JsonNode value) {
            switch (container) {
                case ObjectNode map -> map.set(key, value);
                case ArrayNode list -> list.set(index(list.size()), value);
                case ValueNode _ -> throw PatchException.rejected();
            }
        }

        void add(JsonNode value) {
            switch (container) {
                case ObjectNode map -> map.set(key, value);
                case ArrayNode list -> {
                    int at = key.equals("-") ? list.size() : index(list.size() + 1);
                    list.insert(at, value);
                }
                case ValueNode _ -> throw PatchException.rejected();
            }
        }

        void remove() {
            switch (container) {
                case ObjectNode map when map.has(key) -> map.remove(key);
                case ArrayNode list -> list.remove(index(list.size()));
                case ObjectNode _, ValueNode _ -> throw PatchException.rejected();
            }
        }

        private int index(int bound) {
            String digits = key.startsWith("-") || key.startsWith("+") ? key.substring(1) : key;
            boolean number =
                    !digits.isEmpty() && digits.length() <= 9 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
            if (!number) {
                throw PatchException.rejected();
            }
            int index = Integer.parseInt(digits);
            int at = key.startsWith("-") && index > 0 ? bound - index : index;
            if (at < 0 || at >= bound) {
                throw PatchException.rejected();
            }
            return at;
        }
    }
}
