package dev.tenure.controllers.podautoscaler;

/// Go's conversions of numbers with fractions, for those beyond the bounds: on amd64 they come to the least number, of
/// which an int32 keeps the lower half.
final class CutNumbers {
    private static final double BOUND = 0x1p63;

    private CutNumbers() {}

    /// As `int64(value)`.
    static long toLong(double value) {
        return Double.isNaN(value) || value >= BOUND || value < -BOUND ? Long.MIN_VALUE : (long) value;
    }

    /// As `int32(value)`.
    static int toInt(double value) {
        return (int) toLong(value);
    }
}
