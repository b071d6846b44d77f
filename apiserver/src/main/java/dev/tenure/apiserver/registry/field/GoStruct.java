package dev.tenure.apiserver.registry.field;

import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
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
                case TEXT -> TextNode.valueOf("");
                case NUMBER -> NumberNode.valueOf(0);
                case FLAG -> BooleanNode.valueOf(false);
                case NOTHING -> NullNode.INSTANCE;
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
        ObjectNode shaped = Json.object();
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
