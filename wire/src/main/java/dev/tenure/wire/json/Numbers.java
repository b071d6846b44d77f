package dev.tenure.wire.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import java.math.BigDecimal;
import java.math.BigInteger;

/// Numbers as tree nodes, the smallest node that holds each, as Jackson's own reader makes them: so trees
/// compare equal however they were made.
public final class Numbers {
    private static final int LENGTH_MAX = 1_000;
    private static final int LONG_DIGITS = 18;
    /// From here on Go writes floating point numbers with an exponent.
    private static final double PLAIN_MAX = 1e21;

    private Numbers() {}

    public static JsonNode node(long value) {
        return value == (int) value ? IntNode.valueOf((int) value) : LongNode.valueOf(value);
    }

    /// As Go serialises a float64: without a fraction where there is none.
    public static JsonNode node(double value) {
        boolean whole = value == Math.rint(value) && Math.abs(value) < PLAIN_MAX;
        if (!whole) {
            return DoubleNode.valueOf(value);
        }
        return Math.abs(value) < Long.MAX_VALUE
                ? node((long) value)
                : BigIntegerNode.valueOf(new BigDecimal(Double.toString(value)).toBigInteger());
    }

    /// Any number that follows JSON's grammar.
    ///
    /// @throws JsonSyntaxException when it has too many digits
    static JsonNode any(String text) {
        if (text.length() > LENGTH_MAX) {
            throw new JsonSyntaxException("number of more than " + LENGTH_MAX + " characters");
        }
        boolean whole = text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0;
        if (!whole) {
            double value = Double.parseDouble(text);
            return Double.isInfinite(value) ? DecimalNode.valueOf(decimal(text)) : DoubleNode.valueOf(value);
        }
        if (text.length() <= LONG_DIGITS) {
            return node(Long.parseLong(text));
        }
        BigInteger value = new BigInteger(text);
        return value.bitLength() < Long.SIZE ? node(value.longValue()) : BigIntegerNode.valueOf(value);
    }

    private static BigDecimal decimal(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new JsonSyntaxException("number " + text + " is out of range", e);
        }
    }
}
