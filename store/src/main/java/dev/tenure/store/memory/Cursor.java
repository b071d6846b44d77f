package dev.tenure.store.memory;

import dev.tenure.store.ExpiredException;
import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.Index;
import dev.tenure.store.Store.LogCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A position in the log of one resource. One thread at a time reads with it; the store's threads only look
/// at it through [#signal], [#skipTo] and [#pass].
final class Cursor implements LogCursor {
    private final VersionedState state;
    private final ResourceState resource;
    private final Interest interest;
    private ChangeLog.Segment segment;
    private int index;
    private long position;
    private volatile long skipTo;
    /// Up to where nothing was for this cursor when it was last taken out of those who wait.
    private volatile long passed;

    private final AtomicReference<@Nullable Runnable> signal = new AtomicReference<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private boolean lost;

    /// Where this cursor began: what came before is not for it.
    private final long begin;

    /// How many gaps there were by then.
    private final int gaps;

    /// Whether [#poll] is reading the changes of revision [#position]: more of them may come.
    private boolean within;

    /// Which changes a cursor is about.
    ///
    /// @param namespace empty for all namespaces
    /// @param index absent for all objects
    record Interest(String namespace, Optional<Index> index) {
        private boolean inAll() {
            return namespace.isEmpty() && index.isEmpty();
        }

        private boolean concerns(Change change) {
            return (namespace.isEmpty() || namespace.equals(change.after().key().namespace()))
                    && (index.isEmpty() || index.get().concerns(change));
        }
    }

    /// @param resource which counts this cursor already
    Cursor(VersionedState state, ResourceState resource, Interest interest, long revision) {
        this.state = state;
        this.gaps = state.gaps();
        this.resource = resource;
        this.interest = interest;
        this.position = revision;
        this.begin = revision;
        this.segment = resource.log.segmentFor(revision);
        this.index = segment.firstAfter(revision);
    }

    Interest interest() {
        return interest;
    }

    @Override
    public List<Change> poll(int max) {
        passWhatIsForOthers();
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

    /// Goes to where there may be something for this cursor again, rather than over all that was for others
    /// while it waited. Within a segment that is no gain.
    private void passWhatIsForOthers() {
        if (interest.inAll() || segment.next == null || lost) {
            return;
        }
        long to = Math.max(passed, resource.waiters.passed(this));
        if (to > position) {
            position = to;
            segment = resource.log.segmentFor(position);
            index = segment.firstAfter(position);
        }
    }

    /// Runs the signal, if one is set, and unsets it.
    void signal() {
        Runnable set = signal.getAndSet(null);
        if (set != null) {
            set.run();
        }
    }

    /// Tells this cursor, while it waits, that there is nothing for it up to `revision`, so that it does not
    /// count as slow when the log up to there is forgotten.
    void skipTo(long revision) {
        skipTo = revision;
    }

    /// Tells this cursor, while it waits, that what it is signalled for comes after `revision`. All of later
    /// revisions is still to be looked at.
    void pass(long revision) {
        passed = revision;
    }

    /// The next change for this cursor up to a revision, without going past it; null when there is none or
    /// the place has been lost. Goes past changes of other namespaces.
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
            if (change.revision() > begin && interest.concerns(change)) {
                return change;
            }
            goPast(change);
        }
        return null;
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

    /// What comes next here has been forgotten. That is no loss when it lies before this position after all:
    /// because the watch began at a revision to come, or because this cursor heard meanwhile that nothing up
    /// to a later revision is for it.
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
