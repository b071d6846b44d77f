package dev.tenure.wire.json.go;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Numbers of objects without Go types: whole ones that fit are 64 bits long, all others are floating point,
/// and those lose their point when they are written. What need not change is not touched, for parts of trees
/// are shared. Upstream: sigs.k8s.io/json, encoding/json.
public final class GoNumbers {
    /// From here on a floating point number is written with an exponent.
    private static final double PLAIN_MAX = 1e21;

    private GoNumbers() {}

    /// Turns the numbers of a tree into what they are after reading, in place.
    public static void read(JsonNode tree) {
        each(tree, number -> number.isBigInteger() ? NumberNode.valueOf(number.doubleValue()) : number);
    }

    /// Turns the numbers of a tree into what they are when written, in place.
    public static void written(JsonNode tree) {
        each(tree, GoNumbers::withoutPoint);
    }

    /// One value as it is when written.
    public static JsonNode plain(JsonNode value) {
        return value.isNumber() ? withoutPoint(value) : value;
    }

    private static JsonNode withoutPoint(JsonNode number) {
        if (!number.isDouble()) {
            return number;
        }
        double value = number.doubleValue();
        if (value != Math.rint(value) || Math.abs(value) >= PLAIN_MAX) {
            return number;
        }
        BigInteger whole = new BigDecimal(Double.toString(value)).toBigIntegerExact();
        boolean fits = whole.bitLength() < Long.SIZE;
        return fits ? NumberNode.valueOf(whole.longValue()) : NumberNode.valueOf(whole);
    }

    private static void each(JsonNode tree, UnaryOperator<JsonNode> change) {
        if (tree instanceof ObjectNode map) {
            for (Map.Entry<String, JsonNode> member : map.properties()) {
                JsonNode next = changed(member.getValue(), change);
                if (!next.equals(member.getValue())) {
                    member.setValue(next);
                }
            }
        } else if (tree instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                JsonNode next = changed(list.get(i), change);
                if (!next.equals(list.get(i))) {
                    list.set(i, next);
                }
            }
        }
    }

    private static JsonNode changed(JsonNode value, UnaryOperator<JsonNode> change) {
        if (value.isNumber()) {
            return change.apply(value);
        }
        each(value, change);
        return value;
    }
}
