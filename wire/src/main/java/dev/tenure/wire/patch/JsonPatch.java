package dev.tenure.wire.patch;

import dev.tenure.model.meta.CancelledException;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.ValueNode;
import dev.tenure.wire.json.go.GoFormat;
import dev.tenure.wire.patch.PatchException.Misfit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A JSON patch (RFC 6902), with the liberties that upstream's library takes: negative indices count from the
/// end, `replace` of an absent key adds it, `copy` of an absent key adds null, and null counts as absent in
/// `test`.
public final class JsonPatch {
    private static final int OPERATIONS_MAX = 10_000;
    private static final long COPIED_BYTES_MAX = 3L * 1024 * 1024;
    private static final Set<String> FIELDS = Set.of("op", "path", "from", "value");
    private static final List<String> TEXT_FIELDS = List.of("op", "path", "from");
    private static final String MISSING = ": missing value";

    /// What the decoder says of a list in the place of an object.
    static final String NO_OBJECT =
            "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type "
                    + "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; "
                    + "Kind string \"json:\\\"kind,omitempty\\\"\" }";

    private JsonNode document;
    private long copiedBytes;

    /// Objects that a path led through: upstream's library takes these apart and writes their keys in order.
    private final Set<ObjectNode> opened = Collections.newSetFromMap(new IdentityHashMap<>());

    private JsonPatch(JsonNode document) {
        this.document = document;
    }

    /// The patched object. All operations take effect or none; `original` and `patch` stay as they are. Nulls
    /// that the patch writes stand in the result; objects on the way of a path have their keys in order.
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
        throw PatchException.notDecoded(run.document, NO_OBJECT);
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

    /// What upstream's library says of a patch that nobody reads strictly before it.
    ///
    /// @throws PatchException when the patch is malformed
    static void checkLeniently(JsonNode patch) {
        if (patch.isNull()) {
            return;
        }
        if (!patch.isArray()) {
            throw unread(patch, "Patch");
        }
        for (JsonNode operation : patch) {
            if (!operation.isObject() && !operation.isNull()) {
                throw unread(operation, "Operation");
            }
        }
        for (JsonNode operation : patch) {
            if (TEXT_FIELDS.stream().anyMatch(field -> isNoText(operation.path(field)))) {
                throw PatchException.rejected();
            }
        }
    }

    private static PatchException unread(JsonNode value, String type) {
        return PatchException.badRequest(
                "json: cannot unmarshal " + Json.goKind(value) + " into Go value of type jsonpatch." + type);
    }

    private static boolean isNoText(JsonNode value) {
        return !value.isTextual() && !value.isNull() && !value.isMissingNode();
    }

    /// Whether a field of an operation, or what stands in it, is one that upstream's structure of an
    /// operation has.
    ///
    /// @param repeated as `duplicate field "[0].op"`
    static boolean isOfOperation(String repeated) {
        int from = repeated.indexOf("].") + 2;
        return FIELDS.stream()
                .anyMatch(field -> repeated.startsWith(field, from)
                        && "\".[".indexOf(repeated.charAt(from + field.length())) >= 0);
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
                if (isNoText(value)) {
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
            case "add" -> {
                String path = text(operation, "path");
                Place place = place(path, "add operation does not apply: doc is missing path: \"%s\"");
                within("error in add for path: '%s': ".formatted(path), () -> place.add(value(operation)));
            }
            case "remove" -> {
                String path = text(operation, "path");
                Place place = place(path, "remove operation does not apply: doc is missing path: \"%s\"");
                within("error in remove for path: '%s': ".formatted(path), place::remove);
            }
            case "replace" -> replace(operation);
            case "move" -> move(operation);
            case "copy" -> copy(operation);
            case "test" -> test(operation);
            default -> throw misfit("Unexpected kind: " + operation.path("op").asText(""));
        }
    }

    private static PatchException misfit(String text) {
        return PatchException.rejected(new Misfit(text, false));
    }

