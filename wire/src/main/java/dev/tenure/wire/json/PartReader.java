package dev.tenure.wire.json;

import dev.tenure.wire.json.Part.Elements;
import dev.tenure.wire.json.Part.Members;
import dev.tenure.wire.json.Part.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads JSON into parts: all of it, or, of an object that is stored, as far as [Grain] says, with texts
/// below. Confined to one call.
final class PartReader {
    /// Longer texts are read anew each time.
    private static final int LENGTH_MAX = 1 << 12;

    /// What was read of texts of objects and lists. A state of an object is mostly read again when the next
    /// one is made, and a pod's spec is that of a thousand others.
    private static final MemoTable<Known> KNOWN = new MemoTable<>("parts that were read", 1 << 10);

    /// Longer texts of values are hardly words that many objects have in common, but uids and messages.
    private static final int WORD_MAX = 32;

    /// What was read of texts of values.
    private static final MemoTable<Known> WORDS = new MemoTable<>("words that were read", 1 << 12);

    private record Known(Text text, Part read) {}

    private final JsonScanner in;

    private PartReader(byte[] json) {
        this.in = new JsonScanner(json);
    }

    /// What a part consists of, which is read if it is a text.
    ///
    /// @throws JsonSyntaxException when it is no JSON value
    static Part resolved(Part part) {
        return part instanceof Text text ? read(text) : part;
    }

    /// Whether it nests no deeper than what can be read again.
    ///
    /// @param depth how deep it stands itself
    static boolean canRead(Part part, int depth) {
        int bound = JsonScanner.DEPTH_MAX - depth;
        return switch (part) {
            case ValueNode _ -> true;
            case Text text -> text.depth(bound) <= bound;
            case Members members -> bound > 0 && canReadAll(members.parts(), depth + 1);
            case Elements elements -> bound > 0 && canReadAll(elements.parts(), depth + 1);
        };
    }

    private static boolean canReadAll(Part[] parts, int depth) {
        for (Part part : parts) {
            if (!canRead(part, depth)) {
                return false;
            }
        }
        return true;
    }

    private static Part read(Text text) {
        int length = text.json().length;
        if (text.isObject() || text.isList()) {
            return length > LENGTH_MAX ? read(text.json()) : read(text, KNOWN);
        }
        return length > WORD_MAX ? read(text.json()) : read(text, WORDS);
    }

    private static Part read(Text text, MemoTable<Known> table) {
        Known known = table.at(text.hashCode());
        if (known != null && known.text().equals(text)) {
            return known.read();
        }
        Part read = read(text.json());
        table.put(text.hashCode(), new Known(text, read));
        return read;
    }

    /// @throws JsonSyntaxException when the bytes are no JSON value
    static Part read(byte[] json) {
        return new PartReader(json).whole(null);
    }

    /// An object as it is stored.
    ///
    /// @throws JsonSyntaxException when the bytes are no JSON value
    static Part packed(byte[] json) {
        return new PartReader(json).whole(Grain.OBJECT);
    }

    /// A list of objects, its entries and their members divided as [Grain] says.
    static Part divided(byte[] json) {
        return new PartReader(json).list();
    }

    private Part list() {
        List<Part> parts = new ArrayList<>();
        in.open();
        for (boolean first = true; in.element(first); first = false) {
            parts.add(value(Grain.ENTRY));
        }
        return new Elements(parts.toArray(Part[]::new));
    }

    private Part whole(@Nullable Grain grain) {
        Part value = value(grain);
        in.end();
        return value;
    }

    /// @param grain null for all of it
    private Part value(@Nullable Grain grain) {
        int first = in.peekValue();
        if (grain == Grain.PART_OF_SECTION) {
            return Grain.partOfSection(in.skipped());
        }
        if (grain != null && !grain.opens(first)) {
            return Grain.text(in.skipped());
        }
        return switch (first) {
            case '{' -> members(grain);
            case '[' -> elements(grain);
            default -> ValueNode.written(scalar(first));
        };
    }

    private JsonNode scalar(int first) {
        return AnyReader.scalar(in, first);
    }

    private Part members(@Nullable Grain grain) {
        List<String> names = new ArrayList<>();
        List<Part> parts = new ArrayList<>();
        in.open();
        for (boolean first = true; in.member(first); first = false) {
            String name = in.key();
            names.add(name);
            parts.add(value(grain == null ? null : grain.below(name)));
        }
        Shape shape = Shape.of(names.toArray(String[]::new));
        return shape.isRepeating() ? ofLast(names, parts) : new Members(shape, parts.toArray(Part[]::new));
    }

    /// Of members of the same name the last one counts, in the place of the first.
    private static Members ofLast(List<String> names, List<Part> parts) {
        Map<String, Part> last = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            last.put(names.get(i), parts.get(i));
        }
        return new Members(
                Shape.of(last.keySet().toArray(String[]::new)), last.values().toArray(Part[]::new));
    }

    private Part elements(@Nullable Grain grain) {
        List<Part> parts = new ArrayList<>();
        in.open();
        for (boolean first = true; in.element(first); first = false) {
            parts.add(value(grain == null ? null : grain.below("")));
        }
        return new Elements(parts.toArray(Part[]::new));
    }
}
