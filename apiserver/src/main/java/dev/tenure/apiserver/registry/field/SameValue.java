package dev.tenure.apiserver.registry.field;

import dev.tenure.wire.json.JsonNode;
import java.util.Map;

/// Whether two trees mean the same object: numbers by value, members in any order, null and empty
/// lists as absent.
public final class SameValue {
    private SameValue() {}

    public static boolean same(JsonNode one, JsonNode other) {
        boolean oneThere = isThere(one);
        boolean otherThere = isThere(other);
        if (!oneThere || !otherThere) {
            return oneThere == otherThere;
        }
        if (one.isObject() && other.isObject()) {
            return sameMembers(one, other);
        }
        if (one.isArray() && other.isArray()) {
            return sameItems(one, other);
        }
        if (one.isIntegralNumber() && other.isIntegralNumber()) {
            return one.longValue() == other.longValue();
        }
        return one.equals(other);
    }

    private static boolean isThere(JsonNode value) {
        return !value.isMissingNode() && !value.isNull() && !(value.isArray() && value.isEmpty());
    }

    private static boolean sameMembers(JsonNode one, JsonNode other) {
        for (Map.Entry<String, JsonNode> member : one.properties()) {
            if (!same(member.getValue(), other.path(member.getKey()))) {
                return false;
            }
        }
        for (Map.Entry<String, JsonNode> member : other.properties()) {
            if (!one.has(member.getKey()) && isThere(member.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameItems(JsonNode one, JsonNode other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (!same(one.get(i), other.get(i))) {
                return false;
            }
        }
        return true;
    }
}
