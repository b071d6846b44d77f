package dev.tenure.wire.json;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A list. Belongs to one thread. Methods that change it return it.
public final class ArrayNode extends JsonNode {
    /// Of its own, or those of a part that are opened as they are asked for ([WorkingElements]).
    private final List<JsonNode> elements;

    public ArrayNode() {
        this(new ArrayList<>());
    }

    /// @param elements become its own, and change as it does
    public ArrayNode(List<JsonNode> elements) {
        this.elements = elements;
    }

    List<JsonNode> list() {
        return elements;
    }

    @Override
    public Type type() {
        return Type.ARRAY;
    }

    @Override
    public ArrayNode deepCopy() {
        Part kept = WorkingTree.untouched(this);
        if (kept != null) {
            return new ArrayNode(new WorkingElements(kept));
        }
        var copy = new ArrayNode(new ArrayList<>(elements.size()));
        elements.forEach(element -> copy.elements.add(element.deepCopy()));
        return copy;
    }

    @Override
    public String asText() {
        return "";
    }

    @Override
    public int size() {
        return elements.size();
    }

    @Override
    public JsonNode get(int at) {
        return elements.get(at);
    }

    /// An element; null when there are not so many.
    public @Nullable JsonNode find(int at) {
        return at >= 0 && at < elements.size() ? elements.get(at) : null;
    }

    @Override
    public JsonNode path(int at) {
        return at >= 0 && at < elements.size() ? elements.get(at) : MissingNode.INSTANCE;
    }

    @Override
    public Iterator<JsonNode> iterator() {
        return elements.iterator();
    }

    public ArrayNode add(JsonNode value) {
        elements.add(Objects.requireNonNull(value));
        return this;
    }

    public ArrayNode add(String text) {
        return add(TextNode.valueOf(text));
    }

    public ArrayNode add(long number) {
        return add(NumberNode.valueOf(number));
    }

    public ArrayNode add(double number) {
        return add(NumberNode.valueOf(number));
    }

    public ArrayNode addNull() {
        return add(NullNode.INSTANCE);
    }

    public ArrayNode addAll(Collection<? extends JsonNode> values) {
        elements.addAll(values);
        return this;
    }

    public ArrayNode addAll(ArrayNode values) {
        return addAll(values.elements);
    }

    /// Adds an empty object and returns it.
    public ObjectNode addObject() {
        var object = new ObjectNode();
        elements.add(object);
        return object;
    }

    /// Adds an empty list and returns it.
    public ArrayNode addArray() {
        var list = new ArrayNode();
        elements.add(list);
        return list;
    }

    /// @throws IndexOutOfBoundsException when there are not so many
    public ArrayNode set(int at, JsonNode value) {
        elements.set(at, value);
        return this;
    }

    /// Puts a value before the one that is there now, or at the end.
    ///
    /// @throws IndexOutOfBoundsException when there are not so many
    public ArrayNode insert(int at, JsonNode value) {
        elements.add(at, value);
        return this;
    }

    /// @return what was there
    /// @throws IndexOutOfBoundsException when there are not so many
    public JsonNode remove(int at) {
        return elements.remove(at);
    }

    public ArrayNode removeAll() {
        elements.clear();
        return this;
    }

    public ArrayNode removeIf(Predicate<? super JsonNode> unwanted) {
        elements.removeIf(unwanted);
        return this;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof ArrayNode list && elements.equals(list.elements));
    }

    @Override
    public int hashCode() {
        return elements.hashCode();
    }
}
