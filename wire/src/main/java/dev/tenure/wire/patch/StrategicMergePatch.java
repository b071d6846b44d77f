package dev.tenure.wire.patch;

import dev.tenure.model.meta.CancelledException;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.ValueNode;
import dev.tenure.wire.json.go.GoFormat;
import dev.tenure.wire.json.go.GoIntegers;
import dev.tenure.wire.json.go.GoNumbers;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.ObjectType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A strategic merge patch: a merge patch that knows, from the schema, which lists are merged by a key
/// or as a set, and that may carry directives: `$patch` (replace, delete), `$retainKeys`,
/// `$setElementOrder/x` and `$deleteFromPrimitiveList/x`. Upstream:
/// apimachinery/pkg/util/strategicpatch/patch.go.
final class StrategicMergePatch {
    static final String DIRECTIVE = "$patch";
    static final String RETAIN_KEYS = "$retainKeys";
    private static final String DELETE_FROM_LIST = "$deleteFromPrimitiveList";
    private static final String SET_ORDER = "$setElementOrder";

    private StrategicMergePatch() {}

    /// The patched object; `original` and `patch` stay as they are. Fields that the schema does not
    /// know are taken over as they stand.
    ///
    /// @throws PatchException when the patch is no object, its directives are malformed, or its values
    ///     are of wrong types
    public static ObjectNode apply(ObjectNode original, JsonNode patch, ObjectType type) {
        checkNumbers(patch);
        if (patch.isNull()) {
            return original;
        }
        ObjectNode patched = merge(original, MergePatch.object(patch, ""), new FieldType.Struct(type));
        String fault = StructFit.fault(patched, original, type);
        if (fault != null) {
            throw PatchException.notDecodedStrategic(PatchRemains.of(original, patch), fault);
        }
        if (hasWholeFraction(patch)) {
            JsonNode written = patch.deepCopy();
            GoNumbers.written(written);
            patched = merge(original, MergePatch.object(written, ""), new FieldType.Struct(type));
        }
        patched = GoIntegers.fitted(patched, patch, type);
        keepType(patched, original);
        return patched;
    }

    /// What a patch calls the object does not matter: upstream knows from the path what it patches.
    private static void keepType(ObjectNode patched, ObjectNode original) {
        for (String name : List.of("apiVersion", "kind")) {
            JsonNode known = original.get(name);
            if (known != null && patched.has(name)) {
                patched.set(name, known);
            }
        }
    }

    /// Whether Go writes a number of a patch otherwise than it reads it: a float64 that is whole has no
    /// point.
    private static boolean hasWholeFraction(JsonNode value) {
        boolean whole = value.isFloatingPointNumber() && value.doubleValue() == Math.rint(value.doubleValue());
        return whole || value.valueStream().anyMatch(StrategicMergePatch::hasWholeFraction);
    }

    /// Upstream reads a patch into float64, in which not every number has room.
    private static void checkNumbers(JsonNode patch) {
        if (patch.isFloatingPointNumber() && !patch.isDouble()) {
            String number = patch.decimalValue().toString().replace("E+", "e");
            throw PatchException.badRequest(
                    "json: cannot unmarshal number " + number + " into Go value of type float64");
        }
        patch.forEach(StrategicMergePatch::checkNumbers);
    }

    static ObjectNode merge(ObjectNode original, ObjectNode patch, FieldType type) {
        JsonNode directive = patch.get(DIRECTIVE);
        if (directive != null) {
            return wholeMap(directive, patch);
        }
        ObjectNode result = Values.shallowCopy(original);
        ObjectNode rest = patch;
        if (hasDirectives(patch)) {
            rest = Values.shallowCopy(patch);
            retainKeys(result, rest);
            mergeOrderedLists(result, rest, type);
        }
        for (Map.Entry<String, JsonNode> field : rest.properties()) {
            String key = field.getKey();
            if (key.startsWith(DELETE_FROM_LIST)) {
                deleteFromList(result, afterSlash(key, DELETE_FROM_LIST), field.getValue());
            } else {
                mergeField(result, key, field.getValue(), type);
            }
        }
        return result;
    }

