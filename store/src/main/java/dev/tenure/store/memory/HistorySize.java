package dev.tenure.store.memory;

import dev.tenure.store.Store.Change;
import java.util.ArrayDeque;
import java.util.OptionalLong;

/// How many bytes of JSON the history holds, in steps, so that it can be cut when it grows too large. Only
/// used with the state's lock held.
final class HistorySize {
    /// What a change costs besides the bytes of its object.
    private static final long CHANGE_BYTES = 300;

    private static final int STEPS_MAX = 256;

    /// The bytes of the changes from the step before up to and including a revision.
    private record Step(long revision, long bytes) {}

    private final long bytesMax;
    private final ArrayDeque<Step> steps = new ArrayDeque<>();
    private long total;
    private long sinceStep;

    HistorySize(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    void add(Change change) {
        long bytes = CHANGE_BYTES + change.after().content().size();
        total += bytes;
        sinceStep += bytes;
        if (sinceStep > bytesMax / STEPS_MAX) {
            steps.add(new Step(change.revision(), sinceStep));
            sinceStep = 0;
        }
    }

    /// Up to which revision history must be forgotten to be within its bound.
    OptionalLong tooOld() {
        if (total <= bytesMax) {
            return OptionalLong.empty();
        }
        long left = total;
        for (Step step : steps) {
            left -= step.bytes();
            if (left <= bytesMax) {
                return OptionalLong.of(step.revision());
            }
        }
        return OptionalLong.empty();
    }

    /// Takes note that history up to `revision` is gone.
    void forget(long revision) {
        while (!steps.isEmpty() && steps.getFirst().revision() <= revision) {
            total -= steps.removeFirst().bytes();
        }
    }
}
