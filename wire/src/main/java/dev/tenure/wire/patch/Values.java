package dev.tenure.wire.patch;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.WorkingTree;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// What the patches ask of JSON values.
public final class Values {
    private Values() {}

    /// A new object with the same fields and the same values.
    public static ObjectNode shallowCopy(ObjectNode object) {
        ObjectNode copy = Json.object();
        copy.setAll(object);
        return copy;
    }

    /// Whether two scalars are one value of one Go type: 1 and 1.0 are not.
    static boolean sameScalar(JsonNode left, JsonNode right) {
        if (left.isNumber() && right.isNumber()) {
            return left.isIntegralNumber() == right.isIntegralNumber()
                    && left.asText().equals(right.asText());
        }
        return left.equals(right);
    }

    /// A text for a scalar, the same for those that [#sameScalar] finds the same. Texts can be put in order,
    /// which keeps maps fast when keys with equal hashes were chosen.
    static String scalarText(JsonNode scalar) {
        return scalar.isNumber()
                ? (scalar.isIntegralNumber() ? "i" : "d") + scalar.asText()
                : scalar.type() + (scalar.isContainerNode() ? scalar.toString() : scalar.asText());
    }

    /// Whether two values are the same; 1 and 1.0 are.
    public static boolean same(JsonNode left, JsonNode right) {
        if (left.isContainerNode() && WorkingTree.areOne(left, right)) {
            return true;
        }
        if (left instanceof ObjectNode leftMap && right instanceof ObjectNode rightMap) {
            return sameFields(leftMap, rightMap);
        }
        if (left instanceof ArrayNode leftList && right instanceof ArrayNode rightList) {
            return sameElements(leftList, rightList);
        }
        if (left.isNumber() && right.isNumber()) {
            boolean whole = left.isIntegralNumber() && right.isIntegralNumber();
            return whole ? left.longValue() == right.longValue() : left.doubleValue() == right.doubleValue();
        }
        return left.equals(right);
    }

    private static boolean sameFields(ObjectNode left, ObjectNode right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> field : left.properties()) {
            JsonNode other = right.get(field.getKey());
            if (other == null || !same(field.getValue(), other)) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameElements(ArrayNode left, ArrayNode right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!same(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// An order of scalars: numbers, texts, booleans, the rest.
    public static int compareScalars(JsonNode left, JsonNode right) {
        int ranks = Integer.compare(rank(left), rank(right));
        if (ranks != 0) {
            return ranks;
        }
        return left.isNumber()
                ? Double.compare(left.doubleValue() + 0.0, right.doubleValue() + 0.0) // there is one zero
                : left.asText().compareTo(right.asText());
    }

    private static int rank(JsonNode value) {
        return switch (value.type()) {
            case NUMBER -> 0;
            case STRING -> 1;
            case BOOLEAN -> 2;
            case ARRAY, OBJECT, NULL, MISSING -> 3;
        };
    }

    public static String json(JsonNode value) {
        return new String(Json.write(value), StandardCharsets.UTF_8);
    }
}
