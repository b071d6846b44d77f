package dev.tenure.wire.json;

import dev.tenure.wire.json.Part.Elements;
import dev.tenure.wire.json.Part.Members;
import dev.tenure.wire.json.Part.Text;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/// Trees and documents → JSON bytes: the one place that writes the punctuation of objects. By hand, for it is
/// what every request waits for. Confined to one call.
public final class TreeWriter {
    /// Room for most statuses and leases; for a pod it is grown once.
    private static final int START_SIZE = 1 << 10;

    private static final int GROWTH = 4;

    /// Longer ones are rare.
    private static final int NUMBER_USUAL = 20;

    /// Two quotes and a colon.
    private static final int ROOM_FOR_LABEL = 3;

    static final String METADATA = "metadata";
    private static final Set<String> TYPE = Set.of("kind", "apiVersion");

    /// The members of metadata that stand before the revision.
    static final Set<String> BEFORE_REVISION = Set.of("name", "generateName", "namespace", "selfLink", "uid");

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final String NEEDS_ESCAPE = "\b\t\n\f\r\"\\";
    private static final String ESCAPES = "btnfr\"\\";

    /// What Go escapes besides, so that JSON may stand within HTML. Bytes that Go's controllers have written,
    /// as the data of ControllerRevisions, must come back as they were, or every set would roll.
    private static final String MARKUP = "<>&";

    private static final char LINE_END = '\u2028';
    private static final char PARAGRAPH_END = '\u2029';

    /// Whether a character of ASCII is written as it stands.
    private static final boolean[] PLAIN = plain();

    private byte[] out;
    private int size;

    /// @param room for so many bytes there is room at once
    public TreeWriter(int room) {
        out = new byte[room];
    }

    static byte[] write(JsonNode tree) {
        var writer = new TreeWriter(START_SIZE);
        writer.value(tree);
        return writer.written();
    }

    static byte[] write(Part part) {
        var writer = new TreeWriter(room(part));
        writer.part(part);
        return writer.written();
    }

    private static int room(Part part) {
        if (part instanceof ValueNode value) {
            return value.isTextual() ? value.asText().length() + 2 : NUMBER_USUAL;
        }
        return part.length() < 0 ? START_SIZE : part.length();
    }

    /// A member's name with its colon.
    static byte[] label(String name) {
        var writer = new TreeWriter(name.length() + ROOM_FOR_LABEL);
        writer.string(name);
        writer.put(':');
        return writer.written();
    }

    /// What was written so far.
    public byte[] written() {
        return size == out.length ? out : Arrays.copyOf(out, size);
    }

    /// One part alone, whatever was written before. Who writes many needs one writer for all.
    byte[] alone(Part part) {
        size = 0;
        part(part);
        return Arrays.copyOf(out, size);
    }

    private static boolean[] plain() {
        boolean[] plain = new boolean[0x80];
        Arrays.fill(plain, ' ', plain.length, true);
        plain['"'] = false;
        plain['\\'] = false;
        MARKUP.chars().forEach(c -> plain[c] = false);
        return plain;
    }

    /// Whether a character stands for itself in what is written.
    static boolean isPlain(char c) {
        return c < PLAIN.length && PLAIN[c];
    }

    public void value(JsonNode value) {
        if (value instanceof TextNode text) {
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
            throw unwritable(value);
        }
    }

    static IllegalArgumentException unwritable(JsonNode value) {
        return new IllegalArgumentException("there is no JSON for a value of type " + value.type());
    }

    /// Whether a node that is no text is written as a word or a number: one that is missing is not, nor is a
    /// number that JSON has not.
    static boolean isPlain(JsonNode value) {
        return switch (value.type()) {
            case BOOLEAN, NULL -> true;
            case NUMBER -> !value.isDouble() || Double.isFinite(value.doubleValue());
            case ARRAY, OBJECT, STRING, MISSING -> false;
        };
    }