    private static boolean hasDirectives(ObjectNode patch) {
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            if (field.getKey().startsWith("$")) {
                return true;
            }
        }
        return false;
    }

    private static ObjectNode wholeMap(JsonNode directive, ObjectNode patch) {
        return switch (directive.asText("")) {
            case "replace" -> {
                ObjectNode replacement = Values.shallowCopy(patch);
                replacement.remove(DIRECTIVE);
                yield replacement;
            }
            case "delete" -> Json.object();
            default -> throw unknownDirective(directive, patch);
        };
    }

    static PatchException unknownDirective(JsonNode directive, ObjectNode map) {
        return PatchException.plain(
                "unknown patch type: " + GoFormat.asText(directive) + " in map: " + GoFormat.plain(map));
    }

    private static void mergeField(ObjectNode result, String key, JsonNode value, FieldType type) {
        CancelledException.check();
        if (value.isNull()) {
            result.remove(key);
            return;
        }
        switch (value) {
            case ObjectNode map
            when result.get(key) instanceof ObjectNode old -> {
                MergeFacts facts = MergeFacts.ofMap(type, key);
                result.set(key, facts.replaces() ? map : merge(old, map, facts.type()));
            }
            case ArrayNode list
            when result.get(key) instanceof ArrayNode old -> {
                MergeFacts facts = MergeFacts.ofList(type, key);
                result.set(key, facts.merges() ? ListMerge.merge(old, list, facts) : list);
            }
            case ObjectNode _, ArrayNode _, ValueNode _ -> {
                @Nullable JsonNode plain = withoutDirectives(value);
                if (plain == null) {
                    result.remove(key);
                } else {
                    result.set(key, plain);
                }
            }
        }
    }

    private static void deleteFromList(ObjectNode result, String key, JsonNode unwanted) {
        if (unwanted.isNull()) {
            result.remove(key);
        } else if (result.get(key) instanceof ArrayNode old && unwanted instanceof ArrayNode values) {
            result.set(key, ListMerge.delete(old, values));
        }
    }

    private static void retainKeys(ObjectNode result, ObjectNode rest) {
        JsonNode directive = rest.remove(RETAIN_KEYS);
        if (directive == null) {
            return;
        }
        if (!(directive instanceof ArrayNode keys)) {
            throw PatchException.badRequest("invalid patch format of retainKeys");
        }
        Set<String> retained = new HashSet<>();
        keys.valueStream().filter(JsonNode::isTextual).forEach(key -> retained.add(key.textValue()));
        for (Map.Entry<String, JsonNode> field : rest.properties()) {
            String key = field.getKey();
            boolean free = field.getValue().isNull() || key.startsWith(DELETE_FROM_LIST) || key.startsWith(SET_ORDER);
            if (!free && !retained.contains(key)) {
                throw PatchException.badRequest("invalid patch format of retainKeys");
            }
        }
        result.retain(retained);
    }

    private static void mergeOrderedLists(ObjectNode result, ObjectNode rest, FieldType type) {
        List<String> directives = new ArrayList<>(0);
        for (Map.Entry<String, JsonNode> field : rest.properties()) {
            if (field.getKey().startsWith(SET_ORDER)) {
                directives.add(field.getKey());
            }
        }
        for (String directive : directives) {
            ArrayNode order = list(rest.remove(directive));
            String key = afterSlash(directive, SET_ORDER);
            JsonNode old = result.get(key);
            JsonNode patch = rest.get(key);
            ArrayNode oldList = old == null ? null : list(old);
            ArrayNode patchList = patch == null ? null : list(patch);
            MergeFacts facts = MergeFacts.ofList(type, key);
            ListOrder.checkPatchAgainstOrder(patchList, order, facts.mergeKey());
            ArrayNode merged = mergedForOrder(oldList, patchList, facts);
            if (merged != null) {
                ArrayNode serverOrder = oldList == null ? Json.array() : oldList;
                ListMerge.checkElements(oldList, patchList);
                result.set(key, ListOrder.arrange(merged, order, serverOrder, facts.mergeKey()));
                rest.remove(key);
            }
        }
    }

    private static @Nullable ArrayNode mergedForOrder(
            @Nullable ArrayNode old, @Nullable ArrayNode patch, MergeFacts facts) {
        if (patch == null) {
            return old;
        }
        if (old == null) {
            return (ArrayNode) withoutDirectives(patch);
        }
        return facts.merges() ? ListMerge.merge(old, patch, facts) : patch;
    }

    private static ArrayNode list(@Nullable JsonNode value) {
        if (value instanceof ArrayNode list) {
            return list;
        }
        JsonNode found = value == null ? NullNode.INSTANCE : value;
        throw wrongType(Json.array(), found);
    }

    static PatchException wrongType(JsonNode expected, JsonNode found) {
        return PatchException.plain(
                "expected a " + GoFormat.type(expected) + ", but received a " + GoFormat.type(found));
    }

    private static String afterSlash(String key, String prefix) {
        int slash = key.indexOf('/');
        if (slash != prefix.length()) {
            throw PatchException.badRequest(
                    prefix.equals(SET_ORDER)
                            ? "invalid patch format of setElementOrder list"
                            : "invalid patch format of primitive list");
        }
        return key.substring(slash + 1);
    }

    /// A copy of what a patch adds where nothing was: without nulls in objects, and without the objects
    /// that carry a directive; null when the value is itself such an object.
    private static @Nullable JsonNode withoutDirectives(JsonNode value) {
        return switch (value) {
            case ObjectNode map when map.has(DIRECTIVE) -> null;
            case ObjectNode map -> {
                ObjectNode copy = Json.object();
                for (Map.Entry<String, JsonNode> field : map.properties()) {
                    JsonNode kept = field.getValue().isNull() ? null : withoutDirectives(field.getValue());
                    if (kept != null) {
                        copy.set(field.getKey(), kept);
                    }
                }
                yield copy;
            }
            case ArrayNode list -> {
                ArrayNode copy = Json.array();
                for (JsonNode element : list) {
                    JsonNode kept = withoutDirectives(element);
                    if (kept != null) {
                        copy.add(kept);
                    }
                }
                yield copy;
            }
            case ValueNode _ -> value;
        };
    }
}
