package dev.tenure.apiserver.registry.meta;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Texts;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.function.BiConsumer;

/// What is valid as the data of a config map or a secret.
public final class DataValidation {
    public static final int BYTES_MAX = 1024 * 1024;

    private DataValidation() {}

    /// Checks the keys of a map of data.
    ///
    /// @param base64 whether values are bytes in base64
    /// @param more checks an entry further
    /// @return the number of bytes of all values
    public static long keys(Field data, boolean base64, BiConsumer<String, Field> more) {
        long bytes = 0;
        for (var entry : data.entries().entrySet()) {
            String key = entry.getKey();
            Texts.configKey(key).forEach(complaint -> entry.getValue().invalid(key, complaint));
            more.accept(key, entry.getValue());
            bytes += base64
                    ? decodedLength(entry.getValue().text())
                    : FieldError.byteLength(entry.getValue().text());
        }
        return bytes;
    }

    private static long decodedLength(String base64) {
        int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
        return base64.length() / 4 * 3L - padding;
    }

    /// Checks that what was once declared immutable stays so, and the data with it.
    public static void immutable(Field next, JsonNode old, List<String> data) {
        if (!old.path("immutable").asBoolean()) {
            return;
        }
        String fixed = "field is immutable when `immutable` is set";
        if (!next.at("immutable").flag()) {
            next.at("immutable").forbidden(fixed);
        }
        for (String name : data) {
            boolean same = SameValue.same(next.node().path(name), old.path(name));
            boolean emptied = !next.at(name).isSet() && next.at(name).wasEmpty();
            if (!same || emptied) { // what is empty differs from what is absent, as upstream's DeepEqual has it
                next.at(name).forbidden(fixed);
            }
        }
    }
}
