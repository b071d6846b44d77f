package dev.tenure.wire.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The fields of an entry of `managedFields`, shared by all objects that say the same of a manager:
/// pods of one template have the same ones, and each state of an object repeats those of the state
/// before. A known one is told by its bytes instead of being read, and written by copying them.
///
/// It is to be read only; a deep copy is an object of its own. As with [SharedWords], each has one place in a static
/// table, by its hash, and pushes out what is there; what is returned equals what was read. Threads may race for a
/// place: either serves.
@SuppressWarnings("unchecked") // of deepCopy(), which Jackson declares so
public final class SharedTree extends ObjectNode {
    private static final long serialVersionUID = 1;

    private static final String KEY = "fieldsV1";
    private static final String TYPE = "fieldsType";
    private static final String TYPE_OF_KEY = "FieldsV1";

    /// A power of two.
    private static final int PLACES = 1 << 10;

    /// Longer ones are read and written as everything else.
    private static final int LENGTH_MAX = 1 << 13;

    private static final int LENGTH_USUAL = 1 << 10;

    private static final @Nullable SharedTree[] TABLE = new @Nullable SharedTree[PLACES];

    private final byte[] bytes;
    private transient @Nullable Object meaning;

    private SharedTree(byte[] bytes, Map<String, JsonNode> members) {
        super(JsonNodeFactory.instance, Collections.unmodifiableMap(members));
        this.bytes = bytes;
    }

    /// As [Json#write] gives them. Never write into them.
    byte[] bytes() {
        return bytes;
    }

    /// What it stands for, worked out once.
    ///
    /// @param read gives equal results whenever it is called; immutable ones, with final fields
    /// @param type the same at every call
    public <T> T meaning(Class<T> type, Function<SharedTree, T> read) {
        Object known = meaning;
        if (known == null) {
            known = read.apply(this);
            meaning = known;
        }
        return type.cast(known);
    }

    /// Whether the member of this name of what has been read so far can be shared.
    static boolean isSharable(String key, ObjectNode members) {
        return key.equals(KEY) && members.path(TYPE).asText().equals(TYPE_OF_KEY);
    }

    /// The known tree that stands in a text.
    ///
    /// @param data may be malformed
    /// @param from where an object begins
    static @Nullable SharedTree at(byte[] data, int from) {
        int to = end(data, from);
        if (to < 0) {
            return null;
        }
        SharedTree there = TABLE[place(data, from, to)];
        return there != null && Arrays.equals(data, from, to, there.bytes, 0, there.bytes.length) ? there : null;
    }

    /// The fields of an entry, known from now on.
    ///
    /// @param meaning what [#meaning] would find in them
    public static SharedTree of(ObjectNode fields, Object meaning) {
        var members = new LinkedHashMap<String, JsonNode>();
        fields.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
        var out = new TreeWriter(LENGTH_USUAL);
        out.value(fields);
        byte[] written = out.written();
        var tree = new SharedTree(written, members);
        tree.meaning = meaning;
        if (written.length <= LENGTH_MAX) {
            TABLE[place(written, 0, written.length)] = tree;
        }
        return tree;
    }

    /// Shares an object that was read from there, if it is written as it stands.
    static ObjectNode share(ObjectNode read, byte[] data, int from, int to) {
        byte[] written = TreeWriter.write(read);
        if (to - from > LENGTH_MAX || !Arrays.equals(written, 0, written.length, data, from, to)) {
            return read;
        }
        var members = new LinkedHashMap<String, JsonNode>();
        read.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
        var tree = new SharedTree(written, members);
        TABLE[place(data, from, to)] = tree;
        return tree;
    }

    int length() {
        return bytes.length;
    }

    /// The index after the object that begins here; -1 when it is too long or there is no end.
    private static int end(byte[] data, int from) {
        int depth = 0;
        int bound = Math.min(data.length, from + LENGTH_MAX);
        boolean text = false;
        for (int at = from; at < bound; at++) {
            byte c = data[at];
            if (c == '"') {
                text = !text;
            } else if (c == '\\') {
                at++;
            } else if (!text && c == '{') {
                depth++;
            } else if (!text && c == '}' && --depth == 0) {
                return at + 1;
            }
        }
        return -1;
    }

    private static int place(byte[] data, int from, int to) {
        int hash = 0;
        for (int at = from; at < to; at++) {
            hash = 31 * hash + data[at];
        }
        int mixed = hash * 0x9E3779B9;
        return (mixed ^ (mixed >>> 15)) & (PLACES - 1);
    }
}
