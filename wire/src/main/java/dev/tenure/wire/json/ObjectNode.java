package dev.tenure.wire.json;

import java.util.Base64;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An object, its members in the order in which they were put. Belongs to one thread. Methods that change it
/// return it.
public final class ObjectNode extends JsonNode {
    /// Of its own ([OwnMembers]), or those of a part that are opened as they are asked for
    /// ([WorkingMembers]).
    private final Map<String, JsonNode> members;

    ObjectNode() {
        this(new OwnMembers());
    }

    ObjectNode(Map<String, JsonNode> members) {
        this.members = members;
    }

    @Override
    public Map<String, JsonNode> members() {
        return members;
    }

    @Override
    public Type type() {
        return Type.OBJECT;
    }

    @Override
    public ObjectNode deepCopy() {
        Part kept = WorkingTree.untouched(this);
        if (kept != null) {
            return new ObjectNode(new WorkingMembers(kept));
        }
        var copy = new ObjectNode(new OwnMembers(members.size()));
        members.forEach((name, value) -> copy.members.put(name, value.deepCopy()));
        return copy;
    }

    @Override
    public String asText() {
        return "";
    }

    @Override
    public int size() {
        return members.size();
    }

    @Override
    public @Nullable JsonNode get(String name) {
        return members.get(name);
    }

    @Override
    public JsonNode path(String name) {
        JsonNode member = members.get(name);
        return member == null ? MissingNode.INSTANCE : member;
    }

    @Override
    public Iterator<JsonNode> iterator() {
        return members.values().iterator();
    }

    /// Puts a value, in the place of one that has this name, else at the end.
    public ObjectNode set(String name, JsonNode value) {
        members.put(name, value);
        return this;
    }

    /// Puts all members of another object.
    public ObjectNode setAll(ObjectNode others) {
        members.putAll(others.members);
        return this;
    }

    public ObjectNode setAll(Map<String, ? extends JsonNode> others) {
        members.putAll(others);
        return this;
    }

    /// As [#set].
    ///
    /// @return the value before, null for none
    public @Nullable JsonNode replace(String name, JsonNode value) {
        return members.put(name, value);
    }

    /// Puts a value if there is none of this name.
    ///
    /// @return the value that was there, null for none
    public @Nullable JsonNode putIfAbsent(String name, JsonNode value) {
        return members.putIfAbsent(name, value);
    }

    /// @param text null for JSON's null
    public ObjectNode put(String name, @Nullable String text) {
        return set(name, text == null ? NullNode.INSTANCE : TextNode.valueOf(text));
    }

    public ObjectNode put(String name, long number) {
        return set(name, NumberNode.valueOf(number));
    }

    public ObjectNode put(String name, double number) {
        return set(name, NumberNode.valueOf(number));
    }

    public ObjectNode put(String name, boolean truth) {
        return set(name, BooleanNode.valueOf(truth));
    }

    /// As text in base64.
    public ObjectNode put(String name, byte[] bytes) {
        return put(name, Base64.getEncoder().encodeToString(bytes));
    }

    public ObjectNode putNull(String name) {
        return set(name, NullNode.INSTANCE);
    }

    /// Puts an empty object and returns it.
    public ObjectNode putObject(String name) {
        var object = new ObjectNode();
        members.put(name, object);
        return object;
    }

    /// Puts an empty list and returns it.
    public ArrayNode putArray(String name) {
        var list = new ArrayNode();
        members.put(name, list);
        return list;
    }

    /// The object of this name; put where there is none, or null.
    ///
    /// @throws UnsupportedOperationException when the member is something else
    public ObjectNode withObjectProperty(String name) {
        JsonNode member = path(name);
        if (member instanceof ObjectNode object) {
            return object;
        }
        if (member.isMissingNode() || member.isNull()) {
            return putObject(name);
        }
        throw new UnsupportedOperationException("\"" + name + "\" is no object but " + member.type());
    }

    /// As [#withObjectProperty], also along a way.
    ///
    /// @param place a name, or a JSON pointer
    public ObjectNode withObject(String place) {
        ObjectNode found = this;
        for (String step : steps(place)) {
            found = found.withObjectProperty(step);
        }
        return found;
    }

    /// The list of this name; put where there is none, or null.
    ///
    /// @throws UnsupportedOperationException when the member is something else
    public ArrayNode withArrayProperty(String name) {
        JsonNode member = path(name);
        if (member instanceof ArrayNode list) {
            return list;
        }
        if (member.isMissingNode() || member.isNull()) {
            return putArray(name);
        }
        throw new UnsupportedOperationException("\"" + name + "\" is no list but " + member.type());
    }

    /// As [#withArrayProperty], also along a way of objects.
    ///
    /// @param place a name, or a JSON pointer
    public ArrayNode withArray(String place) {
        List<String> steps = steps(place);
        ObjectNode found = this;
        for (String step : steps.subList(0, steps.size() - 1)) {
            found = found.withObjectProperty(step);
        }
        return found.withArrayProperty(steps.getLast());
    }

    private static List<String> steps(String place) {
        return place.startsWith("/") ? JsonPointers.steps(place) : List.of(place);
    }

    /// @return the value that was there, null for none
    public @Nullable JsonNode remove(String name) {
        return members.remove(name);
    }

    public ObjectNode remove(Collection<String> names) {
        names.forEach(members::remove);
        return this;
    }

    public ObjectNode removeAll() {
        members.clear();
        return this;
    }

    public ObjectNode without(String name) {
        members.remove(name);
        return this;
    }

    /// Removes all members but these.
    public ObjectNode retain(Collection<String> names) {
        members.keySet().retainAll(names);
        return this;
    }

    /// Whether it has the same members, in whatever order.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof ObjectNode object && members.equals(object.members));
    }

    @Override
    public int hashCode() {
        return members.hashCode();
    }
}
