package dev.tenure.store.memory;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.ExpiredException;
import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.Found;
import dev.tenure.store.Store.Index;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.Page;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The state of a store at every revision that is kept, and the log of its changes. Any number of threads may
/// read; one thread at a time, the writer of an engine, opens and publishes batches.
///
/// How readers do without locks: each key has a chain of versions, newest first. A reader takes the published
/// revision once and looks, in each chain, for the newest version that is not newer; what the writer adds
/// meanwhile is newer and so is passed over. Compaction cuts the chains behind the newest version that it
/// must keep, so a reader of a revision at or after the compacted one still finds all it needs; a reader that
/// compaction overtook finds that out at its end, and its answer is thrown away.
///
/// `changing` is held to publish and to forget, never to read, and never while foreign code runs.
///
/// A resource of which nothing is left, and that nobody watches, is let go with its last change; whoever
/// still looks at it meanwhile finds nothing, as before. A cursor counts where it stands before it is made,
/// in one step with the look whether its resource is there, so none stands in a log that nobody appends to
/// any more.
public final class VersionedState {
    /// Chains trimmed, or changes forgotten, without letting a writer pass.
    private static final int FORGET_AT_ONCE = 512;

    private final StateOptions options;
    private final ConcurrentHashMap<ResourceId, ResourceState> resources = new ConcurrentHashMap<>();
    private final ReentrantLock changing = new ReentrantLock();
    private final PageCounts pageCounts = new PageCounts();
    private final HistorySize history;

    /// Revisions that are kept and have several changes.
    private final ConcurrentSkipListSet<Long> shared = new ConcurrentSkipListSet<>();

    private volatile long published;
    private volatile long compacted;

    /// How often there was a gap, see [#leap].
    private final AtomicInteger gaps = new AtomicInteger();

    /// @param revision the revision to go on from; nothing before it is known
    public VersionedState(StateOptions options, long revision) {
        this.options = options;
        this.history = new HistorySize(options.historyBytesMax());
        this.published = revision;
        this.compacted = revision;
    }

    public long revision() {
        return published;
    }

    public long compactedRevision() {
        return compacted;
    }

    /// Adds an object that was stored before this state began. Only before anybody reads; several threads
    /// may.
    ///
    /// @param place see [WriteBatch.KeyOutcome#place()]
    public void load(StoredObject object, long place) {
        resource(ResourceId.of(object.key())).put(object.key(), object, object.revision(), place);
    }

    /// See [dev.tenure.store.Store#find].
    public Found find(ObjectKey key) {
        while (true) {
            long revision = published; // before the resource is looked for, which may come meanwhile
            ResourceState resource = resources.get(ResourceId.of(key));
            Version version = resource == null ? null : Version.asOf(resource.newest(key), revision);
            if (compacted <= revision) {
                return new Found(revision, version == null ? Optional.empty() : Optional.ofNullable(version.object));
            }
        }
    }

    /// All objects as of the newest revision, in no order; only while nobody publishes.
    public List<StoredObject> all() {
        List<StoredObject> all = new ArrayList<>();
        for (ResourceState resource : resources.values()) {
            for (Slot slot : resource.slots.values()) {
                StoredObject object = slot.newest.object;
                if (object != null) {
                    all.add(object);
                }
            }
        }
        return all;
    }

    public Page list(Range range) {
        while (true) {
            long now = published;
            if (range.revision() > now) {
                throw new IllegalArgumentException(
                        "revision %d is still to come, the newest one is %d".formatted(range.revision(), now));
            }
            long revision = range.revision() == 0 ? now : range.revision();
            Page page = new RangeReader(resource(range.resource()), range, revision, pageCounts).read();
            if (compacted <= revision) {
                return page;
            }
            if (range.revision() != 0) {
                throw new ExpiredException(revision, compacted);
            }
        }
    }

    public LogCursor watch(ResourceId resource, String namespace, long revision) {
        return watch(resource, namespace, revision, Optional.empty());
    }

    public LogCursor watch(ResourceId resource, String namespace, long revision, Optional<Index> index) {
        var cursor = new Cursor(this, watched(resource), new Cursor.Interest(namespace, index), revision);
        if (revision < compacted) {
            cursor.close();
            throw new ExpiredException(revision, compacted);
        }
        return cursor;
    }

    /// Begins to collect writes. The one before must have been published or given up.
    public WriteBatch open() {
        return new WriteBatch(this);
    }

