package dev.tenure.launch.memory;

import java.time.Duration;

/// Decides when a heap is to be collected as a whole, so that it gives back what it no longer needs, asked
/// once per step of time: after work has rested for a while, and only where the old generation has grown by a
/// good part since it was last collected. A collection stops everybody, the longer the more is used, so a
/// large heap waits for a longer rest, which is still less than a minute, and somebody who asks now and then
/// is not made to wait for it: it comes when nobody has asked for as long, or after ten minutes in which
/// there was little to do. For one thread.
final class Rest {
    private static final long GROWN_BYTES_MIN = 96L << 20;

    /// Growth by less than this part is left alone.
    private static final int PART = 4;

    private static final long LARGE_BYTES = 1L << 30;
    private static final Duration SHORT = Duration.ofSeconds(15);
    private static final Duration LONG = Duration.ofSeconds(45);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /// Young collections within [#SHORT]: a server at work has more in a second.
    private static final int COLLECTIONS_MAX = 16;

    private final long stepsShort;
    private final long stepsLong;
    private final long stepsLongest;
    private long kept;
    private long collectionsBefore;
    private long stepsOfWindow;
    private long quietSteps;
    private long askedBefore;
    private long unaskedSteps;

    /// @param step of time
    /// @param usedNow bytes of the old generation that are taken to be needed
    Rest(Duration step, long usedNow) {
        this.stepsShort = SHORT.dividedBy(step);
        this.stepsLong = LONG.dividedBy(step);
        this.stepsLongest = LONGEST.dividedBy(step);
        this.kept = usedNow;
    }

    /// @param used bytes of the old generation
    /// @param collections of young objects so far
    /// @param asked how often anybody has asked anything so far
    boolean collectNow(long used, long collections, long asked) {
        note(collections);
        unaskedSteps = asked == askedBefore ? unaskedSteps + 1 : 0;
        askedBefore = asked;
        long rest = used > LARGE_BYTES ? stepsLong : stepsShort;
        boolean rested = quietSteps >= rest && (unaskedSteps >= rest || quietSteps >= stepsLongest);
        return used - kept >= Math.max(GROWN_BYTES_MIN, kept / PART) && rested;
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
    /// @param used bytes that were left
    /// @param again whether much of that is not needed, and goes with the next collection
    void collected(long used, boolean again) {
        kept = again ? Math.min(kept, used) : used;
        quietSteps = 0;
    }
}
