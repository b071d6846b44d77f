package dev.tenure.apiserver.http;

/// How many requests are answered at a time; watches and other long ones do not count. The levels of priority
/// share the sum of both. Upstream: `--max-requests-inflight` and `--max-mutating-requests-inflight`.
///
/// @param reading 0 for no limit
/// @param mutating 0 for no limit
public record InFlightLimits(int reading, int mutating) {
    private static final int READING = 400;
    private static final int MUTATING = 200;
    private static final long SEATS_MAX = 32L * Runtime.getRuntime().availableProcessors();

    public InFlightLimits {
        reading = reading > 0 ? reading : Integer.MAX_VALUE;
        mutating = mutating > 0 ? mutating : Integer.MAX_VALUE;
    }

    /// What the levels of priority share. More than the processors can serve would only make each request
    /// wait for all others, those of administrators and nodes too.
    int seats() {
        return Math.toIntExact(Math.min(SEATS_MAX, (long) reading + mutating));
    }

    /// Upstream's.
    public static InFlightLimits standard() {
        return new InFlightLimits(READING, MUTATING);
    }
}
