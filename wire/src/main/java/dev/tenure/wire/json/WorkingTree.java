package dev.tenure.wire.json;

import dev.tenure.wire.json.Part.Elements;
import dev.tenure.wire.json.Part.Members;
import dev.tenure.wire.json.Part.Text;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Trees that one request works on: parts, opened to be read and changed in place, and made parts again.
///
/// What is opened is read no further than somebody looks, and what nobody changed is, in the end, the very
/// part that it was opened from, text included. A working tree belongs to one thread. Nothing that happens to
/// it is seen in the parts it came from, so any number of threads may open the same document.
///
/// The idea: a container is a node over the members or elements of a part ([WorkingMembers],
/// [WorkingElements]). These know their part, and which of its children were handed out. A container is
/// untouched as long as no member was put or removed and all children that were handed out are untouched
/// themselves.
public final class WorkingTree {
    private WorkingTree() {}

    /// A tree of its own.
    public static JsonNode open(Part part) {
        return switch (part) {
            case ValueNode value -> value;
            case Text text when !text.isObject() && !text.isList() -> open(PartReader.resolved(text));
            case Part container when container.isObject() -> new ObjectNode(new WorkingMembers(container));
            case Part list -> new ArrayNode(new WorkingElements(list));
        };
    }

    /// As [#open], of an object, of which the first level is read at once.
    ///
    /// @throws JsonSyntaxException when it is no JSON object
    static ObjectNode read(Part part) {
        boolean object = part.isObject() || PartReader.resolved(part).isObject();
        if (!object) {
            throw new JsonSyntaxException("expected a JSON object");
        }
        var members = new WorkingMembers(part);
        members.read();
        return new ObjectNode(members);
    }

    /// A tree of its own that says the same; of what is untouched only the part is taken over.
    @SuppressWarnings("unchecked") // a part of the same kind
    public static <T extends JsonNode> T copy(T tree) {
        return (T) open(part(tree));
    }

    /// What a tree says. The tree may be changed afterwards.
    ///
    /// @throws IllegalArgumentException when there is anything in it that JSON cannot say
    public static Part part(JsonNode tree) {
        return part(tree, null);
    }

    /// As [#part], which shares with another part what is equal and in the same place.
    ///
    /// @param before null for none
    public static Part part(JsonNode tree, @Nullable Part before) {
        return switch (tree) {
            case ObjectNode object -> object(object, before);
            case ArrayNode array -> array(array, before);
            case ValueNode _ -> scalar(tree, before);
        };
    }

    /// The part that a tree was opened from, if nothing in it was changed; else null.
    public static @Nullable Part untouched(JsonNode tree) {
        if (tree instanceof ObjectNode object) {
            WorkingMembers members = members(object);
            return members == null ? null : members.untouched();
        }
        if (tree instanceof ArrayNode array) {
            WorkingElements elements = elements(array);
            return elements == null ? null : elements.untouched();
        }
        return null;
    }

    /// Whether none of the children that a container handed out was changed.
    ///
    /// @param opened by place; null for one that was not handed out, and as a whole when none was
    static boolean untouched(@Nullable JsonNode @Nullable [] opened) {
        if (opened != null) {
            for (JsonNode child : opened) {
                if (child != null && child.isContainerNode() && untouched(child) == null) {
                    return false;
                }
            }
        }
        return true;
    }

    /// What the children of a container say now.
    ///
    /// @param before what it was opened from
    /// @param opened by place, the children that it handed out
    /// @return null when they say the same
    static Part @Nullable [] changed(Part[] before, @Nullable JsonNode[] opened) {
        Part[] now = null;
        for (int i = 0; i < opened.length; i++) {
            JsonNode child = opened[i];
            if (child != null && child.isContainerNode()) {
                Part part = part(child, before[i]);
                if (!part.equals(before[i])) {
                    now = now == null ? before.clone() : now;
                    now[i] = part;
                }
            }
        }
        return now;
    }

    /// Whether two trees were opened from one part and are untouched, or are equal scalars: so they say the
    /// same. When they are not, they may still say the same. Quick: containers are not compared.
    public static boolean areOne(@Nullable JsonNode one, @Nullable JsonNode other) {
        if (one == null || other == null || one.type() != other.type()) {
            return false;
        }
        if (!one.isContainerNode()) {
            return one.equals(other);
        }
        Part part = untouched(one);
        return part != null && part.equals(untouched(other));
    }

    private static @Nullable WorkingMembers members(ObjectNode object) {
        return object.members() instanceof WorkingMembers members ? members : null;
    }

    private static @Nullable WorkingElements elements(ArrayNode array) {
        return array.list() instanceof WorkingElements elements ? elements : null;
    }

    private static Part object(ObjectNode object, @Nullable Part before) {
        WorkingMembers members = members(object);
        if (members == null) {
            Part same = equalText(object, before);
            return same == null ? gathered(object, before instanceof Members old ? old : null) : same;
        }
        return members.isOfItsPart() ? members.part() : gathered(object, members.read());
    }

    private static Part gathered(ObjectNode object, @Nullable Members before) {
        String[] names = new String[object.size()];
        Part[] parts = new Part[names.length];
        int at = 0;
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            names[at] = member.getKey();
            parts[at] = part(member.getValue(), before == null ? null : before.part(at, names[at]));
            at++;
        }
        var made = new Members(before == null ? Shape.of(names) : before.shape().orOf(names), parts);
        return before != null && before.isMadeOf(made) ? before : made;
    }

    private static Part array(ArrayNode array, @Nullable Part before) {
        WorkingElements elements = elements(array);
        if (elements == null) {
            Part same = equalText(array, before);
            return same == null ? gathered(array, before instanceof Elements old ? old : null) : same;
        }
        return elements.isOfItsPart() ? elements.part() : gathered(array, elements.read());
    }

    private static Part gathered(ArrayNode array, @Nullable Elements before) {
        Part[] parts = new Part[array.size()];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = part(array.get(i), before == null || i >= before.size() ? null : before.part(i));
        }
        var made = new Elements(parts);
        return before != null && before.isMadeOf(made) ? before : made;
    }

    /// The text before, if it says, character for character, what a tree says.
    private static @Nullable Part equalText(JsonNode tree, @Nullable Part before) {
        return before instanceof Text text && text.equals(new Text(Json.write(tree))) ? text : null;
    }

    private static Part scalar(JsonNode value, @Nullable Part before) {
        if (before instanceof ValueNode known && known.equals(value)) {
            return known;
        }
        ValueNode plain = ValueNode.written(value);
        return before instanceof Text text && text.isTextOf(plain) ? text : plain;
    }
}
