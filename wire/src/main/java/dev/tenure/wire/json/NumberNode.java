package dev.tenure.wire.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A number, held as it was written: whole or with a fraction, so that 1 and 1.0 are two values. Immutable.
public final class NumberNode extends ValueNode {
    private static final int SMALL_MAX = 1 << 10;
    private static final List<NumberNode> SMALL = IntStream.rangeClosed(0, SMALL_MAX)
            .mapToObj(value -> new NumberNode((long) value))
            .toList();

    /// A Long; beyond its bounds a BigInteger. With a fraction a Double; beyond its bounds a BigDecimal.
    private final Number value;

    private NumberNode(Number value) {
        this.value = value;
    }

    public static NumberNode valueOf(long value) {
        return value >= 0 && value <= SMALL_MAX ? SMALL.get((int) value) : new NumberNode(value);
    }

    /// With a fraction, be it 0.
    public static NumberNode valueOf(double value) {
        return new NumberNode(value);
    }

    /// A long where it is within its bounds.
    public static NumberNode valueOf(BigInteger value) {
        return value.bitLength() < Long.SIZE ? valueOf(value.longValue()) : new NumberNode(value);
    }

    public static NumberNode valueOf(BigDecimal value) {
        return new NumberNode(value);
    }

    @Override
    public Type type() {
        return Type.NUMBER;
    }

    @Override
    public NumberNode deepCopy() {
        return this;
    }

    @Override
    public String asText() {
        return value instanceof Double number ? Numbers.text(number) : value.toString();
    }

    @Override
    public int asInt(int otherwise) {
        return intValue();
    }

    @Override
    public long asLong(long otherwise) {
        return longValue();
    }

    @Override
    public double asDouble(double otherwise) {
        return doubleValue();
    }

    /// Any whole number but 0 is true.
    @Override
    public boolean asBoolean(boolean otherwise) {
        return isIntegralNumber() ? !value.equals(0L) : otherwise;
    }

    @Override
    public boolean isIntegralNumber() {
        return value instanceof Long || value instanceof BigInteger;
    }

    @Override
    public boolean isFloatingPointNumber() {
        return !isIntegralNumber();
    }

    @Override
    public boolean isDouble() {
        return value instanceof Double;
    }

    @Override
    public boolean isBigInteger() {
        return value instanceof BigInteger;
    }

    @Override
    public int intValue() {
        return (int) longValue();
    }

    @Override
    public long longValue() {
        return value.longValue();
    }

    @Override
    public double doubleValue() {
        return value.doubleValue();
    }

    @Override
    public BigInteger bigIntegerValue() {
        return value instanceof BigInteger whole ? whole : decimalValue().toBigInteger();
    }

    @Override
    public BigDecimal decimalValue() {
        return value instanceof BigDecimal exact ? exact : new BigDecimal(value.toString());
    }

    @Override
    public boolean canConvertToInt() {
        return within(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public boolean canConvertToLong() {
        return within(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private boolean within(long least, long most) {
        if (value instanceof Long whole) {
            return whole >= least && whole <= most;
        }
        return Double.isFinite(value.doubleValue())
                && decimalValue().compareTo(BigDecimal.valueOf(least)) >= 0
                && decimalValue().compareTo(BigDecimal.valueOf(most)) <= 0;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NumberNode number && value.equals(number.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }
}
