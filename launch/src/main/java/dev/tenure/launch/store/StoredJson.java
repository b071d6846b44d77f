package dev.tenure.launch.store;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// JSON as Go's encoder writes it into etcd: letters that mean something in HTML as escapes, and a line's end
/// behind. Upstream: encoding/json (Encoder), apimachinery/pkg/runtime/serializer/json.
final class StoredJson {
    private static final byte[] LINE_SEPARATORS = "\u2028".getBytes(StandardCharsets.UTF_8);

    private StoredJson() {}

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
