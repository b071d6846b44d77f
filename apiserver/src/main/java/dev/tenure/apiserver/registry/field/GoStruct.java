package dev.tenure.apiserver.registry.field;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// The shape in which upstream's messages print an object of an internal type: all members, also the absent
/// ones, under their Go names. Only the types that messages really show are described.
public final class GoStruct {
    /// How an absent member prints.
    public enum Zero {
        TEXT,
        NUMBER,
        FLAG,
        NOTHING;

        private JsonNode value() {
            return switch (this) {
                case TEXT -> JsonNodeFactory.instance.textNode("");
                case NUMBER -> JsonNodeFactory.instance.numberNode(0);
                case FLAG -> JsonNodeFactory.instance.booleanNode(false);
                case NOTHING -> JsonNodeFactory.instance.nullNode();
            };
        }
    }

    private record Member(String goName, String jsonName, Zero zero, List<GoStruct> shape) {}

    private final List<Member> members = new ArrayList<>();

    /// Adds a member whose value prints as it stands in JSON.
    public GoStruct with(String goName, String jsonName, Zero zero) {
        members.add(new Member(goName, jsonName, zero, List.of()));
        return this;
    }

    /// Adds a member that is a pointer to a struct.
    public GoStruct with(String goName, String jsonName, GoStruct shape) {
        members.add(new Member(goName, jsonName, Zero.NOTHING, List.of(shape)));
        return this;
    }

    /// Adds pointers whose Go names are the JSON names with a capital.
    public GoStruct pointers(String... jsonNames) {
        for (String name : jsonNames) {
            with(Character.toUpperCase(name.charAt(0)) + name.substring(1), name, Zero.NOTHING);
        }
        return this;
    }

    /// The tree in this shape.
    public ObjectNode of(JsonNode node) {
        ObjectNode shaped = JsonNodeFactory.instance.objectNode();
        for (Member member : members) {
            JsonNode value = node.path(member.jsonName);
            if (value.isMissingNode() || value.isNull()) {
                shaped.set(member.goName, member.zero.value());
            } else if (member.shape.isEmpty() || !value.isObject()) {
                shaped.set(member.goName, value);
            } else {
                shaped.set(member.goName, member.shape.getFirst().of(value));
            }
        }
        return shaped;
    }
}
