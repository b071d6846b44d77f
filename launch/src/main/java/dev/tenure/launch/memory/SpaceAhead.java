package dev.tenure.launch.memory;

/// Decides which part of a growing space is to be made ready next, asked once per step of time.
/// Addresses are offsets from the beginning of the space. For one thread.
///
/// The reserve is as large as the space has grown so far, up to a bound, so that a process at rest has none.
/// It is filled while the space does not grow; while it does, it is left alone down to half, and from there
/// on follows the pace, since making room takes time from those who need it.
final class SpaceAhead {
    private static final int QUIET_STEPS = 5;
    private static final long QUIET_BYTES = 2 << 20;
    private static final int SMOOTHING = 16;

    private final long most;
    private final long usedFirst;
    private long used;
    private long ready;
    private long pace;
    private int quietSteps;

    /// @param most bytes beyond what is used that are kept ready
    SpaceAhead(long most, long usedNow) {
        this.most = most;
        this.usedFirst = usedNow;
        this.used = usedNow;
        this.ready = usedNow;
    }

    /// Part of a space; empty when nothing is to be done.
    record Stretch(long from, long to) {
        long length() {
            return to - from;
        }
    }

    /// Takes note of how much is used and tells what to make ready in this step.
    ///
    /// @param committed bytes that may be written
    Stretch next(long usedNow, long committed) {
        note(usedNow);
        ready = Math.clamp(ready, usedNow, Math.max(usedNow, committed));
        long wanted = Math.clamp(usedNow - usedFirst, 0, most);
        long ahead = ready - usedNow;
        long enough = Math.max(wanted / 8, Math.min(ahead + addition(ahead, wanted), wanted));
        var stretch = new Stretch(ready, Math.max(ready, Math.min(committed, usedNow + enough)));
        ready = stretch.to();
        return stretch;
    }

    private void note(long usedNow) {
        long grown = Math.max(0, usedNow - used);
        pace += (grown - pace) / SMOOTHING;
        quietSteps = usedNow == used ? quietSteps + 1 : 0;
        used = usedNow;
    }

    private long addition(long ahead, long wanted) {
        if (quietSteps >= QUIET_STEPS) {
            return QUIET_BYTES;
        }
        return ahead < wanted / 2 ? pace + pace / 2 : 0;
    }
}
