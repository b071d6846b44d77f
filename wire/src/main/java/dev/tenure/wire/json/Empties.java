package dev.tenure.wire.json;

import dev.tenure.wire.schema.FieldType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/// The empty lists and maps that stood in an object when it was read, by their places. The canonical form leaves
/// most of them out, as Go's writer does; upstream tells them from absent ones until it has stored the object, so that
/// its messages show `[]` and `{}`. Immutable.
public final class Empties {
    /// Nothing was empty.
    public static final Empties NONE = new Empties(new TreeMap<>());

    /// In the order of their letters, so that those inside a value are found without looking at the others.
    private final NavigableMap<String, JsonNode> places;

    private Empties(NavigableMap<String, JsonNode> places) {
        this.places = places;
    }

    static Empties of(Map<String, JsonNode> places) {
        return places.isEmpty() ? NONE : new Empties(new TreeMap<>(places));
    }

    /// Whether a value of a field is worth a note.
    static boolean isOne(FieldType type, JsonNode value) {
        boolean container = type instanceof FieldType.ListOf || type instanceof FieldType.MapOf;
        return container && value.isContainerNode() && value.isEmpty();
    }

    public boolean isEmpty() {
        return places.isEmpty();
    }

    /// What stood there, a list or a map without anything in it.
    ///
    /// @param place as messages spell it: `spec.template.metadata.labels`, `spec.containers[0].env`
    public Optional<JsonNode> at(String place) {
        return Optional.ofNullable(places.get(place));
    }

    /// A value with what was empty in it: itself, or a copy when there was anything.
    ///
    /// @param place where the value stands
    public JsonNode in(String place, JsonNode value) {
        JsonNode whole =
                at(place).filter(_ -> value.isNull() || value.isMissingNode()).orElse(value);
        Map<String, JsonNode> fields = behind(place, '.');
        Map<String, JsonNode> elements = behind(place, '[');
        if (!whole.isContainerNode() || (fields.isEmpty() && elements.isEmpty())) {
            return whole;
        }
        JsonNode copy = whole.deepCopy();
        BiConsumer<String, JsonNode> back = (empty, it) -> putBack(copy, empty.substring(place.length()), it);
        fields.forEach(back);
        elements.forEach(back);
        return copy;
    }

    /// Those whose place goes on with that sign after this one.
    private Map<String, JsonNode> behind(String place, char sign) {
        return places.subMap(place + sign, place + (char) (sign + 1));
    }

    /// Shows as absent what is still empty in an object, which is what upstream's storage makes of it.
    public void forget(ObjectNode object) {
        places.forEach((place, _) -> visit(object, "." + place, (parent, name) -> {
            JsonNode value = parent.path(name);
            if (value.isContainerNode() && value.isEmpty()) {
                parent.putNull(name);
            }
        }));
    }

    /// @param inside the steps from the value to the empty one: `.labels`, `[0].env`
    private static void putBack(JsonNode value, String inside, JsonNode empty) {
        visit(value, inside, (parent, name) -> {
            if (!parent.hasNonNull(name)) {
                parent.set(name, empty);
            }
        });
    }

    /// Has the object visited that the last of the steps leads out of, if it is there.
    private static void visit(JsonNode value, String inside, BiConsumer<ObjectNode, String> visitor) {
        JsonNode parent = value;
        int at = 0;
        while (true) {
            int end = endOfStep(inside, at);
            String step = inside.charAt(at) == '.' ? inside.substring(at + 1, end) : inside.substring(at + 1, end - 1);
            if (end == inside.length()) {
                if (parent instanceof ObjectNode object) {
                    visitor.accept(object, step);
                }
                return;
            }
            parent = parent.isArray() ? parent.path(Integer.parseInt(step)) : parent.path(step);
            at = end;
        }
    }

    private static int endOfStep(String steps, int begin) {
        if (steps.charAt(begin) == '[') {
            return steps.indexOf(']', begin) + 1;
        }
        int end = begin + 1;
        while (end < steps.length() && ".[".indexOf(steps.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    /// What has been found so far in a tree. Whoever reads a part tells afterwards where it stands, so that nothing is
    /// spelled as long as nothing is empty. Confined to one reading.
    static final class Finder {
        private final List<String> places = new ArrayList<>(0);
        private final List<JsonNode> values = new ArrayList<>(0);

        void note(JsonNode value) {
            places.add("");
            values.add(value);
        }

        int count() {
            return places.size();
        }

        /// What was found since there were `before` stands in this field.
        void inField(int before, String name) {
            for (int i = before; i < places.size(); i++) {
                places.set(i, joined(name, places.get(i)));
            }
        }

        /// What was found since there were `before` stands in this element of a list, or entry of a map.
        void inElement(int before, Object indexOrKey) {
            for (int i = before; i < places.size(); i++) {
                places.set(i, joined("[" + indexOrKey + "]", places.get(i)));
            }
        }

        private static String joined(String step, String inside) {
            return inside.isEmpty() || inside.charAt(0) == '[' ? step + inside : step + "." + inside;
        }

        Empties found() {
            Map<String, JsonNode> found = LinkedHashMap.newLinkedHashMap(places.size());
            for (int i = 0; i < places.size(); i++) {
                found.put(places.get(i), values.get(i));
            }
            return Empties.of(found);
        }
    }
}
