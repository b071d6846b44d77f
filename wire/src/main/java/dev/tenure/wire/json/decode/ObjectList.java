package dev.tenure.wire.json.decode;

import dev.tenure.wire.json.AnyReader;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonScanner;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A list in JSON. Its objects are read one at a time, each when it is asked for and no further than somebody
/// looks, so that of a long list there are never more trees than somebody holds: a tree takes some ten times
/// as much memory as its text. What is made a document again shares the parts that other objects have too.
public final class ObjectList implements Listing {
    private static final String ITEMS = "items";

    private final byte[] json;
    private final ObjectNode head;
    private final List<Item> items;

    /// Where an object stands.
    ///
    /// @param bare whether its text is an object without blanks, as a document keeps it
    private record Item(int begin, int end, boolean bare) {}

    private ObjectList(byte[] json, ObjectNode head, List<Item> items) {
        this.json = json;
        this.head = head;
        this.items = items;
    }

    /// @param json belongs to the list and must not be changed any more
    /// @throws JsonSyntaxException when the bytes are no JSON object, or nest too deeply
    public static ObjectList of(byte[] json) {
        var in = new JsonScanner(json);
        if (in.peekValue() != '{') {
            throw new JsonSyntaxException("expected a JSON object");
        }
        ObjectNode head = Json.object();
        List<Item> items = List.of();
        in.open();
        for (boolean first = true; in.member(first); first = false) {
            String name = in.key();
            if (name.equals(ITEMS) && in.peekValue() == '[') {
                items = items(in);
            } else {
                head.set(name, new AnyReader(in).read());
            }
        }
        in.end();
        return new ObjectList(json, head, items);
    }

    private static List<Item> items(JsonScanner in) {
        List<Item> items = new ArrayList<>();
        in.open();
        for (boolean first = true; in.element(first); first = false) {
            boolean object = in.peekValue() == '{';
            int begin = in.position();
            in.sawBlanks();
            in.skip();
            items.add(new Item(begin, in.position(), object && !in.sawBlanks()));
        }
        return items;
    }

    @Override
    public ObjectNode head() {
        return head;
    }

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public JsonNode item(int at) {
        Item item = items.get(at);
        if (item.bare()) {
            return Document.stored(Arrays.copyOfRange(json, item.begin(), item.end()))
                    .tree();
        }
        var in = new JsonScanner(json);
        in.backTo(item.begin());
        return new AnyReader(in).read();
    }

    /// Text may say anything.
    @Override
    public boolean isCanonical() {
        return false;
    }
}
