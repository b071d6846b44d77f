package dev.tenure.wire.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Walks over JSON text byte by byte, by Go's grammar and with Go's error texts: no byte order mark, invalid
/// UTF-8 and lone surrogates become U+FFFD, numbers keep their text. Confined to one thread.
public final class JsonScanner {
    /// Deeper nesting is refused.
    static final int DEPTH_MAX = 1_000;

    static final int END = -1;

    private static final String IN_VALUE = "looking for beginning of value";
    private static final String IN_KEY = "looking for beginning of object key string";

    private final byte[] data;
    private int position;
    private int depth;
    private boolean sawBlanks;

    public JsonScanner(byte[] data) {
        this.data = data;
    }

    public int position() {
        return position;
    }

    /// Whether a value that begins with this byte is a number.
    public static boolean isNumber(int first) {
        return first == '-' || (first >= '0' && first <= '9');
    }

    /// Whether blanks were skipped since this was last asked.
    public boolean sawBlanks() {
        boolean saw = sawBlanks;
        sawBlanks = false;
        return saw;
    }

    /// Skips blanks. The next byte, which stays unread, or [#END].
    int peek() {
        while (position < data.length) {
            byte c = data[position];
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                return c & 0xff;
            }
            position++;
            sawBlanks = true;
        }
        return END;
    }

    /// As [#peek], where a value has to start.
    public int peekValue() {
        int c = peek();
        if (c == END) {
            throw unexpected(IN_VALUE);
        }
        return c;
    }

    JsonSyntaxException unexpected(String where) {
        return position >= data.length
                ? new JsonSyntaxException("unexpected end of JSON input")
                : new JsonSyntaxException("invalid character " + GoText.quoteByte(data[position] & 0xff) + " " + where);
    }

    /// As [#unexpected] within a token: there Go takes the end for a blank.
    private JsonSyntaxException broken(String where) {
        return position >= data.length ? new JsonSyntaxException("invalid character ' ' " + where) : unexpected(where);
    }

    /// After the outermost value.
    public void end() {
        if (peek() != END) {
            throw unexpected("after top-level value");
        }
    }

    /// Reads `{` or `[`.
    public void open() {
        position++;
        if (++depth > DEPTH_MAX) {
            throw new JsonSyntaxException("exceeded max depth");
        }
    }

    /// Whether a further member follows; reads the comma before it, or the closing brace.
    public boolean member(boolean first) {
        int c = peek();
        if (c == '}') {
            return close();
        }
        if (!first) {
            if (c != ',') {
                throw unexpected("after object key:value pair");
            }
            position++;
            c = peek();
        }
        if (c != '"') {
            throw unexpected(IN_KEY);
        }
        return true;
    }

    /// Reads a member's key and the colon after it.
    public String key() {
        String key = string();
        if (peek() != ':') {
            throw unexpected("after object key");
        }
        position++;
        return key;
    }

    /// Whether a further element follows; reads the comma before it, or the closing bracket.
    public boolean element(boolean first) {
        int c = peek();
        if (c == ']' && first) {
            return close();
        }
        if (first) {
            return true;
        }
        if (c == ']') {
            return close();
        }
        if (c != ',') {
            throw unexpected("after array element");
        }
        position++;
        return true;
    }

    private boolean close() {
        position++;
        depth--;
        return false;
    }

    /// Reads a string, whose opening quote is the next byte.
    public String string() {
        return text().textValue();
    }

    /// The same as a node.
    public TextNode text() {
        int start = ++position;
        int at = start;
        int hash = 0;
        while (at < data.length) {
            byte c = data[at];
            if (c == '"') {
                position = at + 1;
                return Words.of(data, start, at, hash);
            }
            if (c < ' ' || c == '\\') {
                break;
            }
            hash = 31 * hash + c;
            at++;
        }
        position = at;
        return TextNode.valueOf(longString(start));
    }

    private String longString(int start) {
        boolean escaped = scanString();
        int end = position - 1;
        return escaped ? StringEscapes.read(data, start, end) : utf8(start, end);
    }

    /// Reads to the closing quote; whether there were escapes.
    private boolean scanString() {
        boolean escaped = false;
        while (position < data.length) {
            byte c = data[position];
            if (c == '"') {
                position++;
                return escaped;
            }
            if (c >= 0 && c < ' ') {
                throw unexpected("in string literal");
            }
            position++;
            if (c == '\\') {
                escaped = true;
                scanEscape();
            }
        }
        throw unexpected("");
    }

    private void scanEscape() {
        if (position >= data.length || "bfnrt\\/\"u".indexOf(data[position]) < 0) {
            throw broken("in string escape code");
        }
        boolean unicode = data[position] == 'u';
        position++;
        for (int i = 0; unicode && i < 4; i++) {
            if (position >= data.length || Character.digit(data[position], 16) < 0) {
                throw broken("in \\u hexadecimal character escape");
            }
            position++;
        }
    }

    private String utf8(int start, int end) {
        String text = new String(data, start, end - start, StandardCharsets.UTF_8);
        return text.indexOf('\ufffd') < 0 ? text : StringEscapes.read(data, start, end);
    }

    /// Reads a number; its text.
    public String number() {
        int start = position;
        scanNumber();
        return new String(data, start, position - start, StandardCharsets.ISO_8859_1);
    }

    private void scanNumber() {
        if (data[position] == '-') {
            position++;
            if (!isDigit()) {
                throw broken("in numeric literal");
            }
        }
        if (data[position] == '0') {
            position++;
        } else {
            digits();
        }
        if (position < data.length && data[position] == '.') {
            position++;
            if (!isDigit()) {
                throw broken("after decimal point in numeric literal");
            }
            digits();
        }
        if (position < data.length && (data[position] | 0x20) == 'e') {
            scanExponent();
        }
    }

    private void scanExponent() {
        position++;
        if (position < data.length && (data[position] == '+' || data[position] == '-')) {
            position++;
        }
        if (!isDigit()) {
            throw broken("in exponent of numeric literal");
        }
        digits();
    }

    private boolean isDigit() {
        return position < data.length && data[position] >= '0' && data[position] <= '9';
    }

    private void digits() {
        while (isDigit()) {
            position++;
        }
    }

    /// Reads `true`, `false` or `null`, whichever starts with the next byte.
    public void literal() {
        String word = switch (data[position]) {
            case 't' -> "true";
            case 'f' -> "false";
            case 'n' -> "null";
            default -> throw unexpected(IN_VALUE);
        };
        position++;
        for (int i = 1; i < word.length(); i++) {
            if (position >= data.length || data[position] != word.charAt(i)) {
                throw broken("in literal " + word + " (expecting " + GoText.quoteByte(word.charAt(i)) + ")");
            }
            position++;
        }
    }

    /// Reads a value and forgets it.
    public void skip() {
        switch (peekValue()) {
            case '{' -> {
                open();
                for (boolean first = true; member(first); first = false) {
                    position++;
                    scanString();
                    if (peek() != ':') {
                        throw unexpected("after object key");
                    }
                    position++;
                    skip();
                }
            }
            case '[' -> {
                open();
                for (boolean first = true; element(first); first = false) {
                    skip();
                }
            }
            case '"' -> {
                position++;
                scanString();
            }
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> scanNumber();
            default -> literal();
        }
    }

    /// Reads a value; its bytes as they stand.
    public byte[] skipped() {
        peekValue();
        int start = position;
        skip();
        return Arrays.copyOfRange(data, start, position);
    }

    /// Goes back to where it was before it read a value.
    public void backTo(int before) {
        position = before;
    }

    /// Reads a value; its text as it stands.
    public String raw() {
        peekValue();
        int start = position;
        skip();
        return new String(data, start, position - start, StandardCharsets.UTF_8);
    }
}
