package dev.tenure.store.etcd;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.StorageCodec;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdCalls.Keys;
import dev.tenure.store.etcd.EtcdCalls.Span;
import dev.tenure.store.memory.VersionedState;
import dev.tenure.store.memory.WriteBatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What this process knows of an etcd: read once, and kept up to date by what the feed brings. Written by one
/// thread at a time, first the one that opens the store, then the feed's.
final class EtcdState implements EtcdWatch.Receiver {
    static final String COMPACTION_KEY = "compact_rev_key";
    private static final long FIRST_REVISION = 1;
    private static final System.Logger LOG = System.getLogger(EtcdState.class.getPackageName());

    private final EtcdCalls calls;
    private final String root;
    private final StorageCodec codec;
    private final Pending pending;
    private final VersionedState state;
    private final Arrivals arrivals;

    /// Objects that stand in a form in which they would not be written now.
    private final Set<ObjectKey> outdated = ConcurrentHashMap.newKeySet();

    /// Up to where those who watch have been notified.
    private volatile long announced;

    private EtcdState(EtcdCalls calls, EtcdOptions options, VersionedState state) {
        this.calls = calls;
        this.root = options.root();
        this.codec = options.codec();
        this.pending = new Pending();
        this.state = state;
        this.arrivals = new Arrivals(calls.limits(), () -> announced);
        this.announced = state.revision();
    }

    /// Reads everything as of a revision that lies somewhat back, if that is still there, so that the changes
    /// since are known too once the feed has brought them.
    static EtcdState read(EtcdCalls calls, EtcdOptions options) {
        Keys compaction = calls.read(Span.of(COMPACTION_KEY));
        long newest = compaction.revision();
        long compacted = compaction.keys().stream()
                .mapToLong(key -> revisionIn(key.value()))
                .findFirst()
                .orElse(FIRST_REVISION);
        long from = Math.clamp(newest - options.historyRevisionsMax(), Math.min(compacted, newest), newest);
        try {
            return read(calls, options, Math.max(from, FIRST_REVISION));
        } catch (StoreUnavailableException e) {
            if (!EtcdFailures.isCompacted(e)) {
                throw e;
            }
            return read(calls, options, calls.newest());
        }
    }

    private static EtcdState read(EtcdCalls calls, EtcdOptions options, long revision) {
        var known = new EtcdState(calls, options, new VersionedState(options.state(), revision));
        calls.each(
                options.root(),
                revision,
                key -> known.object(key).ifPresent(object -> {
                    known.judge(object.key(), key.value());
                    known.state.load(object, 0);
                }));
        return known;
    }

    /// The revision that stands in the key of compaction; what is none counts as the first one.
    static long revisionIn(byte[] value) {
        try {
            return Math.max(FIRST_REVISION, Long.parseLong(new String(value, StandardCharsets.UTF_8)));
        } catch (NumberFormatException _) {
            return FIRST_REVISION;
        }
    }

    /// The object at a key, with its revision; empty for what is none.
    Optional<StoredObject> object(KeyValue key) {
        return objectKey(key).map(found -> codec.decode(found, key.value()).withRevision(key.modRevision()));
    }

    private void judge(ObjectKey key, byte[] value) {
        if (codec.isCurrent(key, value)) {
            outdated.remove(key);
        } else {
            outdated.add(key);
        }
    }

    boolean isOutdated(ObjectKey key) {
        return outdated.contains(key);
    }

    private Optional<ObjectKey> objectKey(KeyValue key) {
        return codec.key(key.key().substring(root.length()));
    }

    VersionedState versions() {
        return state;
    }

    Pending pending() {
        return pending;
    }

    Arrivals arrivals() {
        return arrivals;
    }

    @Override
    public long next() {
        return state.revision() + 1;
    }

    @Override
    public void changed(List<EtcdEvent> events) {
        WriteBatch batch = state.open();
        for (EtcdEvent event : events) {
            Optional<ObjectKey> key = objectKey(event.now());
            if (key.isEmpty()) {
                batch.raise(event.now().modRevision());
            } else if (event.deletion()) {
                deleted(batch, key.get(), event.now());
            } else {
                put(batch, key.get(), event.now());
            }
        }
        publish(batch);
    }

    private void put(WriteBatch batch, ObjectKey key, KeyValue now) {
        judge(key, now.value());
        StoredObject object = pending.put(now.key(), now.value()).orElseGet(() -> codec.decode(key, now.value()));
        batch.observe(object.withRevision(now.modRevision()), false);
    }

    private void deleted(WriteBatch batch, ObjectKey key, KeyValue now) {
        outdated.remove(key);
        Optional<StoredObject> before = batch.current(key);
        if (before.isEmpty()) {
            batch.raise(now.modRevision());
            return;
        }
        StoredObject last = pending.deleted(now.key(), before.get().revision()).orElse(before.get());
        batch.observe(last.withRevision(now.modRevision()), true);
    }

    private void publish(WriteBatch batch) {
        state.publish(batch).run();
        announced = batch.revision();
        arrivals.wake();
    }

    @Override
    public void progressed(long revision) {
        if (revision > state.revision()) {
            WriteBatch batch = state.open();
            batch.raise(revision);
            publish(batch);
        }
    }

    /// Reads everything anew. Nobody can tell what happened meanwhile: when an object was deleted, and which
    /// states it had. So all who watch begin anew too, as upstream's cache has them do.
    @Override
    public void missed() {
        LOG.log(
                System.Logger.Level.WARNING,
                "etcd has forgotten what came after revision {0}: everything is read anew",
                Long.toString(state.revision()));
        long newest = calls.newest();
        Set<ObjectKey> there = new HashSet<>();
        List<StoredObject> changed = new ArrayList<>();
        calls.each(
                root,
                newest,
                key -> object(key).ifPresent(object -> {
                    there.add(object.key());
                    judge(object.key(), key.value());
                    if (object.revision() > state.revision()) {
                        changed.add(object);
                    }
                }));
        changed.sort(Comparator.comparingLong(StoredObject::revision));
        WriteBatch batch = state.open();
        changed.forEach(object -> batch.observe(object, false));
        state.all().stream()
                .filter(object -> !there.contains(object.key()))
                .forEach(object -> batch.observe(object.withRevision(newest), true));
        batch.raise(newest);
        state.leap(batch).run();
        announced = batch.revision();
        arrivals.wake();
    }
}
