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

    static String json(JsonNode value) {
        return new String(Json.write(value), StandardCharsets.UTF_8);
    }

    /// Text in double quotes, escaped as Go's `%q` does for what occurs in JSON.
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
