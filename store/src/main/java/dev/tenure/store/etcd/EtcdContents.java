package dev.tenure.store.etcd;

import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.StorageCodec;
import dev.tenure.store.Store;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdCalls.Condition;
import dev.tenure.store.etcd.EtcdCalls.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;

/// What stands in an etcd, for who looks at it, copies it or compacts it, whether servers use it meanwhile or
/// not. Used by one thread.
public final class EtcdContents implements AutoCloseable {
    /// An empty etcd counts from one and can be brought forward only by writing: so far at most.
    public static final long RAISE_MAX = 1_000_000;

    private static final int RAISING = 16;

    /// Written and removed again, to bring the revision forward; no object for anybody.
    private static final String RAISED = "tenure-revision";

    private final EtcdOptions options;
    private final EtcdChannel channel;
    private final EtcdCalls calls;
    private final Leases leases;
    private final EtcdFormat format;

    private EtcdContents(EtcdOptions options, EtcdChannel channel) {
        this.options = options;
        this.channel = channel;
        this.calls = new EtcdCalls(channel);
        this.leases = new Leases(calls, options.time());
        this.format = new EtcdFormat(calls, options);
    }

    /// @throws StoreUnavailableException when etcd cannot be reached, does not let this process in, or is too
    ///     old, or when what is there is of a newer format
    public static EtcdContents open(EtcdOptions options) {
        var channel = new EtcdChannel(options.servers(), options.timeout());
        try {
            EtcdVersion.check(channel);
            var contents = new EtcdContents(options, channel);
            contents.format.check();
            return contents;
        } catch (StoreUnavailableException e) {
            channel.close();
            throw e;
        }
    }

    /// Everything as of one revision.
    ///
    /// @param cluster etcd's number of itself, in hexadecimal digits
    /// @param bytes of its database
    /// @param objects that can be read, in order of their revisions
    /// @param unreadable those that cannot
    /// @param faults what is wrong beside them, each in one sentence
    /// @param unfinished what is wrong when they are no cluster: a part of one, or nothing
    public record Reading(
            String cluster,
            long revision,
            long bytes,
            List<StoredObject> objects,
            List<ObjectKey> unreadable,
            List<String> faults,
            Optional<String> unfinished) {
        public Reading {
            objects = List.copyOf(objects);
            unreadable = List.copyOf(unreadable);
            faults = List.copyOf(faults);
        }
    }

    /// Reads everything and changes nothing.
    ///
    /// @throws StoreUnavailableException when etcd fails meanwhile
    public Reading read() {
        Optional<String> unfinished = format.unfinishedFault();
        long revision = calls.newest();
        var objects = new ArrayList<StoredObject>();
        var unreadable = new ArrayList<ObjectKey>();
        calls.each(
                options.root(),
                revision,
                key -> object(key).ifPresent(object -> {
                    if (object.content() instanceof Content.Unreadable) {
                        unreadable.add(object.key());
                    } else {
                        objects.add(object);
                    }
                }));
        objects.sort(Comparator.comparingLong(StoredObject::revision));
        Optional<EtcdMessage> status = firstStatus();
        return new Reading(
                status.map(one -> Long.toHexString(one.message(1).number(1))).orElse(""),
                revision,
                status.map(one -> one.number(3)).orElse(0L),
                objects,
                unreadable,
                faults(),
                unfinished.or(() -> absence(objects.size() + unreadable.size())));
    }

    /// What to say when nothing that is known here lies below the prefix.
    private Optional<String> absence(int found) {
        return found > 0
                ? Optional.empty()
                : Optional.of("there is no cluster below %s in etcd at %s; %s"
                        .formatted(options.root(), options.servers(), Prefixes.remedy(Prefixes.of(calls))));
    }

    private Optional<StoredObject> object(KeyValue key) {
        StorageCodec codec = options.codec();
        return codec.key(key.key().substring(options.root().length()))
                .map(found -> codec.decode(found, key.value()).withRevision(key.modRevision()));
    }

    private Optional<EtcdMessage> firstStatus() {
        return channel.statuses().stream()
                .filter(EtcdMessage.class::isInstance)
                .map(EtcdMessage.class::cast)
                .findFirst();
    }

