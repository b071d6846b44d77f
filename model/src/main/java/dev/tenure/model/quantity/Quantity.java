package dev.tenure.model.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// A fixed-point amount of a resource, exact to a billionth, with the way it is written. Immutable.
///
/// Two quantities are equal when their amounts are: `1`, `1000m` and `1e0` are one. [#toString()] is the
/// canonical form: the largest suffix that leaves no fraction, except that a text which upstream's quick test
/// takes for canonical is kept. Amounts of up to 18 digits take no [BigDecimal]. Upstream: resource.Quantity.
public final class Quantity implements Comparable<Quantity> {
    /// The way an amount is written.
    public enum Format {
        DECIMAL_EXPONENT,
        BINARY_SI,
        DECIMAL_SI
    }

    public static final Quantity ZERO = new Quantity(0, 0, null, Format.DECIMAL_SI, "0");

    private static final int MILLI = -3;
    private static final BigInteger KIBI = BigInteger.valueOf(1024);
    private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
    /// Upstream counts numbers of up to 18 digits without big ones.
    private static final long FEW_DIGITS = 1_000_000_000_000_000_000L;
    /// Powers of ten that fit in a long.
    private static final long[] TENS = tens();

    /// The amount is `units` × 10^`scale`, unless `large` holds it.
    private final long units;

    private final int scale;
    private final @Nullable BigDecimal large;
    private final Format format;
    /// The canonical text, once it is known. A race writes the same text twice.
    private @Nullable String text;

    private Quantity(long units, int scale, @Nullable BigDecimal large, Format format, @Nullable String text) {
        this.units = units;
        this.scale = scale;
        this.large = large;
        this.format = format;
        this.text = text;
    }

    /// @throws QuantityFormatException when `text` is no quantity
    public static Quantity parse(String text) {
        return QuantityParser.parse(text);
    }

    /// A whole number of units.
    public static Quantity of(long value, Format format) {
        return new Quantity(value, 0, null, format, null);
    }

    /// A number of thousandths.
    public static Quantity ofMilli(long value, Format format) {
        return new Quantity(value, MILLI, null, format, null);
    }

    static Quantity small(long units, int scale, Format format, @Nullable String text) {
        return new Quantity(units, scale, null, format, text);
    }

    static Quantity of(BigDecimal amount, Format format) {
        BigInteger unscaled = amount.unscaledValue();
        return unscaled.bitLength() < Long.SIZE
                ? new Quantity(unscaled.longValue(), -amount.scale(), null, format, null)
                : new Quantity(0, 0, amount, format, null);
    }

    public Format format() {
        return format;
    }

    /// -1, 0 or 1.
    public int sign() {
        return large == null ? Long.signum(units) : large.signum();
    }

    public boolean isZero() {
        return sign() == 0;
    }

    /// Whole units, rounded away from zero; see [#scaled(int)] for what does not fit.
    public long value() {
        return scaled(0);
    }

    /// Thousandths, rounded away from zero; see [#scaled(int)] for what does not fit.
    public long milliValue() {
        return scaled(MILLI);
    }

    /// Units of 10^`wanted`, rounded away from zero. What does not fit in a long comes to 0 when it was
    /// written with few digits (`100E`), as upstream has it; else it is held to the range of a long.
    public long scaled(int wanted) {
        if (large == null && scale > wanted && Math.abs(units) < FEW_DIGITS) {
            return multiplied(units, scale - wanted);
        }
        return saturated(wanted);
    }

    /// `number` × 10^`exponent`, or 0 beyond a long.
    private static long multiplied(long number, int exponent) {
        if (exponent >= TENS.length || number == 0) {
            return 0;
        }
        long product = number * TENS[exponent];
        return Math.multiplyHigh(number, TENS[exponent]) == product >> 63 ? product : 0;
    }

