package dev.tenure.wire.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Where a value stands in JSON as [Json#write] makes it: without blanks, and known to be well-formed. For the few
/// places that change a field or two of a large object and need nothing else of it.
///
/// @param from the index of the value's first byte
/// @param to the index after its last one
public record JsonPlace(int from, int to) {
    /// The value of the whole.
    public static JsonPlace of(byte[] json) {
        return new JsonPlace(0, json.length);
    }

    /// The value of a member of the object that stands here; empty when there is none, or no object.
    ///
    /// @param name free of characters that JSON escapes
    public Optional<JsonPlace> member(byte[] json, String name) {
        if (json[from] != '{') {
            return Optional.empty();
        }
        byte[] wanted = name.getBytes(StandardCharsets.US_ASCII);
        int at = from + 1;
        while (json[at] == '"') {
            int nameEnd = afterText(json, at);
            int valueEnd = afterValue(json, nameEnd + 1);
            if (Arrays.equals(json, at + 1, nameEnd - 1, wanted, 0, wanted.length)) {
                return Optional.of(new JsonPlace(nameEnd + 1, valueEnd));
            }
            at = json[valueEnd] == ',' ? valueEnd + 1 : valueEnd;
        }
        return Optional.empty();
    }

    /// Whether this is an object or a list without anything in it.
    public boolean isEmpty() {
        return to - from == 2;
    }

    /// The index before the closing brace of the object that stands here, where a member can be added.
    public int end() {
        return to - 1;
    }

    private static int afterText(byte[] json, int quote) {
        int at = quote + 1;
        while (json[at] != '"') {
            at += json[at] == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    private static int afterValue(byte[] json, int start) {
        int at = start;
        int depth = 0;
        do {
            switch (json[at]) {
                case '"' -> at = afterText(json, at);
                case '{', '[' -> {
                    depth++;
                    at++;
                }
                case '}', ']' -> {
                    depth--;
                    at++;
                }
                default -> at++;
            }
        } while (depth > 0 || !endsValue(json, at));
        return at;
    }

    private static boolean endsValue(byte[] json, int at) {
        return at >= json.length || json[at] == ',' || json[at] == '}' || json[at] == ']';
    }
}
