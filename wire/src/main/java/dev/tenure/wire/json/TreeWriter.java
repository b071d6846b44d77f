package dev.tenure.wire.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tenure.wire.json.SharedWords.Word;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/// Trees → JSON bytes. By hand, for it is what every request waits for, and Jackson's mapper takes longer to set up
/// than the rest of the server. Confined to one call.
final class TreeWriter {
    /// Room for most statuses and leases; for a pod it is grown once.
    private static final int START_SIZE = 1 << 10;

    private static final int GROWTH = 4;

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final String NEEDS_ESCAPE = "\b\t\n\f\r\"\\";
    private static final String ESCAPES = "btnfr\"\\";

    /// Whether a character of ASCII is written as it stands.
    private static final boolean[] PLAIN = plain();

    private byte[] out;
    private int size;

    /// @param room for so many bytes there is room at once
    TreeWriter(int room) {
        out = new byte[room];
    }

    static byte[] write(JsonNode tree) {
        var writer = new TreeWriter(START_SIZE);
        writer.value(tree);
        return writer.written();
    }

    /// What was written so far.
    byte[] written() {
        return Arrays.copyOf(out, size);
    }

    private static boolean[] plain() {
        boolean[] plain = new boolean[0x80];
        Arrays.fill(plain, ' ', plain.length, true);
        plain['"'] = false;
        plain['\\'] = false;
        return plain;
    }

    void value(JsonNode value) {
        if (value instanceof Word word) {
            word(word.bytes());
        } else if (value instanceof TextNode text) {
            string(text.textValue());
        } else if (value instanceof ObjectNode object) {
            object(object);
        } else if (value instanceof ArrayNode array) {
            array(array);
        } else {
            other(value);
        }
    }

    private void other(JsonNode value) {
        String text = value.textValue();
        if (text != null) {
            string(text);
        } else if (isPlain(value)) {
            ascii(value.asText());
        } else {
            throw new IllegalArgumentException("there is no JSON for a value of type " + value.getNodeType());
        }
    }

    /// Whether a node that is no text is written as a word or a number: one that is missing is not, nor is a number
    /// that JSON has not.
    private static boolean isPlain(JsonNode value) {
        return switch (value.getNodeType()) {
            case BOOLEAN, NULL -> true;
            case NUMBER -> !(value.isDouble() || value.isFloat()) || Double.isFinite(value.doubleValue());
            case ARRAY, OBJECT, STRING, BINARY, POJO, MISSING -> false;
        };
    }

    /// Whether there is JSON for all of a tree, which nests no deeper than what can be read again.
    static boolean canWrite(JsonNode tree) {
        return canWrite(tree, 0);
    }

    private static boolean canWrite(JsonNode value, int depth) {
        if (!value.isContainerNode()) {
            return value.textValue() != null || isPlain(value);
        }
        if (value instanceof SharedTree) {
            return true;
        }
        if (depth == JsonScanner.DEPTH_MAX) {
            return false;
        }
        for (JsonNode part : value) {
            if (!canWrite(part, depth + 1)) {
                return false;
            }
        }
        return true;
    }

    private void object(ObjectNode object) {
        if (object instanceof SharedTree shared) {
            bytes(shared.bytes(), 0, shared.length());
            return;
        }
        put('{');
        boolean first = true;
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            if (!first) {
                put(',');
            }
            first = false;
            string(member.getKey());
            put(':');
            value(member.getValue());
        }
        put('}');
    }

    private void word(byte[] bytes) {
        int length = bytes.length;
        reserve(length + 2);
        out[size] = '"';
        System.arraycopy(bytes, 0, out, size + 1, length);
        size += length + 2;
        out[size - 1] = '"';
    }

    /// Writes JSON as it stands.
    void bytes(byte[] bytes, int from, int to) {
        reserve(to - from);
        System.arraycopy(bytes, from, out, size, to - from);
        size += to - from;
    }

    private void array(ArrayNode array) {
        put('[');
        for (int i = 0; i < array.size(); i++) {
            if (i > 0) {
                put(',');
            }
            value(array.get(i));
        }
        put(']');
    }

    private void reserve(int count) {
        if (size + count > out.length) {
            out = Arrays.copyOf(out, Math.max(grown(out.length), Math.addExact(size, count)));
        }
    }

    private static int grown(int length) {
        return length <= START_SIZE ? length * GROWTH : Math.addExact(length, length);
    }

    private void put(char c) {
        reserve(1);
        out[size++] = (byte) c;
    }

    /// Numbers and the three words.
    private void ascii(String text) {
        reserve(text.length());
        for (int i = 0; i < text.length(); i++) {
            out[size++] = (byte) text.charAt(i);
        }
    }

    private void string(String text) {
        int length = text.length();
        reserve(length + 2);
        byte[] to = out;
        int at = size;
        to[at++] = '"';
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= PLAIN.length || !PLAIN[c]) {
                size = at;
                unusual(text, i);
                put('"');
                return;
            }
            to[at++] = (byte) c;
        }
        to[at++] = '"';
        size = at;
    }

    /// The rest of a string from its first character that is not written as it stands.
    private void unusual(String text, int from) {
        int i = from;
        while (i < text.length()) {
            i = usual(text, i);
            if (i == text.length()) {
                return;
            }
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            if (point < ' ') {
                escape((char) point);
            } else {
                utf8(point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE ? 0xfffd : point);
            }
        }
    }

    /// Characters of ASCII, but for those that control something, from there on; where they end. JSON within JSON has
    /// a quotation mark at every word.
    private int usual(String text, int from) {
        int length = text.length();
        reserve(2 * (length - from));
        byte[] to = out;
        int at = size;
        int i = from;
        for (; i < length; i++) {
            char c = text.charAt(i);
            if (c >= PLAIN.length || c < ' ') {
                break;
            }
            if (!PLAIN[c]) {
                to[at++] = '\\';
            }
            to[at++] = (byte) c;
        }
        size = at;
        return i;
    }

    private void escape(char c) {
        put('\\');
        int known = NEEDS_ESCAPE.indexOf(c);
        if (known >= 0) {
            put(ESCAPES.charAt(known));
            return;
        }
        ascii("u00");
        put((char) HEX[c >> 4]);
        put((char) HEX[c & 0xf]);
    }

    private void utf8(int point) {
        byte[] bytes = Character.toString(point).getBytes(StandardCharsets.UTF_8);
        reserve(bytes.length);
        System.arraycopy(bytes, 0, out, size, bytes.length);
        size += bytes.length;
    }
}