    /// An index or key that is not there, in words that lack where it was asked for.
    private static final class NoSuchPlaceException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoSuchPlaceException(String message) {
            super(message, null, false, false);
        }
    }

    private static void within(String front, Runnable part) {
        try {
            part.run();
        } catch (NoSuchPlaceException e) {
            throw misfit(front + e.getMessage());
        }
    }

    private static JsonNode got(String front, Place place) {
        try {
            return place.get();
        } catch (NoSuchPlaceException e) {
            throw misfit(front + e.getMessage());
        }
    }

    private void replace(JsonNode operation) {
        String path = text(operation, "path");
        if (!path.isEmpty()) {
            Place place = place(path, "replace operation does not apply: doc is missing path: %s");
            try {
                place.get();
            } catch (NoSuchPlaceException _) {
                throw misfit("replace operation does not apply: doc is missing key: %s".formatted(path) + MISSING);
            }
            within("error in remove for path: '%s': ".formatted(path), () -> place.set(value(operation)));
            return;
        }
        JsonNode whole = value(operation);
        if (!whole.isContainerNode()) {
            throw misfit("replace operation value must be object or array");
        }
        document = whole;
    }

    private void move(JsonNode operation) {
        String pointer = text(operation, "from");
        Place from = place(pointer, "move operation does not apply: doc is missing from path: %s");
        String front = "error in move for path: '%s': ".formatted(from.key());
        JsonNode moved = got(front, from);
        within(front, from::remove);
        String path = text(operation, "path");
        Place target = place(path, "move operation does not apply: doc is missing destination path: %s");
        within("error in move for path: '%s': ".formatted(path), () -> target.add(moved));
    }

    private void copy(JsonNode operation) {
        String pointer = text(operation, "from");
        Place from = place(pointer, "copy operation does not apply: doc is missing from path: %s");
        JsonNode copied =
                got("error in copy for from: '%s': ".formatted(pointer), from).deepCopy();
        Place target =
                place(text(operation, "path"), "copy operation does not apply: doc is missing destination path: %s");
        copiedBytes += copied.isNull() ? 0 : Json.write(copied).length;
        if (copiedBytes > COPIED_BYTES_MAX) {
            throw misfit(
                    "Unable to complete the copy, the accumulated size increase of copy is %d, exceeding the limit %d"
                            .formatted(copiedBytes, COPIED_BYTES_MAX));
        }
        within("error while adding value during copy: ", () -> target.add(copied));
    }

    private void test(JsonNode operation) {
        String path = text(operation, "path");
        JsonNode found = path.isEmpty()
                ? document
                : got(
                        "error in test for path: '%s': ".formatted(path),
                        place(path, "test operation does not apply: is missing path: %s"));
        if (!same(found, value(operation))) {
            throw PatchException.rejected(new Misfit("testing value %s failed: test failed".formatted(path), true));
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
            throw misfit("%s operation failed to decode %s: operation%s missing %s field"
                            .formatted(operation.path("op").asText(""), field, field.equals("from") ? "," : "", field)
                    + MISSING);
        }
        return value;
    }

    /// The place that a JSON pointer names; what stands before the first slash is ignored.
    ///
    /// @param complaint when nothing is there that could hold it
    private Place place(String pointer, String complaint) {
        String[] steps = pointer.split("/", -1);
        JsonNode container = document;
        for (int i = 1; i < steps.length - 1; i++) {
            try {
                container = new Place(container, unescape(steps[i])).get();
            } catch (NoSuchPlaceException _) {
                container = NullNode.INSTANCE;
            }
            if (container instanceof ObjectNode object) {
                opened.add(object);
            }
        }
        if (steps.length < 2 || !container.isContainerNode()) {
            throw misfit(complaint.formatted(pointer) + MISSING);
        }
        return new Place(container, unescape(steps[steps.length - 1]));
    }

    private static String unescape(String step) {
        return step.replace("~1", "/").replace("~0", "~");
    }

    /// A key of an object or an index of a list, which need not be filled.
    private record Place(JsonNode container, String key) {
        private static final int DIGITS_MAX = 9;

        JsonNode get() {
            @Nullable
            JsonNode found = switch (container) {
                case ObjectNode map -> map.get(key);
                case ArrayNode list -> list.get(index(list.size()));
                case ValueNode _ -> throw new NoSuchPlaceException("missing value");
            };
            return found == null ? NullNode.INSTANCE : found;
        }

        void set(JsonNode value) {
            switch (container) {
                case ObjectNode map -> map.set(key, value);
                case ArrayNode list -> list.set(index(list.size()), value);
                case ValueNode _ -> throw new NoSuchPlaceException("missing value");
            }
        }

        void add(JsonNode value) {
            switch (container) {
                case ObjectNode map -> map.set(key, value);
                case ArrayNode list -> {
                    int at = key.equals("-") ? list.size() : newIndex(list.size() + 1);
                    list.insert(at, value);
                }
                case ValueNode _ -> throw new NoSuchPlaceException("missing value");
            }
        }

        void remove() {
            switch (container) {
                case ObjectNode map when map.has(key) -> map.remove(key);
                case ArrayNode list -> list.remove(index(list.size()));
                case ObjectNode _, ValueNode _ ->
                    throw new NoSuchPlaceException("Unable to remove nonexistent key: " + key + MISSING);
            }
        }

        private int newIndex(int bound) {
            if (!isNumber()) {
                throw new NoSuchPlaceException(
                        "value was not a proper array index: '%s': %s".formatted(key, noNumber()));
            }
            return index(bound);
        }

        private boolean isNumber() {
            String digits = digits();
            return digits.length() <= DIGITS_MAX && areDigits(digits);
        }

        private static boolean areDigits(String text) {
            return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
        }

        private String digits() {
            return key.startsWith("-") || key.startsWith("+") ? key.substring(1) : key;
        }

        private String noNumber() {
            boolean large = areDigits(digits());
            return "strconv.Atoi: parsing %s: %s"
                    .formatted(GoFormat.quoted(key), large ? "value out of range" : "invalid syntax");
        }

        private int index(int bound) {
            if (!isNumber()) {
                throw new NoSuchPlaceException(noNumber());
            }
            int index = Integer.parseInt(digits());
            int at = key.startsWith("-") && index > 0 ? bound - index : index;
            if (at < 0 || at >= bound) {
                throw new NoSuchPlaceException("Unable to access invalid index: %d: invalid index referenced"
                        .formatted(key.startsWith("-") ? -index : index));
            }
            return at;
        }
    }
}
