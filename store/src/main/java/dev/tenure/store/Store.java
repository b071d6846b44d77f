package dev.tenure.store;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// All objects of a cluster with one rising revision, and their recent history. Safe for use by several
/// threads.
///
/// A read sees the state as of one revision: everything that was durable when it began, or an older revision
/// within the history that is kept.
public interface Store extends AutoCloseable {
    /// Carries out one write and returns when it is durable. Blocks; many callers share one sync.
    ///
    /// @throws StoreUnavailableException when the engine cannot write (disk full, closed, broken); nothing
    ///     was written, or it is unknown whether it was when the exception says so
    /// @throws OverloadedException when too many writes are waiting; nothing was written
    Committed commit(Write write);

    /// Carries out writes to different keys as [#commit] would, in an order of the engine's choice; one that
    /// can makes them durable together.
    ///
    /// @return how each ended, in their order
    /// @throws StoreUnavailableException as [#commit]; some of them may have been carried out
    /// @throws OverloadedException as [#commit]; some of them may have been carried out
    default List<Committed> commitAll(List<Write> writes) {
        return writes.stream().map(this::commit).toList();
    }

    /// The newest durable revision.
    long revision();

    /// The oldest revision that can still be read or watched from; older positions have expired.
    long compactedRevision();

    /// The object as of the newest durable revision; its content may be
    /// [dev.tenure.model.meta.Content.Unreadable] where the store was opened with such an object in it.
    default Optional<StoredObject> get(ObjectKey key) {
        return find(key).object();
    }

    /// The same with the revision: who follows the key from there on misses no change of it. Asked for by
    /// itself, the newest revision may be one that the object has not lived to see.
    Found find(ObjectKey key);

    /// What a key held at a revision.
    ///
    /// @param object empty when it held nothing
    record Found(long revision, Optional<StoredObject> object) {}

    /// Objects in order of key.
    ///
    /// @throws ExpiredException when the range asks for a revision that is no longer kept
    /// @throws IllegalArgumentException when it asks for a revision that is still to come
    Page list(Range range);

    /// A cursor over all changes of a resource after `revision`, in order.
    ///
    /// @param namespace empty for all namespaces
    /// @param revision may be still to come; then changes up to it are passed over
    /// @throws ExpiredException when changes after `revision` are no longer complete
    default LogCursor watch(ResourceId resource, String namespace, long revision) {
        return watch(resource, namespace, revision, Optional.empty());
    }

    /// The same for somebody who wants only objects whose header field has, or had before the change, one
    /// value: he is not signalled for the others, nor shown them.
    ///
    /// @param index absent for all; it need not be one that the store finds objects by
    LogCursor watch(ResourceId resource, String namespace, long revision, Optional<Index> index);

    /// Returns when this store knows everything that was acknowledged anywhere before the call. An engine
    /// that nobody else writes to always does.
    ///
    /// @return whether others may write to it, so that what was read before the call may have been out of
    ///     date
    /// @throws StoreUnavailableException when it cannot find out
    default boolean catchUp() {
        return false;
    }

    /// Whether an object stands in a form in which it would not be written now, so that a write that changes
    /// nothing is worth it.
    default boolean isOutdated(ObjectKey key) {
        return false;
    }

    /// Whether what keeps the objects can be asked just now; one in this process always can.
    default boolean isReachable() {
        return true;
    }

    /// What keeps new objects from being written just now, for who tells whether the server is ready; empty
    /// when nothing does.
    default Optional<String> trouble() {
        return Optional.empty();
    }

    /// Forgets history before `revision`: what was replaced or deleted until then. From `revision` itself one
    /// can still read and watch. A revision still to come means the newest one; one that is forgotten already
    /// does nothing.
    void compact(long revision);

    @Override
    void close();

    record ResourceId(String group, String resource) {
        public static ResourceId of(ObjectKey key) {
            return new ResourceId(key.group(), key.resource());
        }

        public static ResourceId of(ResourceType type) {
            return new ResourceId(type.group(), type.resource());
        }

        /// As a record's; written out, for it is asked for all the time.
        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || (other instanceof ResourceId id && resource.equals(id.resource) && group.equals(id.group));
        }

