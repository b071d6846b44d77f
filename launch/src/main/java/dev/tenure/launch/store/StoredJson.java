package dev.tenure.launch.store;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.ValueNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;

/// JSON as Go's encoder writes it into etcd: letters that mean something in HTML as escapes, and a line's end behind.
/// Upstream: encoding/json (Encoder), apimachinery/pkg/runtime/serializer/json.
final class StoredJson {
    private static final byte[] LINE_SEPARATORS = "\u2028".getBytes(StandardCharsets.UTF_8);

    private StoredJson() {}

    /// The fields of objects in the order of their names, as those of kinds without a Go type are written.
    static JsonNode sorted(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> {
                var fields = new TreeMap<String, JsonNode>();
                object.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
                ObjectNode sorted = Json.object();
                fields.forEach(sorted::set);
                yield sorted;
            }
            case ArrayNode array -> {
                ArrayNode sorted = Json.array();
                array.forEach(item -> sorted.add(sorted(item)));
                yield sorted;
            }
            case ValueNode _ -> node;
        };
    }

    /// @param json whole and valid: the letters that are escaped can stand in its strings only
    static byte[] written(byte[] json) {
        var out = new ByteArrayOutputStream(json.length + 1);
        for (int i = 0; i < json.length; i++) {
            byte letter = json[i];
            if (letter == '<' || letter == '>' || letter == '&') {
                out.writeBytes("\\u00%02x".formatted(letter).getBytes(StandardCharsets.US_ASCII));
            } else if (isLineSeparator(json, i)) {
                out.writeBytes("\\u20%02x".formatted(json[i + 2] & 0x2f).getBytes(StandardCharsets.US_ASCII));
                i += 2;
            } else {
                out.write(letter);
            }
        }
        out.write('\n');
        return out.toByteArray();
    }

    /// U+2028 or U+2029.
    private static boolean isLineSeparator(byte[] json, int at) {
        return at + 2 < json.length
                && json[at] == LINE_SEPARATORS[0]
                && json[at + 1] == LINE_SEPARATORS[1]
                && (json[at + 2] & 0xfe) == (LINE_SEPARATORS[2] & 0xff);
    }
}