    /// Makes a batch visible.
    ///
    /// @return runs the signals of those who wait for its changes; to be called soon, without any lock
    public Runnable publish(WriteBatch batch) {
        Map<ResourceState, List<Change>> touched = new LinkedHashMap<>();
        List<Cursor> woken = new ArrayList<>();
        OptionalLong tooOld;
        changing.lock();
        try {
            long before = published;
            for (Change change : batch.changes()) {
                if (change.revision() == before) {
                    shared.add(before);
                }
                before = change.revision();
                ResourceState resource = resource(ResourceId.of(change.after().key()));
                apply(resource, change);
                touched.computeIfAbsent(resource, _ -> new ArrayList<>()).add(change);
                history.add(change);
            }
            batch.outcomes().forEach(this::notePlace);
            published = batch.revision();
            tooOld = history.tooOld();
            touched.forEach((resource, changes) -> woken.addAll(resource.waiters.take(changes)));
        } finally {
            changing.unlock();
        }
        tooOld.ifPresent(this::compact);
        return () -> woken.forEach(Cursor::signal);
    }

    /// Makes a batch visible that is no history: the differences between two moments, of which nobody knows
    /// what happened between them. None of its changes is shown by itself: every cursor has lost its place,
    /// and nothing before can be asked for any more.
    ///
    /// @return as [#publish], for all who wait
    public Runnable leap(WriteBatch batch) {
        changing.lock();
        try {
            // in this order: new places before are refused, those that are taken are lost, then the changes
            // are there
            compacted = batch.revision();
            gaps.incrementAndGet();
        } finally {
            changing.unlock();
        }
        Runnable signals = publish(batch);
        List<Cursor> waiting = new ArrayList<>();
        resources.values().forEach(resource -> waiting.addAll(resource.waiters.takeAll()));
        forgetSizes(batch.revision());
        forgetChanges(batch.revision());
        return () -> {
            signals.run();
            waiting.forEach(Cursor::signal);
        };
    }

    /// Grows with each gap: a cursor that began before has lost its place.
    int gaps() {
        return gaps.get();
    }

    private static void apply(ResourceState resource, Change change) {
        ObjectKey key = change.after().key();
        resource.put(key, change.deletion() ? null : change.after(), change.revision(), 0);
        resource.log.append(change);
    }

    private void notePlace(WriteBatch.KeyOutcome outcome) {
        Version version = newest(outcome.key());
        if (version != null) {
            version.place = outcome.place();
        }
    }

    /// Forgets history before `revision`. Writers pass every now and then while it runs.
    public void compact(long revision) {
        long target = Math.min(revision, published);
        if (raiseCompacted(target)) {
            forgetChanges(target);
        }
    }

    private void forgetSizes(long target) {
        changing.lock();
        try {
            history.forget(target);
            shared.headSet(target).clear();
        } finally {
            changing.unlock();
        }
    }

    private void forgetChanges(long target) {
        resources.forEach((id, resource) -> {
            boolean done = false;
            while (!done) {
                changing.lock();
                try {
                    done = resource.log.forget(target, FORGET_AT_ONCE, change -> resource.trim(change, target));
                    if (done && resource.isIdle(target)) {
                        letGo(id, target);
                    }
                } finally {
                    changing.unlock();
                }
            }
        });
    }

    private void letGo(ResourceId id, long target) {
        resources.computeIfPresent(id, (_, there) -> there.isIdle(target) ? null : there);
    }

    /// Of how many resources something is known, or was asked since the last compaction.
    int resources() {
        return resources.size();
    }

    private boolean raiseCompacted(long target) {
        changing.lock();
        try {
            if (target <= compacted) {
                return false;
            }
            long seenByAllWaiting = published;
            resources.values().forEach(resource -> resource.waiters.sawAll(seenByAllWaiting));
            compacted = target;
            forgetSizes(target);
            return true;
        } finally {
            changing.unlock();
        }
    }

    /// Whether several changes have this revision; once it is forgotten, perhaps not any more.
    boolean isShared(long revision) {
        return shared.contains(revision);
    }

    /// The newest version of a key, for the writer.
    @Nullable
    Version newest(ObjectKey key) {
        ResourceState resource = resources.get(ResourceId.of(key));
        return resource == null ? null : resource.newest(key);
    }

    /// The state of a resource for one more cursor.
    private ResourceState watched(ResourceId id) {
        return Objects.requireNonNull(resources.compute(id, (_, there) -> {
            ResourceState watched = there == null ? new ResourceState(options.fieldsOf(id)) : there;
            watched.cursors.incrementAndGet();
            return watched;
        }));
    }

    private ResourceState resource(ResourceId id) {
        ResourceState found = resources.get(id);
        return found != null ? found : resources.computeIfAbsent(id, _ -> new ResourceState(options.fieldsOf(id)));
    }
}
