package dev.tenure.wire.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;

/// What the patches ask of JSON values.
final class Values {
    private Values() {}

    /// A new object with the same fields and the same values.
    static ObjectNode shallowCopy(ObjectNode object) {
        ObjectNode copy = object.objectNode();
        copy.setAll(object);
        return copy;
    }

    /// The word that Go's decoder has for a kind of value.
    static String jsonKind(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "array";
            case OBJECT, POJO -> "object";
            case STRING, BINARY -> "string";
            case NUMBER -> "number";
            case BOOLEAN -> "bool";
            case NULL, MISSING -> "null";
        };
    }

    /// Whether two scalars are one value of one Go type: 1 and 1.0 are not.
    static boolean sameScalar(JsonNode left, JsonNode right) {
        if (left.isNumber() && right.isNumber()) {
            return left.isIntegralNumber() == right.isIntegralNumber()
                    && left.asText().equals(right.asText());
        }
        return left.equals(right);
    }

    static String json(JsonNode value) {
        return new String(Json.write(value), StandardCharsets.UTF_8);
    }
}
