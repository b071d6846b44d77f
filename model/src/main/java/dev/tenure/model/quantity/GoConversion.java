package dev.tenure.model.quantity;

/// Go's conversions of float64 to whole numbers, as the processors do them on which Kubernetes usually runs
/// (amd64): a fraction is cut off, and what has no room in 64 bits, NaN included, comes to the least int64.
/// Java's casts come to the nearest number that has room, and to 0 for NaN.
public final class GoConversion {
    /// The first whole number that has no room in 64 bits.
    private static final double INT64_END = 0x1p63;

    private GoConversion() {}

    /// As `int64(value)`.
    public static long toInt64(double value) {
        return value >= -INT64_END && value < INT64_END ? (long) value : Long.MIN_VALUE;
    }

    /// As `int32(value)`: the lower half of [#toInt64].
    public static int toInt32(double value) {
        return (int) toInt64(value);
    }
}
