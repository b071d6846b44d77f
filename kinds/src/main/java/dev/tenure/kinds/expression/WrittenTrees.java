package dev.tenure.kinds.expression;

import dev.tenure.model.meta.Frozen;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.managedfields.Foreign;
import java.util.List;
import java.util.Map;

/// Configurations and patches that expressions have written, as trees. Pure. Upstream:
/// apiserver/pkg/admission/plugin/policy/mutating/patch (smd.go, json_patch.go).
public final class WrittenTrees {
    private static final String MISMATCH = "type mismatch: ";
    private static final String VALUE = "value";
    private static final String UNMARSHALLED =
            "JSONPath valueExpression evaluated to a type that could not marshal to JSON: ";

    private WrittenTrees() {}

    /// What an expression of type `Object` came to.
    ///
    /// @throws IllegalArgumentException when its parts do not go together
    public static Configuration configuration(Object value) {
        if (!(value instanceof WrittenValue written)) {
            throw new IllegalArgumentException("unsupported return type from ApplyConfiguration expression: " + value);
        }
        check(written);
        if (hasOddKeys(written)) {
            throw new IllegalArgumentException("invalid return type: *dynamic.ObjectVal");
        }
        return new Configuration(TreeValues.object(written.fields()), ForeignValues.in(written));
    }

    /// A configuration that an expression has written.
    ///
    /// @param foreign what is no value of JSON, by its place
    public record Configuration(ObjectNode tree, Map<String, Foreign> foreign) {
        public Configuration {
            foreign = Frozen.map(foreign);
        }
    }

    /// Whether a map has a key that is no text.
    private static boolean hasOddKeys(Object value) {
        return switch (value) {
            case WrittenValue written -> written.fields().values().stream().anyMatch(WrittenTrees::hasOddKeys);
            case List<?> list -> list.stream().anyMatch(WrittenTrees::hasOddKeys);
            case Map<?, ?> map ->
                !map.keySet().stream().allMatch(String.class::isInstance)
                        || map.values().stream().anyMatch(WrittenTrees::hasOddKeys);
            default -> false;
        };
    }

    private static void check(WrittenValue written) {
        String misnamed = written.misnamed();
        if (!misnamed.isEmpty()) {
            throw new IllegalArgumentException(MISMATCH + misnamed);
        }
    }

    /// What an expression that is a list of `JSONPatch` came to, as a JSON patch.
    ///
    /// @throws IllegalArgumentException when the parts of a value do not go together
    public static ArrayNode operations(Object value) {
        if (!(value instanceof List<?> list)) {
            throw new IllegalArgumentException(MISMATCH + "JSONPatchType.expression should evaluate to array");
        }
        ArrayNode operations = Json.array();
        for (Object item : list) {
            if (!(item instanceof WrittenValue operation)) {
                throw new IllegalArgumentException(
                        MISMATCH + "JSONPatchType.expression should evaluate to array of JSONPatch");
            }
            operations.add(operation(operation.fields()));
        }
        return operations;
    }

    private static ObjectNode operation(Map<String, Object> fields) {
        ObjectNode operation = Json.object();
        operation.put("op", text(fields, "op"));
        operation.put("path", text(fields, "path"));
        String from = text(fields, "from");
        if (!from.isEmpty()) {
            operation.put("from", from);
        }
        Object value = fields.get(VALUE);
        if (value instanceof WrittenValue written) {
            check(written);
        }
        if (value != null) {
            operation.set(VALUE, patched(value));
        }
        return operation;
    }

    private static JsonNode patched(Object value) {
        try {
            return TreeValues.json(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(UNMARSHALLED + e.getMessage(), e);
        }
    }

    private static String text(Map<String, Object> fields, String field) {
        return fields.getOrDefault(field, "") instanceof String text ? text : "";
    }
}
