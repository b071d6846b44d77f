package dev.tenure.wire.json.decode;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.FieldType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/// The empty lists and maps that stood in an object when it was read, by their places. The canonical form
/// leaves most of them out, as Go's writer does; upstream tells them from absent ones until it has stored the
/// object, so that its messages show `[]` and `{}`. Immutable.
public final class Empties {
    /// Nothing was empty.
    public static final Empties NONE = new Empties(List.of());

    /// By their places as messages spell them, in the order of the letters, so that those inside a value are
    /// found without looking at the others.
    private final NavigableMap<String, Found> places = new TreeMap<>();

    private Empties(List<Found> found) {
        found.forEach(one -> places.put(text(one.steps), one));
    }

    /// A step from a value to one within it.
    public sealed interface Step {
        record Field(String name) implements Step {}

        record Key(String key) implements Step {}

        record Element(int index) implements Step {}
    }

    /// @param steps from the object to the value; the last one is to a field
    /// @param value a list or a map without anything in it
    record Found(List<Step> steps, JsonNode value) {
        Found {
            steps = List.copyOf(steps);
        }
    }

    static Empties of(List<Found> found) {
        return found.isEmpty() ? NONE : new Empties(found);
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
        return Optional.ofNullable(places.get(place)).map(Found::value);
    }

    /// A value with what was empty in it: itself, or a copy when there was anything.
    ///
    /// @param place where the value stands
    public JsonNode in(String place, JsonNode value) {
        JsonNode whole =
                at(place).filter(_ -> value.isNull() || value.isMissingNode()).orElse(value);
        List<Found> inside = new ArrayList<>(behind(place, '.'));
        inside.addAll(behind(place, '['));
        if (!whole.isContainerNode() || inside.isEmpty()) {
            return whole;
        }
        JsonNode copy = whole.deepCopy();
        inside.forEach(found -> putBack(copy, found, place));
        return copy;
    }

    /// An object with some of what was empty in it: itself, or a copy when there is any of that.
    ///
    /// @param chosen says by the steps to a value whether it is one of them; the last step is to a field
    public ObjectNode in(ObjectNode object, Predicate<List<Step>> chosen) {
        List<Found> some = places.values().stream()
                .filter(found -> chosen.test(found.steps))
                .toList();
        if (some.isEmpty()) {
            return object;
        }
        ObjectNode copy = object.deepCopy();
        some.forEach(found -> visit(copy, found.steps, (parent, name) -> {
            if (!parent.hasNonNull(name)) {
                parent.set(name, found.value);
            }
        }));
        return copy;
    }

    /// Whether a value still has anything of what was empty in it.
    ///
    /// @param place where the value stands
    public boolean isIn(String place, JsonNode value) {
        return !in(place, value).equals(value);
    }

    /// Those whose place goes on with that sign after this one.
    private Collection<Found> behind(String place, char sign) {
        return places.subMap(place + sign, place + (char) (sign + 1)).values();
    }

    /// Shows as absent what is still empty in an object, which is what upstream's storage makes of it.
    public void forget(ObjectNode object) {
        places.values()
                .forEach(found -> visit(object, found.steps, (parent, name) -> {
                    JsonNode value = parent.path(name);
                    if (value.isContainerNode() && value.isEmpty()) {
                        parent.putNull(name);
                    }
                }));
    }

    /// @param place of the value; a key may make another place begin with the same letters
    private static void putBack(JsonNode value, Found found, String place) {
        for (int i = 1; i < found.steps.size(); i++) {
            if (text(found.steps.subList(0, i)).equals(place)) {
                visit(value, found.steps.subList(i, found.steps.size()), (parent, name) -> {
                    if (!parent.hasNonNull(name)) {
                        parent.set(name, found.value);
                    }
                });
            }
        }
    }

    /// Has the object visited that the last of the steps leads out of, if it is there.
    private static void visit(JsonNode value, List<Step> steps, BiConsumer<ObjectNode, String> visitor) {
        JsonNode parent = value;
        for (Step step : steps.subList(0, steps.size() - 1)) {
            parent = switch (step) {
                case Step.Field field -> parent.path(field.name);
                case Step.Key key -> parent.path(key.key);
                case Step.Element element -> parent.path(element.index);
            };
        }
        if (parent instanceof ObjectNode object && steps.getLast() instanceof Step.Field field) {
            visitor.accept(object, field.name);
        }
    }

    private static String text(List<Step> steps) {
        StringBuilder text = new StringBuilder();
        for (Step step : steps) {
            switch (step) {
                case Step.Field field -> text.append(text.isEmpty() ? "" : ".").append(field.name);
                case Step.Key key -> text.append('[').append(key.key).append(']');
                case Step.Element element ->
                    text.append('[').append(element.index).append(']');
            }
        }
        return text.toString();
    }

    /// What has been found so far in a tree. Whoever reads a part tells afterwards where it stands, so that
    /// nothing is noted of places as long as nothing is empty. Confined to one reading.
    static final class Finder {
        private final List<JsonNode> values = new ArrayList<>(0);

        /// The steps to each value, the last one first.
        private final List<List<Step>> places = new ArrayList<>(0);

        void note(JsonNode value) {
            values.add(value);
            places.add(new ArrayList<>());
        }

        int count() {
            return values.size();
        }

        /// What was found since there were `before` stands in this field.
        void inField(int before, String name) {
            if (before < count()) {
                within(before, new Step.Field(name));
            }
        }

        /// What was found since there were `before` stands in this element of a list.
        void inElement(int before, int index) {
            if (before < count()) {
                within(before, new Step.Element(index));
            }
        }

        /// What was found since there were `before` stands in this entry of a map.
        void inEntry(int before, String key) {
            if (before < count()) {
                within(before, new Step.Key(key));
            }
        }

        private void within(int before, Step step) {
            places.subList(before, count()).forEach(steps -> steps.add(step));
        }

        Empties found() {
            List<Found> found = new ArrayList<>(count());
            for (int i = 0; i < count(); i++) {
                found.add(new Found(places.get(i).reversed(), values.get(i)));
            }
            return Empties.of(found);
        }
    }
}
