package dev.tenure.wire.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// A value of JSON, or the word that there is none. Objects and lists can be changed and belong to one
/// thread; all other values are immutable.
///
/// Whoever reads a tree asks as if everything were there: [#path] of what is not there is [MissingNode],
/// whose text is empty and whose number is 0. Methods that begin with `as` convert where that is possible;
/// those that end with `Value` do not.
public abstract sealed class JsonNode implements Iterable<JsonNode> permits ObjectNode, ArrayNode, ValueNode {
    /// What kinds of values there are.
    public enum Type {
        OBJECT,
        ARRAY,
        STRING,
        NUMBER,
        BOOLEAN,
        NULL,
        MISSING
    }

    JsonNode() {}

    public abstract Type type();

    /// A tree of its own that says the same; immutable values are their own copies.
    public abstract JsonNode deepCopy();

    /// What it says, for people and for what takes any scalar as text; empty for objects and lists, `null`
    /// for null.
    public abstract String asText();

    public final boolean isObject() {
        return type() == Type.OBJECT;
    }

    public final boolean isArray() {
        return type() == Type.ARRAY;
    }

    public final boolean isContainerNode() {
        return isObject() || isArray();
    }

    /// Whether it is there and neither an object nor a list.
    public final boolean isValueNode() {
        return !isContainerNode() && !isMissingNode();
    }

    public final boolean isTextual() {
        return type() == Type.STRING;
    }

    public final boolean isNumber() {
        return type() == Type.NUMBER;
    }

    public final boolean isBoolean() {
        return type() == Type.BOOLEAN;
    }

    public final boolean isNull() {
        return type() == Type.NULL;
    }

    public final boolean isMissingNode() {
        return type() == Type.MISSING;
    }

    /// Whether it is a number that is held as a whole one: 1, not 1.0.
    public boolean isIntegralNumber() {
        return false;
    }

    /// Whether it is a number that is held with a fraction: 1.0 too.
    public boolean isFloatingPointNumber() {
        return false;
    }

    /// Whether it is a whole number beyond the bounds of a long.
    public boolean isBigInteger() {
        return false;
    }

    /// Whether it is a number with a fraction within the bounds of a double.
    public boolean isDouble() {
        return false;
    }

    /// Whether it is a number within the bounds of an int; a fraction would be cut off.
    public boolean canConvertToInt() {
        return false;
    }

    /// Whether it is a number within the bounds of a long; a fraction would be cut off.
    public boolean canConvertToLong() {
        return false;
    }

    /// How many members or elements it has.
    public int size() {
        return 0;
    }

    public final boolean isEmpty() {
        return size() == 0;
    }

    /// A member; null when there is none.
    public @Nullable JsonNode get(String name) {
        return null;
    }

    /// An element.
    ///
    /// @throws IndexOutOfBoundsException when there are not so many
    public JsonNode get(int at) {
        throw new IndexOutOfBoundsException(at);
    }

    /// A member; [MissingNode] when there is none.
    public JsonNode path(String name) {
        return MissingNode.INSTANCE;
    }

    /// An element; [MissingNode] when there are not so many.
    public JsonNode path(int at) {
        return MissingNode.INSTANCE;
    }

    public final boolean has(String name) {
        return get(name) != null;
    }

    /// Whether there is such a member and it is not null.
    public final boolean hasNonNull(String name) {
        JsonNode member = get(name);
        return member != null && !member.isNull();
    }

    /// What a JSON pointer points at; [MissingNode] when there is nothing.
    ///
    /// @param pointer as RFC 6901 has it: empty, or beginning with a slash
    public final JsonNode at(String pointer) {
        JsonNode found = this;
        for (String step : JsonPointers.steps(pointer)) {
            found = found instanceof ArrayNode list ? list.path(JsonPointers.index(step)) : found.path(step);
        }
        return found;
    }

    /// The names of the members, in order.
    public final Iterator<String> fieldNames() {
        return Collections.unmodifiableSet(members().keySet()).iterator();
    }

    /// The members in order; a view that changes with the object and can change it.
    public final Set<Map.Entry<String, JsonNode>> properties() {
        return members().entrySet();
    }

    public final Stream<Map.Entry<String, JsonNode>> propertyStream() {
        return properties().stream();
    }

    Map<String, JsonNode> members() {
        return Map.of();
    }

    /// The elements of a list, or the values of an object's members.
    public final Stream<JsonNode> valueStream() {
        return StreamSupport.stream(spliterator(), false);
    }

    /// The elements of a list, or the values of an object's members.
    @Override
    public Iterator<JsonNode> iterator() {
        return Collections.emptyIterator();
    }

    /// The texts of all members of this name, at any depth, but not within one another.
    public final List<String> findValuesAsText(String name) {
        return found(this, name).map(JsonNode::asText).toList();
    }

    private static Stream<JsonNode> found(JsonNode within, String name) {
        if (within instanceof ObjectNode object) {
            return object.propertyStream()
                    .flatMap(member -> member.getKey().equals(name)
                            ? Stream.of(member.getValue())
                            : found(member.getValue(), name));
        }
        return within.valueStream().flatMap(element -> found(element, name));
    }

    /// As [#asText], with another word for null and for what is missing.
    public String asText(String otherwise) {
        return asText();
    }

    /// The text, and nothing when it is none.
    public @Nullable String textValue() {
        return null;
    }

    public final int asInt() {
        return asInt(0);
    }

    public int asInt(int otherwise) {
        return otherwise;
    }

    public final long asLong() {
        return asLong(0);
    }

    public long asLong(long otherwise) {
        return otherwise;
    }

    public final double asDouble() {
        return asDouble(0);
    }

    public double asDouble(double otherwise) {
        return otherwise;
    }

    public final boolean asBoolean() {
        return asBoolean(false);
    }

    public boolean asBoolean(boolean otherwise) {
        return otherwise;
    }

    /// The number, cut to an int; 0 when it is none.
    public int intValue() {
        return 0;
    }

    /// The number, cut to a long; 0 when it is none.
    public long longValue() {
        return 0;
    }

    /// The number; 0 when it is none.
    public double doubleValue() {
        return 0;
    }

    /// The number, without its fraction; 0 when it is none.
    public BigInteger bigIntegerValue() {
        return BigInteger.ZERO;
    }

    /// The number; 0 when it is none.
    public BigDecimal decimalValue() {
        return BigDecimal.ZERO;
    }

    /// Whether it is true, not only something that can be taken for it.
    public boolean booleanValue() {
        return false;
    }

    /// The moment that a text says in the form of RFC 3339; empty when it says none.
    public final Optional<Instant> asTime() {
        String text = textValue();
        try {
            return text == null ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /// As JSON, without blanks.
    @Override
    public String toString() {
        return isMissingNode() ? "" : new String(TreeWriter.write(this), StandardCharsets.UTF_8);
    }
}