    private List<String> faults() {
        var faults = new ArrayList<String>();
        calls.alarms().forEach(alarm -> faults.add("etcd has raised the alarm " + alarm));
        List<Object> statuses = channel.statuses();
        for (int i = 0; i < statuses.size(); i++) {
            if (statuses.get(i) instanceof StoreUnavailableException e) {
                faults.add("a member does not answer, and the cluster works on with the others: " + e.getMessage());
            }
        }
        return faults;
    }

    /// Whether there is nothing at all below the prefix.
    public boolean isEmpty() {
        return calls.read(Span.below(options.root(), 1, 0)).keys().isEmpty();
    }

    /// Puts objects that are not there yet, brings the revision forward, and reads everything again. Until
    /// that is done no server takes what is there for a cluster.
    ///
    /// @param above the revision that is reached at least
    /// @return the revision then
    /// @throws StoreUnavailableException when there is something already, when it is too far to go, when
    ///     etcd fails, or what is there then is not the same
    public long fill(List<StoredObject> objects, long above) {
        if (!isEmpty()) {
            throw new StoreUnavailableException(format.unfinishedFault()
                    .orElseGet(() ->
                            "there are keys below %s in etcd at %s already: name an empty etcd, or another --etcd-prefix"
                                    .formatted(options.root(), options.servers())));
        }
        long further = above - calls.newest() - objects.size();
        if (further > RAISE_MAX) {
            throw new StoreUnavailableException(
                    "etcd at %s would have to count on by %d to reach revision %d, and %d is the most: revisions of etcd cannot be chosen"
                            .formatted(options.servers(), further, above, RAISE_MAX));
        }
        format.begin();
        ConcurrentCalls.all(objects.stream().map(this::putting).toList());
        ConcurrentCalls.all(
                LongStream.range(0, RAISING).mapToObj(i -> raising(above)).toList());
        calls.remove(options.root() + RAISED);
        List<String> missing = missing(objects);
        if (!missing.isEmpty()) {
            throw new StoreUnavailableException("objects that are not in etcd as they were: %d of %d, the first is %s"
                    .formatted(missing.size(), objects.size(), missing.getFirst()));
        }
        format.end();
        return calls.newest();
    }

    private Callable<Void> putting(StoredObject object) {
        return () -> {
            String key = options.root() + options.codec().path(object.key());
            long lease = options.codec()
                    .lifetime(Store.ResourceId.of(object.key()))
                    .map(leases::lasting)
                    .orElse(0L);
            byte[] value = options.codec().encode(object);
            if (!calls.put(key, new Condition.AtRevision(0), value, lease).written()) {
                throw new StoreUnavailableException(
                        "somebody else writes to etcd at %s: %s is there already".formatted(options.servers(), key));
            }
            return null;
        };
    }

    private Callable<Void> raising(long above) {
        return () -> {
            long revision = calls.newest();
            while (revision < above) {
                revision = calls.put(options.root() + RAISED, new byte[] {'x'}, 0);
            }
            return null;
        };
    }

    /// Which of these objects are not there as they are, as paths.
    private List<String> missing(List<StoredObject> objects) {
        Map<ObjectKey, StoredObject> there = new HashMap<>();
        read().objects().forEach(object -> there.put(object.key(), object));
        StorageCodec codec = options.codec();
        return objects.stream()
                .filter(object -> {
                    StoredObject found = there.get(object.key());
                    StoredObject wanted = codec.decode(object.key(), codec.encode(object));
                    return found == null || !Arrays.equals(found.json(), wanted.json());
                })
                .map(object -> object.key().path())
                .toList();
    }

    /// Forgets all history, and lets each member write its database anew without the room that is free then;
    /// a member answers nothing else meanwhile.
    ///
    /// @return bytes of the first member's database before and after
    public long[] compact() {
        long before = firstStatus().map(one -> one.number(3)).orElse(0L);
        calls.compact(calls.newest());
        for (Object ended : channel.ofEach("Maintenance/Defragment")) {
            if (ended instanceof StoreUnavailableException e) {
                throw e;
            }
        }
        return new long[] {before, firstStatus().map(one -> one.number(3)).orElse(0L)};
    }

    @Override
    public void close() {
        channel.close();
    }
}
