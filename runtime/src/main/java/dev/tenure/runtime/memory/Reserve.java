package dev.tenure.runtime.memory;

/// Decides which part of a growing space is to be made ready next. Addresses are offsets from the beginning of the
/// space. For one thread.
final class Reserve {
    private static final int STEPS_AHEAD = 8;
    private static final int SLOWING = 64;

    private final long mostAhead;
    private long used;
    private long ready;
    private long pace;

    /// @param mostAhead bytes beyond what is used that are kept ready at most
    Reserve(long mostAhead, long usedNow) {
        this.mostAhead = mostAhead;
        this.used = usedNow;
        this.ready = usedNow;
    }

    /// Part of a space; empty when nothing is to be done.
    record Stretch(long from, long to) {
        long length() {
            return to - from;
        }
    }

    /// Takes note of how much is used and tells what to make ready: as much as the space grew lately in
    /// [#STEPS_AHEAD] such steps, so that a space that does not grow is left alone.
    ///
    /// @param committed bytes that may be written
    Stretch next(long usedNow, long committed) {
        long grown = Math.max(0, usedNow - used);
        pace = Math.max(grown, pace - pace / SLOWING);
        used = usedNow;
        ready = Math.clamp(ready, usedNow, Math.max(usedNow, committed));
        long wanted = Math.min(committed, usedNow + Math.min(mostAhead, pace * STEPS_AHEAD));
        var stretch = new Stretch(ready, Math.max(ready, wanted));
        ready = stretch.to();
        return stretch;
    }
}
