package dev.tenure.store.etcd;

import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.ExpiredException;
import dev.tenure.store.Store;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdCalls.Condition;
import dev.tenure.store.etcd.EtcdCalls.Ended;
import dev.tenure.store.etcd.EtcdCalls.Keys;
import dev.tenure.store.etcd.EtcdCalls.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/// A store in etcd, which other API servers may read and write at the same time. Each write is one
/// transaction; what all have written comes back by a watch into memory, from where it is read. A commit
/// returns when its write has come back, so that whoever wrote reads it; what others wrote is there after
/// [#catchUp()].
public final class EtcdStore implements Store {
    /// How long a write's own way back may take before etcd is asked where the watch stands.
    private static final Duration USUAL_WAY_BACK = Duration.ofMillis(250);

    /// How often it is asked while something is waited for.
    private static final Duration ASK_EVERY = Duration.ofMillis(100);

    private static final System.Logger LOG = System.getLogger(EtcdStore.class.getPackageName());

    /// No key has this revision.
    private static final long NEVER = -1;

    private final EtcdOptions options;
    private final EtcdChannel channel;
    private final EtcdCalls calls;
    private final EtcdState state;
    private final EtcdWatch feed;
    private final Leases leases;
    private final Freshness freshness;
    private final AtomicLong compactionVersion = new AtomicLong();
    private volatile Optional<String> refused = Optional.empty();

    private EtcdStore(EtcdOptions options, EtcdChannel channel, EtcdCalls calls, EtcdState state) {
        this.options = options;
        this.channel = channel;
        this.calls = calls;
        this.state = state;
        this.feed = new EtcdWatch(channel, options.root(), state);
        this.leases = new Leases(calls, options.time());
        this.freshness = new Freshness(this::askNewest);
    }

