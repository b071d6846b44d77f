package dev.tenure.kinds.storage;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.wire.json.JsonNode;
import java.util.Locale;
import java.util.Map;

/// What is valid as the driver of a class and as its parameters. Pure.
final class ParameterValidation {
    private static final int COUNT_MAX = 512;
    private static final int BYTES_MAX = 256 * 1024;

    private ParameterValidation() {}

    static void driver(Field driver) {
        if (driver.isEmpty()) {
            driver.required();
        } else {
            String lower = driver.text().toLowerCase(Locale.ROOT);
            Names.qualified(lower).forEach(complaint -> driver.invalid(lower, complaint));
        }
    }

    static void parameters(Field parameters, boolean mayBeEmpty) {
        if (parameters.size() > COUNT_MAX) {
            parameters.tooLong(COUNT_MAX);
            return;
        }
        for (Map.Entry<String, JsonNode> entry : parameters.node().properties()) {
            if (entry.getKey().isEmpty()) {
                parameters.invalid("", "field can not be empty.");
            }
        }
        if (bytes(parameters.node()) > BYTES_MAX) {
            parameters.tooLong(BYTES_MAX);
        }
        if (!mayBeEmpty && parameters.isEmpty()) {
            parameters.required("must contain at least one key/value pair");
        }
    }

    /// How long all names and values of a map are together.
    static long bytes(JsonNode map) {
        long bytes = 0;
        for (Map.Entry<String, JsonNode> entry : map.properties()) {
            bytes += FieldError.byteLength(entry.getKey())
                    + FieldError.byteLength(entry.getValue().asText(""));
        }
        return bytes;
    }
}
