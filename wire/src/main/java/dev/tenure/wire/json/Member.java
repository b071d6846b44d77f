package dev.tenure.wire.json;

import java.util.AbstractMap;
import java.util.Map;

/// A member of an object: what is set here is put into the object.
final class Member extends AbstractMap.SimpleEntry<String, JsonNode> {
    private static final long serialVersionUID = 1;

    private final transient Map<String, JsonNode> members;

    Member(Map<String, JsonNode> members, String name, JsonNode value) {
        super(name, value);
        this.members = members;
    }

    @Override
    public JsonNode setValue(JsonNode value) {
        members.put(getKey(), value);
        return super.setValue(value);
    }
}
