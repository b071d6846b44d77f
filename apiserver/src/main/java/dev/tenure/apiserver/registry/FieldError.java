package dev.tenure.apiserver.registry;

import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.go.GoFloat;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// One thing that is wrong with one field, rendered as upstream renders it: `FIELD: TYPE: BADVALUE: DETAIL`.
///
/// @param value what stands there; absent where the type of error does not show it or the caller leaves it
///     out
/// @param detail empty when there is nothing to add
public record FieldError(Type type, String field, Optional<JsonNode> value, String detail) {
    /// What is wrong, with the cause reason and the words upstream uses.
    public enum Type {
        NOT_FOUND("FieldValueNotFound", "Not found", true),
        REQUIRED("FieldValueRequired", "Required value", false),
        DUPLICATE("FieldValueDuplicate", "Duplicate value", true),
        INVALID("FieldValueInvalid", "Invalid value", true),
        NOT_SUPPORTED("FieldValueNotSupported", "Unsupported value", true),
        FORBIDDEN("FieldValueForbidden", "Forbidden", false),
        TOO_LONG("FieldValueTooLong", "Too long", false),
        TOO_MANY("FieldValueTooMany", "Too many", true),
        INTERNAL("InternalError", "Internal error", false),
        TYPE_INVALID("FieldValueTypeInvalid", "Invalid value", true);

        private final String reason;
        private final String words;
        private final boolean showsValue;

        Type(String reason, String words, boolean showsValue) {
            this.reason = reason;
            this.words = words;
            this.showsValue = showsValue;
        }

        public String reason() {
            return reason;
        }
    }

    /// Type, value and detail, without the field.
    public String body() {
        var text = new StringBuilder(type.words);
        if (type.showsValue && value.isPresent()) {
            text.append(": ").append(rendered(value.get()));
        }
        if (!detail.isEmpty()) {
            text.append(": ").append(detail);
        }
        return text.toString();
    }

    /// The whole line.
    public String text() {
        return field + ": " + body();
    }

    public Status.Cause cause() {
        return new Status.Cause(type.reason(), body(), field);
    }

    private static String rendered(JsonNode node) {
        if (node instanceof NullNode || node.isMissingNode()) {
            return "null";
        }
        if (node.isFloatingPointNumber()) {
            return GoFloat.shortest(node.doubleValue());
        }
        return node.isTextual() ? Quoted.of(node.asText()) : Json.goText(node);
    }

    /// How many bytes a text has on the wire; limits of length count these.
    public static int byteLength(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return text.getBytes(StandardCharsets.UTF_8).length;
            }
        }
        return text.length();
    }
}