        @Override
        public int hashCode() {
            return resource.hashCode() * 31 + group.hashCode();
        }
    }

    /// What to write, and under which condition.
    sealed interface Write {
        ObjectKey key();

        Precondition precondition();

        /// The same with its object in the form in which it is best kept for long.
        Write packed();

        private static void refuseBroken(StoredObject object) {
            if (!object.content().isObject()) {
                throw new IllegalArgumentException("%s cannot be stored: its content is no JSON object"
                        .formatted(object.key().path()));
            }
        }

        /// Puts `object`; its revision is given by the store. Nothing that cannot be read again comes into a
        /// store, for there is no other way in.
        record Put(StoredObject object, Precondition precondition) implements Write {
            /// @throws IllegalArgumentException when the object's content is no JSON object
            public Put {
                refuseBroken(object);
            }

            @Override
            public ObjectKey key() {
                return object.key();
            }

            @Override
            public Write packed() {
                return new Put(object.packed(), precondition);
            }
        }

        /// Removes the object.
        ///
        /// @param last the last state, which watchers are shown; it may differ from the state that is stored
        /// @param precondition never [Precondition.Absent]
        record Delete(StoredObject last, Precondition precondition) implements Write {
            /// @throws IllegalArgumentException when the last state's content is no JSON object
            public Delete {
                refuseBroken(last);
                if (precondition instanceof Precondition.Absent) {
                    throw new IllegalArgumentException("%s cannot be deleted where it is absent".formatted(last));
                }
            }

            @Override
            public ObjectKey key() {
                return last.key();
            }

            @Override
            public Write packed() {
                return new Delete(last.packed(), precondition);
            }
        }
    }

    /// The condition of a write upon its key.
    sealed interface Precondition {
        record Absent() implements Precondition {}

        record AtRevision(long revision) implements Precondition {}
    }

    /// How a commit ended.
    sealed interface Committed {
        /// Durable, as of `object`'s revision.
        record Durable(StoredObject object) implements Committed {}

        /// The precondition did not hold; `current` is what is stored.
        record Conflict(Optional<StoredObject> current) implements Committed {}
    }

    /// Which objects to list.
    ///
    /// @param namespace empty for all namespaces
    /// @param after only keys after this one, for paging
    /// @param limit at most so many objects; 0 for all
    /// @param revision as of which revision; 0 for the newest
    /// @param index only objects whose header field has this value; fast where the store has an index for it
    record Range(
            ResourceId resource,
            String namespace,
            Optional<ObjectKey> after,
            int limit,
            long revision,
            Optional<Index> index) {
        /// All objects of a namespace, or of all namespaces when it is empty, as of the newest revision.
        public static Range all(ResourceId resource, String namespace) {
            return new Range(resource, namespace, Optional.empty(), 0, 0, Optional.empty());
        }
    }

    /// @param field a name in [StoredObject.Header#fields()]; a header without it counts as having it empty.
    ///     Watches take [#NAME], too
    record Index(String field, String value) {
        /// The name of the object.
        public static final String NAME = "metadata.name";

        /// What an object has in a field.
        public static String valueOf(StoredObject object, String field) {
            return field.equals(NAME)
                    ? object.key().name()
                    : object.header().fields().getOrDefault(field, "");
        }

        /// Whether an object that is changed had the value or has it now.
        public boolean concerns(Change change) {
            return valueOf(change.after(), field).equals(value)
                    || change.before()
                            .filter(before -> valueOf(before, field).equals(value))
                            .isPresent();
        }
    }

    /// @param remaining how many objects of the range come after this page
    /// @param unreadable keys in the range that were left out, for what is stored of them cannot be read
    record Page(long revision, List<StoredObject> items, long remaining, List<ObjectKey> unreadable) {}

    /// One change.
    ///
    /// @param before what was stored, absent for a new object
    /// @param after what is stored since; for a deletion the last state as given to [Write.Delete], with the
    ///     revision of the deletion
    record Change(long revision, Optional<StoredObject> before, StoredObject after, boolean deletion) {}

    /// A position in the log. Used by one thread at a time.
    interface LogCursor extends AutoCloseable {
        /// The next changes, at most `max`, without waiting; more only where changes share a revision, which
        /// are never taken apart.
        ///
        /// @throws ExpiredException when the cursor fell behind the history that is kept
        List<Change> poll(int max);

        /// The revision up to which this cursor has seen everything, also when no change of its resource was
        /// among it.
        long seen();

        /// Runs `signal` once as soon as there is something to poll; at once when there is already. It may
        /// also run when there is nothing. It runs on the store's thread and must be quick. A new call
        /// replaces the signal.
        void onReady(Runnable signal);

        @Override
        void close();
    }
}
