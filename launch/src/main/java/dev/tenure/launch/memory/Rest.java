package dev.tenure.launch.memory;

import java.time.Duration;

/// Decides when a heap is to be collected as a whole, so that it gives back what it no longer needs, asked
/// once per step of time: after work has rested for a while, and only where the old generation has grown by
/// so much since it was last collected that a good part of it is likely to be garbage. A collection stops
/// everybody, the longer the more is used: a large heap waits for a longer rest and for more growth. For one
/// thread.
final class Rest {
    private static final long GROWN_BYTES_MIN = 256L << 20;
    private static final long LARGE_BYTES = 1L << 30;
    private static final Duration SHORT = Duration.ofSeconds(15);
    private static final Duration LONG = Duration.ofMinutes(2);

    /// Young collections within [#SHORT]: a server at work has more in a second.
    private static final int COLLECTIONS_MAX = 16;

    private final long stepsShort;
    private final long stepsLong;
    private long kept;
    private long collectionsBefore;
    private long stepsOfWindow;
    private long quietSteps;

    /// @param step of time
    /// @param usedNow bytes of the old generation that are taken to be needed
    Rest(Duration step, long usedNow) {
        this.stepsShort = SHORT.dividedBy(step);
        this.stepsLong = LONG.dividedBy(step);
        this.kept = usedNow;
    }

    /// @param used bytes of the old generation
    /// @param collections of young objects so far
    boolean collectNow(long used, long collections) {
        note(collections);
        boolean large = used > LARGE_BYTES;
        long enough = Math.max(GROWN_BYTES_MIN, large ? kept : kept / 2);
        return used - kept >= enough && quietSteps >= (large ? stepsLong : stepsShort);
    }

    private void note(long collections) {
        stepsOfWindow++;
        if (collections - collectionsBefore > COLLECTIONS_MAX) {
            quietSteps = 0;
            beginWindow(collections);
            return;
        }
        quietSteps++;
        if (stepsOfWindow >= stepsShort) {
            beginWindow(collections);
        }
    }

    private void beginWindow(long collections) {
        collectionsBefore = collections;
        stepsOfWindow = 0;
    }

    /// To be told when everything was collected.
    ///
    /// @param used bytes that were needed
    void collected(long used) {
        kept = used;
        quietSteps = 0;
    }
}
