package dev.tenure.wire.json;

import java.util.Arrays;
import java.util.List;

/// The steps of JSON pointers (RFC 6901).
final class JsonPointers {
    private JsonPointers() {}

    /// @throws IllegalArgumentException when it is not empty and does not begin with a slash
    static List<String> steps(String pointer) {
        if (pointer.isEmpty()) {
            return List.of();
        }
        if (pointer.charAt(0) != '/') {
            throw new IllegalArgumentException("a JSON pointer begins with a slash: " + pointer);
        }
        return Arrays.stream(pointer.substring(1).split("/", -1))
                .map(step -> step.replace("~1", "/").replace("~0", "~"))
                .toList();
    }

    /// Which element of a list a step means; -1 for none.
    static int index(String step) {
        try {
            return Integer.parseInt(step);
        } catch (NumberFormatException _) {
            return -1;
        }
    }
}
