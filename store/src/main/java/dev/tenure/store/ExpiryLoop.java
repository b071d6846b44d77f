package dev.tenure.store;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.io.Batch;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.runtime.time.Tick;
import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.Store.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Removes the objects of one resource a while after they were last written, where the engine does not do so
/// itself: what a lease does in etcd. None goes before its time; it goes a tenth of its time late at most,
/// and ten seconds. Its state is confined to its loop. Upstream:
/// apiserver/pkg/storage/etcd3/lease_manager.go.
public final class ExpiryLoop {
    private static final String ALARM = "expiry";
    private static final Duration LOOK_MAX = Duration.ofSeconds(10);
    private static final Duration LOOK_MIN = Duration.ofMillis(50);
    private static final int CHANGES_AT_ONCE = 1000;

    /// How many are removed before other events of the loop have their turn.
    private static final int REMOVED_AT_ONCE = 2000;

    /// So many wait for one sync together.
    private static final int WRITERS = 32;

    /// A write, and when what it wrote ends.
    private record Written(ObjectKey key, long revision, Tick until) {}

    private final Store store;
    private final ResourceId resource;
    private final Duration lifetime;
    private final Function<StoredObject, Instant> written;
    /// Runs its present life.
    private EventLoop loop;

    /// The newest revision of each object that is there.
    private final Map<ObjectKey, Long> newest = new HashMap<>();

    /// Every write in the order of its end; those that were followed by another one are passed over.
    private final ArrayDeque<Written> ends = new ArrayDeque<>();

    private Store.@Nullable LogCursor cursor;

    /// @param lifetime of an object after its last write, at least a millisecond
    /// @param written when an object was last written as far as it tells, for those that are there at the
    ///     start
    public ExpiryLoop(
            Store store,
            EventLoop loop,
            ResourceId resource,
            Duration lifetime,
            Function<StoredObject, Instant> written) {
        if (lifetime.toMillis() < 1) {
            throw new IllegalArgumentException("objects must be kept for a millisecond at least, not " + lifetime);
        }
        this.store = store;
        this.loop = loop;
        this.resource = resource;
        this.lifetime = lifetime;
        this.written = written;
    }

    /// Begins, and begins anew after a fault.
    public void start() {
        new Supervisor(ALARM, loop, life -> () -> live(life)).start();
    }

    private void live(EventLoop life) {
        loop = life;
        begin();
        wake();
    }

    /// What is there is taken at its word, but for a time to come.
    private void begin() {
        forget();
        newest.clear();
        ends.clear();
        Tick now = loop.time().now();
        Store.Page page = store.list(Range.all(resource, ""));
        var found = new ArrayList<Written>();
        for (StoredObject object : page.items()) {
            Tick end = loop.time().tickOf(written.apply(object).plus(lifetime));
            Tick latest = now.plus(lifetime);
            newest.put(object.key(), object.revision());
            found.add(new Written(object.key(), object.revision(), end.compareTo(latest) < 0 ? end : latest));
        }
        found.sort(Comparator.comparing(Written::until));
        ends.addAll(found);
        cursor = store.watch(resource, "", page.revision());
    }

    private void forget() {
        Store.LogCursor before = cursor;
        if (before != null) {
            before.close();
        }
        cursor = null;
    }

    private void wake() {
        try {
            follow();
        } catch (ExpiredException _) {
            begin();
        }
        List<Written> due = due();
        if (!due.isEmpty()) {
            remove(due);
        }
        Duration pause = due.size() < REMOVED_AT_ONCE ? lifetime.dividedBy(10) : LOOK_MIN;
        Duration shortened = pause.compareTo(LOOK_MAX) < 0 ? pause : LOOK_MAX;
        loop.alarm(ALARM, loop.time().now().plus(shortened.compareTo(LOOK_MIN) < 0 ? LOOK_MIN : shortened), this::wake);
    }

    private void follow() {
        Store.LogCursor following = cursor;
        if (following == null) {
            return;
        }
        Tick end = loop.time().now().plus(lifetime);
        List<Change> changes = following.poll(CHANGES_AT_ONCE);
        while (!changes.isEmpty()) {
            for (Change change : changes) {
                ObjectKey key = change.after().key();
                if (change.deletion()) {
                    newest.remove(key);
                } else {
                    newest.put(key, change.revision());
                    ends.add(new Written(key, change.revision(), end));
                }
            }
            changes = following.poll(CHANGES_AT_ONCE);
        }
    }

    private List<Written> due() {
        Tick now = loop.time().now();
        var due = new ArrayList<Written>();
        while (!ends.isEmpty() && ends.element().until().compareTo(now) <= 0 && due.size() < REMOVED_AT_ONCE) {
            Written one = ends.remove();
            if (newest.getOrDefault(one.key(), 0L) == one.revision()) {
                due.add(one);
            }
        }
        return due;
    }

    private void remove(List<Written> due) {
        loop.work(
                ALARM,
                () -> {
                    Batch.run(due, WRITERS, this::remove, _ -> {});
                    return due.size();
                },
                outcome -> {
                    if (outcome instanceof Outcome.Failed<Integer>(Exception cause)) {
                        retry(due, cause);
                    }
                });
    }

    /// A store that takes no writes is asked again later.
    private void retry(List<Written> due, Exception cause) {
        if (!(cause instanceof StoreUnavailableException || cause instanceof OverloadedException)) {
            throw new IllegalStateException("objects of %s stay".formatted(resource), cause);
        }
        due.reversed().forEach(ends::addFirst);
    }

    /// One that was written again meanwhile stays.
    private void remove(Written one) {
        store.get(one.key())
                .filter(object -> object.revision() == one.revision())
                .ifPresent(
                        object -> store.commit(new Write.Delete(object, new Precondition.AtRevision(one.revision()))));
    }
}