    /// Units of 10^`wanted`, rounded away from zero; held to the range of a long.
    private long saturated(int wanted) {
        if (large == null && scale == wanted) {
            return units;
        }
        if (large == null && scale < wanted && wanted - scale < TENS.length) {
            long divisor = TENS[wanted - scale];
            long quotient = units / divisor;
            return units % divisor == 0 ? quotient : quotient + Long.signum(units);
        }
        return scaledSlowly(wanted);
    }

    private long scaledSlowly(int wanted) {
        BigDecimal amount = amount();
        if (amount.signum() == 0) {
            return 0;
        }
        long magnitude = (long) amount.precision() - amount.scale() - wanted;
        if (magnitude > TENS.length) {
            return amount.signum() > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
        BigDecimal rounded = amount.scaleByPowerOfTen(-wanted).setScale(0, RoundingMode.UP);
        return rounded.min(LONG_MAX).max(LONG_MIN).longValueExact();
    }

    /// The amount without its way of writing.
    public BigDecimal amount() {
        return large != null ? large : BigDecimal.valueOf(units, -scale);
    }

    /// The nearest binary fraction.
    public double toDouble() {
        return large == null && scale == 0 ? units : amount().doubleValue();
    }

    /// The sum, written as this quantity is, or as `other` is when this one is zero.
    public Quantity plus(Quantity other) {
        Format kept = isZero() ? other.format : format;
        if (large == null && other.large == null && scale == other.scale) {
            long sum = units + other.units;
            if (((units ^ sum) & (other.units ^ sum)) >= 0) {
                return new Quantity(sum, scale, null, kept, null);
            }
        }
        return of(amount().add(other.amount()), kept);
    }

    /// The difference, written as this quantity is, or as `other` is when this one is zero.
    public Quantity minus(Quantity other) {
        return plus(other.negated());
    }

    public Quantity negated() {
        return large == null && units != Long.MIN_VALUE
                ? new Quantity(-units, scale, null, format, null)
                : of(amount().negate(), format);
    }

    public Quantity times(long factor) {
        return of(amount().multiply(BigDecimal.valueOf(factor)), format);
    }

    /// Rounded away from zero to units of 10^`wanted`; the same object when nothing is lost.
    public Quantity roundedUp(int wanted) {
        if (large == null && scale >= wanted) {
            return this;
        }
        BigDecimal amount = amount();
        return -amount.scale() >= wanted ? this : of(amount.setScale(-wanted, RoundingMode.UP), format);
    }

    @Override
    public int compareTo(Quantity other) {
        return large == null && other.large == null && scale == other.scale
                ? Long.compare(units, other.units)
                : amount().compareTo(other.amount());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Quantity that && compareTo(that) == 0);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(saturated(MILLI));
    }

    /// The canonical form.
    @Override
    public String toString() {
        String known = text;
        if (known == null) {
            known = canonical();
            text = known;
        }
        return known;
    }

    private String canonical() {
        if (isZero()) {
            return "0";
        }
        BigDecimal amount = amount().stripTrailingZeros();
        boolean binary = format == Format.BINARY_SI
                && amount.scale() <= 0
                && amount.abs().compareTo(BigDecimal.valueOf(1024)) >= 0;
        if (binary) {
            return binary(amount.toBigIntegerExact());
        }
        int exponent = Math.floorDiv(-amount.scale(), 3) * 3;
        BigInteger digits = amount.scaleByPowerOfTen(-exponent).toBigIntegerExact();
        return digits + Suffix.ofDecimal(exponent, format == Format.BINARY_SI ? Format.DECIMAL_SI : format);
    }

    private static String binary(BigInteger amount) {
        BigInteger left = amount;
        int exponent = 0;
        while (exponent < 6 && left.testBit(0) == false && left.remainder(KIBI).signum() == 0) {
            left = left.divide(KIBI);
            exponent++;
        }
        return left + Suffix.ofBinary(exponent);
    }

    private static long[] tens() {
        long[] powers = new long[19];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }
}