    void part(Part part) {
        switch (part) {
            case Text text -> bytes(text.json());
            case ValueNode value -> value(value);
            case Members members -> members(members);
            case Elements elements -> {
                put('[');
                for (int i = 0; i < elements.size(); i++) {
                    if (i > 0) {
                        put(',');
                    }
                    part(elements.part(i));
                }
                put(']');
            }
        }
    }

    /// Writes an object as it is stored, with its revision where upstream has it: after `metadata.uid`.
    ///
    /// @param revision 0 for none
    /// @param typed whether it says first what it is; items of lists do not
    public void stored(Document object, long revision, boolean typed) {
        if (!(object.resolved() instanceof Members members)) {
            throw new JsonSyntaxException("expected a JSON object");
        }
        put('{');
        boolean first = true;
        for (int i = 0; i < members.size(); i++) {
            String name = members.shape().name(i);
            if (typed || !TYPE.contains(name)) {
                boolean revised = revision > 0 && name.equals(METADATA);
                member(members, i, first, revised ? revision : 0);
                first = false;
            }
        }
        put('}');
    }

    private void revised(Part metadata, long revision) {
        if (!(PartReader.resolved(metadata) instanceof Members members)) {
            part(metadata);
            return;
        }
        int at = 0;
        while (at < members.size() && BEFORE_REVISION.contains(members.shape().name(at))) {
            at++;
        }
        put('{');
        for (int i = 0; i < at; i++) {
            member(members, i, i == 0, 0);
        }
        text((at == 0 ? "" : ",") + "\"resourceVersion\":\"" + revision + '"');
        for (int i = at; i < members.size(); i++) {
            member(members, i, false, 0);
        }
        put('}');
    }

    private void members(Members members) {
        put('{');
        for (int i = 0; i < members.size(); i++) {
            member(members, i, i == 0, 0);
        }
        put('}');
    }

    /// @param revision to be put into the value; 0 for none
    private void member(Members members, int at, boolean first, long revision) {
        if (!first) {
            put(',');
        }
        bytes(members.shape().label(at));
        if (revision > 0) {
            revised(members.part(at), revision);
        } else {
            part(members.part(at));
        }
    }

    /// Writes a text as it stands, without quotes.
    public void text(String json) {
        bytes(json.getBytes(StandardCharsets.UTF_8));
    }

    private void object(ObjectNode object) {
        Part kept = WorkingTree.untouched(object);
        if (kept != null) {
            part(kept);
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

    /// Writes JSON as it stands.
    public void bytes(byte[] json) {
        reserve(json.length);
        System.arraycopy(json, 0, out, size, json.length);
        size += json.length;
    }

    private void array(ArrayNode array) {
        Part kept = WorkingTree.untouched(array);
        if (kept != null) {
            part(kept);
            return;
        }
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

    /// Writes a text in quotes.
    public void string(String text) {
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
            if (point < ' ' || MARKUP.indexOf(point) >= 0 || point == LINE_END || point == PARAGRAPH_END) {
                escape((char) point);
            } else {
                utf8(point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE ? 0xfffd : point);
            }
        }
    }

    /// Characters of ASCII, but for those that are written by their numbers, from there on; where they end.
    /// JSON within JSON has a quotation mark at every word.
    private int usual(String text, int from) {
        int length = text.length();
        reserve(2 * (length - from));
        byte[] to = out;
        int at = size;
        int i = from;
        for (; i < length; i++) {
            char c = text.charAt(i);
            if (c >= PLAIN.length || (!PLAIN[c] && c != '"' && c != '\\')) {
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
        put('u');
        for (int shift = 12; shift >= 0; shift -= 4) {
            put((char) HEX[c >> shift & 0xf]);
        }
    }

    private void utf8(int point) {
        byte[] bytes = Character.toString(point).getBytes(StandardCharsets.UTF_8);
        reserve(bytes.length);
        System.arraycopy(bytes, 0, out, size, bytes.length);
        size += bytes.length;
    }
}
