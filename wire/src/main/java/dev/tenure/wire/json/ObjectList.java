package dev.tenure.wire.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// A list of objects as a server answers it. Its objects are read one at a time, each when it is asked for, so that of
/// a long list there are never more trees than somebody holds: a tree takes some ten times as much memory as its text.
/// Safe for use by several threads, which may read different objects at once.
public final class ObjectList {
    private static final String ITEMS = "items";

    private final byte[] json;
    private final ObjectNode head;
    /// Where each object begins.
    private final int[] begins;

    private ObjectList(byte[] json, ObjectNode head, List<Integer> begins) {
        this.json = json;
        this.head = head;
        this.begins = begins.stream().mapToInt(Integer::intValue).toArray();
    }

    /// @param json belongs to the list and must not be changed any more
    /// @throws JsonSyntaxException when the bytes are no JSON object, or nest too deeply
    public static ObjectList of(byte[] json) {
        var in = new JsonScanner(json);
        if (in.peekValue() != '{') {
            throw new JsonSyntaxException("expected a JSON object");
        }
        ObjectNode head = Json.object();
        List<Integer> begins = new ArrayList<>();
        in.open();
        for (boolean first = true; in.member(first); first = false) {
            String name = in.key();
            if (name.equals(ITEMS) && in.peekValue() == '[') {
                begins.clear();
                skipItems(in, begins);
            } else {
                head.set(name, new AnyReader(in).read());
            }
        }
        in.end();
        return new ObjectList(json, head, begins);
    }

    private static void skipItems(JsonScanner in, List<Integer> begins) {
        in.open();
        for (boolean first = true; in.element(first); first = false) {
            in.peekValue();
            begins.add(in.position());
            in.skip();
        }
    }

    /// What the list says of itself, the objects left out. Shared: not to be changed.
    public ObjectNode head() {
        return head;
    }

    public int size() {
        return begins.length;
    }

    /// Reads an object; the tree is the caller's own.
    ///
    /// @param at from 0 to [#size]
    public JsonNode item(int at) {
        var in = new JsonScanner(json);
        in.backTo(begins[at]);
        return new AnyReader(in).read();
    }
}
