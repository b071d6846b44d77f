package dev.tenure.wire.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
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

    /// The values of members of the object that stands here, in the order of their names; empty for those that are not
    /// there. Reads no further than the last one.
    ///
    /// @param names free of characters that JSON escapes
    public List<Optional<JsonPlace>> members(byte[] json, List<String> names) {
        List<Optional<JsonPlace>> found = new ArrayList<>(Collections.nCopies(names.size(), Optional.empty()));
        int missing = json[from] == '{' ? names.size() : 0;
        int at = from + 1;
        while (missing > 0 && json[at] == '"') {
            int nameEnd = afterText(json, at);
            int valueEnd = afterValue(json, nameEnd + 1);
            int wanted = indexOf(json, at + 1, nameEnd - 1, names);
            if (wanted >= 0) {
                found.set(wanted, Optional.of(new JsonPlace(nameEnd + 1, valueEnd)));
                missing--;
            }
            at = json[valueEnd] == ',' ? valueEnd + 1 : valueEnd;
        }
        return found;
    }

    /// The elements of the list that stands here.
    public List<JsonPlace> elements(byte[] json) {
        List<JsonPlace> found = new ArrayList<>();
        int at = from + 1;
        while (at < to - 1) {
            int end = afterValue(json, at);
            found.add(new JsonPlace(at, end));
            at = json[end] == ',' ? end + 1 : end;
        }
        return found;
    }

    private static int indexOf(byte[] json, int from, int to, List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            if (isText(json, from, to, names.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isText(byte[] json, int from, int to, String text) {
        if (text.length() != to - from) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (json[from + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// Whether this is an object or a list without anything in it.
    public boolean isEmpty() {
        return to - from == 2;
    }

    /// The index before the closing brace of the object that stands here, where a member can be added.
    public int end() {
        return to - 1;
    }

    public int length() {
        return to - from;
    }

    /// The value that stands here.
    public JsonNode read(byte[] json) {
        return Json.read(Arrays.copyOfRange(json, from, to));
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
            byte c = json[at];
            if (c == '"') {
                at = afterText(json, at);
            } else {
                // '{' and '[' have the bits of 0x5b, '}' and ']' those of 0x5d, but for the one of lower case
                int bracket = c & ~0x20;
                depth += bracket == '[' ? 1 : bracket == ']' ? -1 : 0;
                at++;
            }
        } while (depth > 0 || !endsValue(json, at));
        return at;
    }

    private static boolean endsValue(byte[] json, int at) {
        return at >= json.length || json[at] == ',' || json[at] == '}' || json[at] == ']';
    }
}
