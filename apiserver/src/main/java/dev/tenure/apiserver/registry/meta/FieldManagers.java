package dev.tenure.apiserver.registry.meta;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/// What may stand in `metadata.managedFields` besides the fields. Upstream:
/// apimachinery/pkg/apis/meta/v1/validation/validation.go.
public final class FieldManagers {
    /// In UTF-8.
    public static final int NAME_BYTES_MAX = 128;

    private static final int SUBRESOURCE_BYTES_MAX = 256;
    private static final int DELETE = 0x7f;
    private static final int ASCII_END = 0x80;

    private FieldManagers() {}

    static boolean areValid(JsonNode managedFields) {
        for (JsonNode entry : managedFields) {
            String manager = entry.path("manager").asText("");
            if (FieldError.byteLength(manager) > NAME_BYTES_MAX
                    || !unprintable(manager).isEmpty()
                    || hasLongSubresource(entry)) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasLongSubresource(JsonNode entry) {
        return FieldError.byteLength(entry.path("subresource").asText("")) > SUBRESOURCE_BYTES_MAX;
    }

    static void check(Field managedFields) {
        if (areValid(managedFields.node())) {
            return;
        }
        for (Field entry : managedFields.items()) {
            Field manager = entry.at("manager");
            if (FieldError.byteLength(manager.text()) > NAME_BYTES_MAX) {
                manager.tooLong(NAME_BYTES_MAX);
            }
            unprintable(manager.text()).forEach((place, character) -> manager.invalidText(complaint(character, place)));
            if (hasLongSubresource(entry.node())) {
                entry.at("subresource").tooLong(SUBRESOURCE_BYTES_MAX);
            }
        }
    }

    /// The characters of a manager's name that cannot be printed, by their places.
    public static Map<Integer, Integer> unprintable(String manager) {
        Map<Integer, Integer> found = new LinkedHashMap<>();
        int place = 0;
        for (int at = 0; at < manager.length(); place++) {
            int character = manager.codePointAt(at);
            if (!printable(character)) {
                found.put(place, character);
            }
            at += Character.charCount(character);
        }
        return found;
    }

    public static String complaint(int character, int place) {
        return "invalid character U+%04X (at position %d)".formatted(character, place);
    }

    /// Names are of ASCII nearly always, and each write looks at those of all managers.
    private static boolean printable(int c) {
        return c < ASCII_END
                ? c >= ' ' && c < DELETE
                : Quoted.of(Character.toString(c)).length() <= 4 && !Character.isISOControl(c);
    }
}
