package dev.tenure.store.memory;

import dev.tenure.store.ExpiredException;
import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.LogCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A position in the log of one resource. One thread at a time reads with it; the store's threads only look at it
/// through [#signal] and [#skipTo].
final class Cursor implements LogCursor {
    private final VersionedState state;
    private final ResourceState resource;
    private final String namespace;
    private ChangeLog.Segment segment;
    private int index;
    private long position;
    private volatile long skipTo;
    private final AtomicReference<@Nullable Runnable> signal = new AtomicReference<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private boolean lost;

    /// Where this cursor began: what came before is not for it.
    private final long begin;

    /// How many gaps there were by then.
    private final int gaps;

    /// Whether [#poll] is reading the changes of revision [#position]: more of them may come.
    private boolean within;

    /// @param resource which counts this cursor already
    Cursor(VersionedState state, ResourceState resource, String namespace, long revision) {
        this.state = state;
        this.gaps = state.gaps();
        this.resource = resource;
        this.namespace = namespace;
        this.position = revision;
        this.begin = revision;
        this.segment = resource.log.segmentFor(revision);
        this.index = segment.firstAfter(revision);
    }

    String namespace() {
        return namespace;
    }

    @Override
    public List<Change> poll(int max) {
        List<Change> out = new ArrayList<>();
        long upTo = readable();
        while (out.size() < max || moreOfTheSame()) {
            Change change = next(upTo);
            if (change == null || (out.size() >= max && change.revision() > position)) {
                break;
            }
            goPast(change);
            within = true;
            out.add(change);
        }
        within = false;
        if (lost) {
            throw new ExpiredException(position, state.compactedRevision());
        }
        return out;
    }

    /// Whether the next change has the revision of the one that was read last.
    private boolean moreOfTheSame() {
        if (index == ChangeLog.SEGMENT_LENGTH && !enterNextSegment()) {
            return false;
        }
        Change change = index < segment.filled ? segment.changes[index] : null;
        return within && change != null && change.revision() == position;
    }

    @Override
    public long seen() {
        return position;
    }

    @Override
    public void onReady(Runnable wanted) {
        signal.set(wanted);
        if (!resource.waiters.join(this)) {
            signal();
        }
    }

    @Override
    public void close() {
        signal.set(null);
        resource.waiters.leave(this);
        if (closed.compareAndSet(false, true)) {
            resource.cursors.decrementAndGet();
        }
    }

    /// Whether [#poll] would give something or fail.
    boolean somethingToPoll() {
        return next(readable()) != null || lost;
    }

    /// Up to where the log can be read. Whoever sees changes that came with a gap sees the gap too.
    private long readable() {
        long upTo = state.revision();
        lost = lost || state.gaps() != gaps;
        return upTo;
    }

    /// Runs the signal, if one is set, and unsets it.
    void signal() {
        Runnable set = signal.getAndSet(null);
        if (set != null) {
            set.run();
        }
    }

    /// Tells this cursor, while it waits, that there is nothing for it up to `revision`, so that it does not count as
    /// slow when the log up to there is forgotten.
    void skipTo(long revision) {
        skipTo = revision;
    }

    /// The next change for this cursor up to a revision, without going past it; null when there is none or the place
    /// has been lost. Goes past changes of other namespaces.
    private @Nullable Change next(long upTo) {
        while (!lost) {
            if (index == segment.filled) {
                if (enterNextSegment()) {
                    continue;
                }
                position = Math.max(position, upTo);
                return null;
            }
            Change change = segment.changes[index];
            if (change == null) {
                findPlaceAgain();
                continue;
            }
            if (change.revision() > upTo) {
                position = Math.max(position, upTo);
                return null;
            }
            if (change.revision() > begin && concerns(change)) {
                return change;
            }
            goPast(change);
        }
        return null;
    }

    private boolean concerns(Change change) {
        return namespace.isEmpty() || namespace.equals(change.after().key().namespace());
    }

    private void goPast(Change change) {
        index++;
        position = Math.max(position, change.revision());
    }

    /// Whether reading can go on; the place may have been lost instead of moved.
    private boolean enterNextSegment() {
        if (index < ChangeLog.SEGMENT_LENGTH) {
            return false;
        }
        ChangeLog.Segment following = segment.next;
        if (following != null) {
            segment = following;
            index = 0;
            return true;
        }
        if (segment.cut) {
            findPlaceAgain();
            return true;
        }
        return false;
    }

    /// What comes next here has been forgotten. That is no loss when it lies before this position after all: because
    /// the watch began at a revision to come, or because this cursor heard meanwhile that nothing up to a later
    /// revision is for it.
    private void findPlaceAgain() {
        do {
            position = Math.max(position, skipTo);
            segment = resource.log.segmentFor(position);
            index = segment.firstAfter(position);
        } while (position < skipTo);
        long complete = within && state.isShared(position) ? position - 1 : position;
        lost = complete < state.compactedRevision() && position >= skipTo;
    }
}
