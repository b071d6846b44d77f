package dev.tenure.kinds.jsonpath;

import dev.tenure.kinds.jsonpath.Value.Count;
import dev.tenure.kinds.jsonpath.Value.Stored;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Whether two values of a filter compare as its operator says: truth values, whole numbers, fractions and
/// texts, each with its like. Pure. Upstream: client-go/third_party/forked/golang/template.
final class FilterComparison {
    /// What comes of it.
    enum Outcome {
        HOLDS,
        DOES_NOT,
        /// These two cannot be compared so.
        FAILS
    }

    private FilterComparison() {}

    static Outcome of(Value left, String operator, Value right) {
        OptionalInt known = order(left, right);
        if (known.isEmpty()) {
            return Outcome.FAILS;
        }
        int order = known.getAsInt();
        return switch (operator) {
            case "==" -> outcome(order == 0);
            case "!=" -> outcome(order != 0);
            case "<" -> inOrder(left, order < 0);
            case "<=" -> inOrder(left, order <= 0);
            case ">" -> inOrder(left, order > 0);
            case ">=" -> inOrder(left, order >= 0);
            default -> Outcome.FAILS;
        };
    }

    /// Of true and false none is the greater.
    private static Outcome inOrder(Value value, boolean holds) {
        return value instanceof Stored(JsonNode node) && node.isBoolean() ? Outcome.FAILS : outcome(holds);
    }

    private static Outcome outcome(boolean holds) {
        return holds ? Outcome.HOLDS : Outcome.DOES_NOT;
    }

    /// @return empty when the two are not alike, or are no values that compare
    private static OptionalInt order(Value left, Value right) {
        OptionalLong one = whole(left);
        OptionalLong other = whole(right);
        if (one.isPresent() && other.isPresent()) {
            return OptionalInt.of(Long.compare(one.getAsLong(), other.getAsLong()));
        }
        boolean apart = one.isPresent() || other.isPresent();
        return !apart
                        && left instanceof Stored(JsonNode a)
                        && right instanceof Stored(JsonNode b)
                        && a.type() == b.type()
                ? order(a, b)
                : OptionalInt.empty();
    }

    /// @param left not a whole number, nor is the other
    private static OptionalInt order(JsonNode left, JsonNode right) {
        return switch (left.type()) {
            case NUMBER -> OptionalInt.of(Double.compare(left.doubleValue() + 0.0, right.doubleValue() + 0.0));
            case STRING -> OptionalInt.of(Arrays.compareUnsigned(bytes(left), bytes(right)));
            case BOOLEAN -> OptionalInt.of(Boolean.compare(left.asBoolean(false), right.asBoolean(false)));
            case OBJECT, ARRAY, NULL, MISSING -> OptionalInt.empty();
        };
    }

    /// Upstream holds whole numbers of an object beyond 64 bits as fractions.
    private static OptionalLong whole(Value value) {
        return switch (value) {
            case Count(long number) -> OptionalLong.of(number);
            case Stored(JsonNode node) ->
                node.isIntegralNumber() && !node.isBigInteger()
                        ? OptionalLong.of(node.longValue())
                        : OptionalLong.empty();
        };
    }

    private static byte[] bytes(JsonNode text) {
        return text.asText().getBytes(StandardCharsets.UTF_8);
    }
}
