package dev.tenure.wire.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A number, held as it was written: whole or with a fraction, so that 1 and 1.0 are two values. Immutable.
public abstract sealed class NumberNode extends ValueNode {
    private static final int SMALL_MAX = 1 << 10;
    private static final List<NumberNode> SMALL =
            IntStream.rangeClosed(0, SMALL_MAX).<NumberNode>mapToObj(Whole::new).toList();

    private NumberNode() {}

    public static NumberNode valueOf(long value) {
        return value >= 0 && value <= SMALL_MAX ? SMALL.get((int) value) : new Whole(value);
    }

    /// With a fraction, be it 0.
    public static NumberNode valueOf(double value) {
        return new Real(value);
    }

    /// A long where it is within its bounds.
    public static NumberNode valueOf(BigInteger value) {
        return value.bitLength() < Long.SIZE ? valueOf(value.longValue()) : new BigWhole(value);
    }

    public static NumberNode valueOf(BigDecimal value) {
        return new Exact(value);
    }

    @Override
    public final Type type() {
        return Type.NUMBER;
    }

    @Override
    public final NumberNode deepCopy() {
        return this;
    }

    @Override
    public final int asInt(int otherwise) {
        return intValue();
    }

    @Override
    public final long asLong(long otherwise) {
        return longValue();
    }

    @Override
    public final double asDouble(double otherwise) {
        return doubleValue();
    }

    /// Any whole number but 0 is true.
    @Override
    public final boolean asBoolean(boolean otherwise) {
        return isIntegralNumber() ? !bigIntegerValue().equals(BigInteger.ZERO) : otherwise;
    }

    @Override
    public final boolean isIntegralNumber() {
        return !isFloatingPointNumber();
    }

    @Override
    public final int intValue() {
        return (int) longValue();
    }

    @Override
    public BigInteger bigIntegerValue() {
        return decimalValue().toBigInteger();
    }

    @Override
    public final boolean canConvertToInt() {
        return within(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public final boolean canConvertToLong() {
        return within(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private boolean within(long least, long most) {
        return !isEndless()
                && decimalValue().compareTo(BigDecimal.valueOf(least)) >= 0
                && decimalValue().compareTo(BigDecimal.valueOf(most)) <= 0;
    }

    private boolean isEndless() {
        return this instanceof Real && !Double.isFinite(doubleValue());
    }

    /// A whole number within the bounds of a long.
    private static final class Whole extends NumberNode {
        private final long value;

        private Whole(long value) {
            this.value = value;
        }

        @Override
        public String asText() {
            return Long.toString(value);
        }

        @Override
        public long longValue() {
            return value;
        }

        @Override
        public double doubleValue() {
            return value;
        }

        @Override
        public BigInteger bigIntegerValue() {
            return BigInteger.valueOf(value);
        }

        @Override
        public BigDecimal decimalValue() {
            return BigDecimal.valueOf(value);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Whole number && value == number.value;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(value);
        }
    }

    /// A whole number beyond the bounds of a long.
    private static final class BigWhole extends NumberNode {
        private final BigInteger value;

        private BigWhole(BigInteger value) {
            this.value = value;
        }

        @Override
        public boolean isBigInteger() {
            return true;
        }

        @Override
        public String asText() {
            return value.toString();
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
            return value;
        }

        @Override
        public BigDecimal decimalValue() {
            return new BigDecimal(value);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof BigWhole number && value.equals(number.value);
        }

        @Override
        public int hashCode() {
            return value.hashCode();
        }
    }

    /// A number with a fraction, as exact as a double.
    private static final class Real extends NumberNode {
        private final double value;

        private Real(double value) {
            this.value = value;
        }

        @Override
        public boolean isDouble() {
            return true;
        }

        @Override
        public boolean isFloatingPointNumber() {
            return true;
        }

        @Override
        public String asText() {
            return Double.toString(value);
        }

        @Override
        public long longValue() {
            return (long) value;
        }

        @Override
        public double doubleValue() {
            return value;
        }

        @Override
        public BigDecimal decimalValue() {
            return BigDecimal.valueOf(value);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Real number && Double.compare(value, number.value) == 0;
        }

        @Override
        public int hashCode() {
            return Double.hashCode(value);
        }
    }

    /// A number beyond the bounds of a double.
    private static final class Exact extends NumberNode {
        private final BigDecimal value;

        private Exact(BigDecimal value) {
            this.value = value;
        }

        @Override
        public boolean isFloatingPointNumber() {
            return true;
        }

        @Override
        public String asText() {
            return value.toString();
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
        public BigDecimal decimalValue() {
            return value;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Exact number && value.equals(number.value);
        }

        @Override
        public int hashCode() {
            return value.hashCode();
        }
    }
}