    /// Reads everything into memory and begins to follow.
    ///
    /// @throws StoreUnavailableException when etcd cannot be reached, does not let this process in, or is too
    ///     old, or when what is there is of a newer format
    public static EtcdStore open(EtcdOptions options) {
        var channel = new EtcdChannel(options.servers(), options.timeout());
        try {
            var calls = new EtcdCalls(channel);
            tellSilent(EtcdVersion.check(channel));
            new EtcdFormat(calls, options).bringForward();
            var store = new EtcdStore(options, channel, calls, EtcdState.read(calls, options));
            store.begin();
            return store;
        } catch (RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static void tellSilent(List<String> members) {
        members.forEach(why -> LOG.log(
                System.Logger.Level.WARNING,
                "a member does not answer, and the cluster works on with the others: {0}",
                why));
    }

    private void begin() {
        Keys compaction = calls.read(Span.of(EtcdState.COMPACTION_KEY));
        compaction.keys().forEach(key -> compactionVersion.set(key.version()));
        feed.start();
        if (!know(compaction.revision())) {
            close();
            StoreUnavailableException behind = behind(compaction.revision());
            throw StoreUnavailableException.passing(String.valueOf(behind.getMessage()), behind);
        }
    }

    @Override
    public Committed commit(Write write) {
        String key = keyOf(write.key());
        Condition condition = new Condition.AtRevision(
                switch (write.precondition()) {
                    case Precondition.Absent _ -> 0;
                    case Precondition.AtRevision(long revision) -> revision > 0 ? revision : NEVER;
                });
        return switch (write.packed()) {
            case Write.Put(StoredObject object, Precondition _) -> put(key, condition, object);
            case Write.Delete(StoredObject last, Precondition _) -> delete(key, condition, last);
        };
    }

    /// All are under way at once, so that etcd syncs them together; which of them comes first is open.
    @Override
    public List<Committed> commitAll(List<Write> writes) {
        return ConcurrentCalls.all(writes.stream()
                .<Callable<Committed>>map(write -> () -> commit(write))
                .toList());
    }

    private Committed put(String key, Condition condition, StoredObject object) {
        byte[] value = options.codec().encode(object);
        long lease = options.codec()
                .lifetime(ResourceId.of(object.key()))
                .map(leases::lasting)
                .orElse(0L);
        try (Pending.Mark _ = state.pending().putting(key, value, object)) {
            return committed(object, noted(() -> calls.put(key, condition, value, lease)));
        }
    }

    private Committed delete(String key, Condition condition, StoredObject last) {
        long before = condition instanceof Condition.AtRevision(long revision) ? revision : NEVER;
        try (Pending.Mark _ = state.pending().deleting(key, before, last)) {
            return committed(last, noted(() -> calls.delete(key, condition)));
        }
    }

    private interface Transaction {
        Ended run();
    }

    /// Remembers why nothing can be written, for those who ask how the store is.
    private Ended noted(Transaction transaction) {
        try {
            Ended ended = transaction.run();
            refused = Optional.empty();
            return ended;
        } catch (StoreUnavailableException e) {
            refused = Optional.of(String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private Committed committed(StoredObject object, Ended ended) {
        boolean known = ended.written() && state.arrivals().await(ended.revision(), USUAL_WAY_BACK);
        if (!known && !know(ended.revision())) {
            throw behind(ended.revision());
        }
        return ended.written()
                ? new Committed.Durable(object.withRevision(ended.revision()))
                : new Committed.Conflict(get(object.key()));
    }

    private StoreUnavailableException behind(long revision) {
        return new StoreUnavailableException(
                "etcd at %s is at revision %d, but its watch brings nothing after %d; whether writes were carried out is not known"
                        .formatted(options.servers(), revision, revision()));
    }

    /// Waits until everything up to a revision is known here.
    ///
    /// @return whether it is
    private boolean know(long revision) {
        long tries = options.timeout().dividedBy(ASK_EVERY);
        for (long i = 0; i < tries; i++) {
            if (state.arrivals().isKnown(revision)) {
                return true;
            }
            feed.requestProgress();
            if (state.arrivals().await(revision, ASK_EVERY)) {
                return true;
            }
            if (i == tries / 2) {
                feed.restart();
            }
        }
        return false;
    }

    @Override
    public boolean isOutdated(ObjectKey key) {
        return state.isOutdated(key);
    }

    /// Asks for all who wait how far etcd is, and has it tell when the watch has got there.
    private long askNewest() {
        long newest = calls.newest();
        if (!state.arrivals().isKnown(newest)) {
            feed.requestProgress();
        }
        return newest;
    }

    @Override
    public boolean catchUp() {
        long newest = freshness.newest();
        if (!state.arrivals().await(newest, ASK_EVERY) && !know(newest)) {
            StoreUnavailableException behind = behind(newest);
            throw StoreUnavailableException.passing(String.valueOf(behind.getMessage()), behind);
        }
        return true;
    }

    private String keyOf(ObjectKey key) {
        return options.root() + options.codec().path(key);
    }

    @Override
    public long revision() {
        return state.versions().revision();
    }

    @Override
    public long compactedRevision() {
        return state.versions().compactedRevision();
    }

    @Override
    public Found find(ObjectKey key) {
        return state.versions().find(key);
    }

    /// From memory; at a revision from before this process's time, from etcd.
    @Override
    public Page list(Range range) {
        try {
            return state.versions().list(range);
        } catch (ExpiredException e) {
            return listed(range, e);
        }
    }

    private Page listed(Range range, ExpiredException expired) {
        String folder = options.root() + options.codec().folder(range.resource(), range.namespace());
        try {
            Keys all = calls.read(Span.below(folder, 0, range.revision()));
            List<StoredObject> found = new ArrayList<>();
            all.keys()
                    .forEach(key -> state.object(key)
                            .filter(object -> isIn(range, object))
                            .ifPresent(found::add));
            found.sort(Comparator.comparing(StoredObject::key));
            List<StoredObject> items = found.stream()
                    .filter(object -> !(object.content() instanceof Content.Unreadable))
                    .toList();
            int shown = range.limit() == 0 ? items.size() : Math.min(range.limit(), items.size());
            List<ObjectKey> unreadable = found.stream()
                    .filter(object -> object.content() instanceof Content.Unreadable)
                    .map(StoredObject::key)
                    .toList();
            return new Page(range.revision(), List.copyOf(items.subList(0, shown)), items.size() - shown, unreadable);
        } catch (StoreUnavailableException e) {
            if (EtcdFailures.isCompacted(e)) {
                throw expired;
            }
            throw e;
        }
    }

    private static boolean isIn(Range range, StoredObject object) {
        boolean wanted = ResourceId.of(object.key()).equals(range.resource())
                && (range.namespace().isEmpty()
                        || range.namespace().equals(object.key().namespace()))
                && (range.after().isEmpty()
                        || object.key().compareTo(range.after().get()) > 0);
        return wanted
                && (range.index().isEmpty()
                        || object.header()
                                .fields()
                                .getOrDefault(range.index().get().field(), "")
                                .equals(range.index().get().value()));
    }

    @Override
    public LogCursor watch(ResourceId resource, String namespace, long revision, Optional<Index> index) {
        return state.versions().watch(resource, namespace, revision, index);
    }

    @Override
    public boolean isReachable() {
        return feed.trouble().isEmpty();
    }

    @Override
    public Optional<String> trouble() {
        return feed.trouble().or(() -> refused);
    }

    /// Forgets history here, and in etcd when it is this server's turn: servers take turns by the version of
    /// one key, Kubernetes' among them. Upstream: apiserver/pkg/storage/etcd3/compact.go.
    @Override
    public void compact(long revision) {
        long target = Math.min(revision, revision());
        if (target <= compactedRevision()) {
            return;
        }
        long version = compactionVersion.get();
        Ended turn = calls.put(
                EtcdState.COMPACTION_KEY, new Condition.AtVersion(version), EtcdCalls.bytes(Long.toString(target)), 0);
        compactionVersion.set(turn.current().map(KeyValue::version).orElse(turn.written() ? version + 1 : 0));
        if (turn.written()) {
            calls.compact(target);
            know(turn.revision());
        }
        state.versions().compact(target);
    }

    @Override
    public void close() {
        feed.close();
        channel.close();
    }
}
