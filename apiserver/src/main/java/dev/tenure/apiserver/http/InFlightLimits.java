package dev.tenure.apiserver.http;

/// How many requests are answered at a time; watches and other long ones do not count. The levels of priority share the
/// sum of both. Upstream: `--max-requests-inflight` and `--max-mutating-requests-inflight`.
///
/// @param reading 0 for no limit
/// @param mutating 0 for no limit
public record InFlightLimits(int reading, int mutating) {
    private static final int READING = 400;
    private static final int MUTATING = 200;

    public InFlightLimits {
        reading = reading > 0 ? reading : Integer.MAX_VALUE;
        mutating = mutating > 0 ? mutating : Integer.MAX_VALUE;
    }

    /// What the levels of priority share.
    int seats() {
        return Math.toIntExact(Math.min(Integer.MAX_VALUE, (long) reading + mutating));
    }

    /// Upstream's.
    public static InFlightLimits standard() {
        return new InFlightLimits(READING, MUTATING);
    }
}
