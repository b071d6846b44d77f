package dev.tenure.model.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// A fixed-point amount of a resource, exact to a billionth, with the way it is written. Immutable.
///
/// Two quantities are equal when their amounts are: `1`, `1000m` and `1e0` are one. [#toString()] is the
/// canonical form: the largest suffix that leaves no fraction, except that a text which upstream's quick test
/// takes for canonical is kept.
///
/// Most amounts are a long and a power of ten. Those that upstream counts with big numbers (many digits, or a
/// fraction of a binary unit) are counted with big ones here too, because the two are cut to 64 bits
/// differently: [#scaled(int)]. Upstream: resource.Quantity, on amd64.
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
    private static final BigInteger WHOLE_MAX = BigInteger.valueOf(Long.MAX_VALUE);
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

    /// What upstream holds as a big number.
    static Quantity large(BigDecimal amount, Format format) {
        return new Quantity(0, 0, amount, format, null);
    }

    private static Quantity of(BigDecimal amount, Format format) {
        BigInteger unscaled = amount.unscaledValue();
        return unscaled.bitLength() < Long.SIZE
                ? new Quantity(unscaled.longValue(), -amount.scale(), null, format, null)
                : large(amount, format);
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

    /// Whole units; see [#scaled(int)].
    public long value() {
        return scaled(0);
    }

    /// Thousandths; see [#scaled(int)].
    public long milliValue() {
        return scaled(MILLI);
    }

    /// Units of 10^`wanted`, rounded away from zero, as far as a long holds them. Beyond that, and for big
    /// numbers below zero, it is what upstream's arithmetic comes to. Upstream: Quantity.ScaledValue.
    public long scaled(int wanted) {
        if (large != null) {
            return scaled(large, wanted);
        }
        return scale > wanted ? multiplied(units, scale - wanted) : rounded(wanted);
    }

    /// `number` × 10^`exponent`. Beyond a long it is 0, but cut to 64 bits for the exponents that upstream
    /// multiplies by in one go. Upstream: positiveScaleInt64.
    private static long multiplied(long number, int exponent) {
        if (exponent >= TENS.length || number == Long.MIN_VALUE) {
            return 0;
        }
        long product = number * TENS[exponent];
        boolean fits = Math.multiplyHigh(number, TENS[exponent]) == product >> 63;
        return switch (exponent) {
            case 1, 2, 3, 6, 9 -> product;
            default -> fits ? product : 0;
        };
    }

    /// Upstream: scaledValue in scale_int.go. Its numbers below zero are rounded towards zero and one further
    /// up.
    private static long scaled(BigDecimal amount, int wanted) {
        BigInteger unscaled = amount.unscaledValue();
        int shift = amount.scale() + wanted;
        if (shift <= 0) {
            return unscaled.longValue() * (-shift < TENS.length ? TENS[-shift] : Long.MIN_VALUE);
        }
        if (shift < TENS.length && unscaled.compareTo(WHOLE_MAX) < 0) {
            long quotient = unscaled.longValue() / TENS[shift];
            return unscaled.longValue() % TENS[shift] == 0 ? quotient : quotient + 1;
        }
        BigInteger[] parts = unscaled.divideAndRemainder(BigInteger.TEN.pow(shift));
        return parts[0].longValue() + Math.max(parts[1].signum(), 0);
    }

    /// Units of 10^`wanted`, rounded away from zero; held to the range of a long.
    private long rounded(int wanted) {
        if (large == null && scale == wanted) {
            return units;
        }
        if (large == null && scale < wanted && wanted - scale < TENS.length) {
            long divisor = TENS[wanted - scale];
            long quotient = units / divisor;
            return units % divisor == 0 ? quotient : quotient + Long.signum(units);
        }
        return roundedSlowly(wanted);
    }

    private long roundedSlowly(int wanted) {
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
        if (large != null || other.large != null) {
            return large(amount().add(other.amount()), kept);
        }
        if (units == 0 || other.units == 0) {
            Quantity whole = units == 0 ? other : this;
            return new Quantity(whole.units, whole.scale, null, kept, null);
        }
        if (scale == other.scale) {
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
                : large(amount().negate(), format);
    }

    public Quantity times(long factor) {
        BigDecimal product = amount().multiply(BigDecimal.valueOf(factor));
        boolean counted = large == null && (scale == 0 || wholeLong(product));
        return counted ? of(product, format) : large(product, format);
    }

    private static boolean wholeLong(BigDecimal amount) {
        return amount.signum() == 0
                || (amount.precision() - amount.scale() <= TENS.length
                        && amount.stripTrailingZeros().scale() <= 0
                        && amount.toBigInteger().bitLength() < Long.SIZE);
    }

    /// Rounded away from zero to units of 10^`wanted`.
    public Quantity roundedUp(int wanted) {
        if (large != null) {
            return large(large.setScale(-wanted, RoundingMode.UP), format);
        }
        return scale >= wanted ? this : of(amount().setScale(-wanted, RoundingMode.UP), format);
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
        return Long.hashCode(rounded(MILLI));
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
                && amount.abs().compareTo(BigDecimal.valueOf(1024)) >= 0
                && (large != null || units != Long.MIN_VALUE);
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
        while (!left.testBit(0) && left.remainder(KIBI).signum() == 0) {
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
