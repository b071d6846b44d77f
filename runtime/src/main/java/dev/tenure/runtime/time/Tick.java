package dev.tenure.runtime.time;

import java.time.Duration;

/// A monotonic moment in this process, in nanoseconds. Not a date: it cannot be stored, sent or compared with
/// wall time.
public record Tick(long nanos) implements Comparable<Tick> {
    /// This moment moved by `span`; far beyond the end of time it stays at the end of time.
    public Tick plus(Duration span) {
        try {
            return new Tick(Math.addExact(nanos, span.toNanos()));
        } catch (ArithmeticException _) {
            return new Tick(span.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE);
        }
    }

    /// This moment moved back by `span`; far before the beginning of time it stays there.
    public Tick minus(Duration span) {
        try {
            return new Tick(Math.subtractExact(nanos, span.toNanos()));
        } catch (ArithmeticException _) {
            return new Tick(span.isNegative() ? Long.MAX_VALUE : Long.MIN_VALUE);
        }
    }

    /// How long from `earlier` until this moment; negative when `earlier` is later.
    public Duration since(Tick earlier) {
        return Duration.ofNanos(nanos - earlier.nanos);
    }

    public boolean isAfter(Tick other) {
        return nanos > other.nanos;
    }

    @Override
    public int compareTo(Tick other) {
        return Long.compare(nanos, other.nanos);
    }
}
