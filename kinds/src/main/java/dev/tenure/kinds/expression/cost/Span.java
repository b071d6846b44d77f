package dev.tenure.kinds.expression.cost;

/// From the least to the most that a size or a cost can be. The greatest number stands for all beyond it.
public record Span(long min, long max) {
    public static final Span UNKNOWN = new Span(0, Long.MAX_VALUE);
    public static final Span NOTHING = new Span(0, 0);
    public static final Span ONE = new Span(1, 1);

    public static Span exactly(long number) {
        return new Span(number, number);
    }

    public static Span upTo(long max) {
        return new Span(0, max);
    }

    Span plus(Span other) {
        return new Span(sum(min, other.min), sum(max, other.max));
    }

    Span times(Span other) {
        return new Span(product(min, other.min), product(max, other.max));
    }

    /// Rounded up.
    Span times(double factor) {
        return new Span(scaled(min, factor), scaled(max, factor));
    }

    /// What holds both.
    Span with(Span other) {
        return new Span(Math.min(min, other.min), Math.max(max, other.max));
    }

    public static long product(long one, long other) {
        boolean fits = one == 0 || other <= Long.MAX_VALUE / one;
        return fits ? one * other : Long.MAX_VALUE;
    }

    public static long sum(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /// Rounded up; a product beyond a long becomes the greatest one.
    static long scaled(long number, double factor) {
        return (long) Math.ceil(number * factor);
    }
}
