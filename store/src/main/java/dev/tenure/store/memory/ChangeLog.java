package dev.tenure.store.memory;

import dev.tenure.store.Store.Change;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The changes of one resource in order, in segments of a fixed length. One thread at a time appends and
/// forgets; any number of cursors reads meanwhile without a lock.
///
/// How that is safe: an element is written before [Segment#filled] is raised past it, and a reader reads
/// `filled` first. Forgetting only ever turns elements into null and takes whole segments out of the chain,
/// marked as cut, so a reader that is too slow finds out by what it reads, and holds on to two dead segments
/// at most: the one before the segment that was cut last keeps no link, for who stands there has missed
/// changes. The last segment is never taken out, so a reader that has read everything always has a place to
/// stand.
final class ChangeLog {
    static final int SEGMENT_LENGTH = 256;

    static final class Segment {
        final @Nullable Change[] changes = new @Nullable Change[SEGMENT_LENGTH];
        volatile int filled;
        volatile @Nullable Segment next;
        volatile boolean cut;

        /// Under which it is found; several segments in a row may have the same, when so many changes have
        /// one revision.
        final long key;

        Segment(long key) {
            this.key = key;
        }

        /// The index of the first change after `revision`; forgotten changes count as being before it.
        int firstAfter(long revision) {
            int low = 0;
            int high = filled;
            while (low < high) {
                int middle = (low + high) >>> 1;
                Change change = changes[middle];
                if (change == null || change.revision() <= revision) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    /// Segments by the revision of their first change, the first one of those that have the same; the first
    /// one of all is found under 0 until it is cut.
    private final ConcurrentSkipListMap<Long, Segment> segments = new ConcurrentSkipListMap<>();

    private Segment first = new Segment(0);
    private Segment last = first;
    private @Nullable Segment lastCut;

    ChangeLog() {
        segments.put(first.key, first);
    }

    void append(Change change) {
        int at = last.filled;
        if (at == SEGMENT_LENGTH) {
            var fresh = new Segment(change.revision());
            fresh.changes[0] = change;
            fresh.filled = 1;
            segments.putIfAbsent(fresh.key, fresh);
            last.next = fresh;
            last = fresh;
            return;
        }
        last.changes[at] = change;
        last.filled = at + 1;
    }

    /// The segment in which reading on after `revision` begins.
    Segment segmentFor(long revision) {
        while (true) {
            Map.Entry<Long, Segment> found = segments.floorEntry(revision);
            if (found == null) {
                found = segments.firstEntry();
            }
            if (found != null && !found.getValue().cut) {
                return found.getValue();
            }
        }
    }

    /// Forgets changes up to and including `revision`, at most `max` of them, and hands them to `forgotten`.
    ///
    /// @return whether nothing more is to be forgotten
    boolean forget(long revision, int max, Consumer<Change> forgotten) {
        int left = max;
        while (true) {
            Segment segment = first;
            int end = segment.firstAfter(revision);
            for (int i = firstKept(segment); i < end; i++) {
                if (left-- == 0) {
                    return false;
                }
                Change change = segment.changes[i];
                segment.changes[i] = null;
                if (change != null) {
                    forgotten.accept(change);
                }
            }
            if (end < SEGMENT_LENGTH || segment.equals(last)) {
                return true;
            }
            cut(segment);
            if (lastCut != null) {
                lastCut.next = null;
            }
            lastCut = segment;
        }
    }

    /// Whether nothing after `revision` is in it; for the thread that appends and forgets.
    boolean endsAt(long revision) {
        return last.firstAfter(revision) == last.filled;
    }

    /// Takes the first segment, which is not the last one, out of the chain.
    private void cut(Segment segment) {
        Segment following = Objects.requireNonNull(segment.next, "only the last segment has none behind it");
        segment.cut = true;
        if (following.key == segment.key) {
            segments.put(following.key, following);
        } else {
            segments.remove(segment.key);
        }
        first = following;
    }

    private static int firstKept(Segment segment) {
        return segment.firstAfter(Long.MIN_VALUE);
    }
}
