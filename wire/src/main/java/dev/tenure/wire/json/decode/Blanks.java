package dev.tenure.wire.json.decode;

import java.io.ByteArrayOutputStream;

/// The blanks between the parts of JSON, which mean nothing.
final class Blanks {
    private Blanks() {}

    /// Whether all of it is ASCII, so that nothing in it can be ill-formed as UTF-8.
    static boolean isAscii(byte[] json) {
        for (byte c : json) {
            if (c < 0) {
                return false;
            }
        }
        return true;
    }

    /// The same JSON without blanks.
    ///
    /// @param json well-formed; is returned itself when it has none
    static byte[] without(byte[] json) {
        ByteArrayOutputStream kept = new ByteArrayOutputStream(json.length);
        boolean quoted = false;
        for (int at = 0; at < json.length; at++) {
            byte c = json[at];
            if (quoted && c == '\\') {
                kept.write(c);
                at++;
                kept.write(json[at]);
                continue;
            }
            if (c == '"') {
                quoted = !quoted;
            }
            if (quoted || (c != ' ' && c != '\n' && c != '\r' && c != '\t')) {
                kept.write(c);
            }
        }
        return kept.size() == json.length ? json : kept.toByteArray();
    }
}
