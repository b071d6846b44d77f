package dev.tenure.store.memory;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Write;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes that were decided but are not yet seen by anybody: each was checked against the state with the
/// writes before it in place, and has its revision. Confined to the thread that made it; at most one batch is
/// open at a time.
public final class WriteBatch {
    /// What a batch does to one key in the end.
    public static final class KeyOutcome {
        private final ObjectKey key;
        private final @Nullable Version before;
        private @Nullable StoredObject object;
        private long place;

        private KeyOutcome(ObjectKey key, @Nullable Version before) {
            this.key = key;
            this.before = before;
            if (before != null) {
                this.object = before.object;
                this.place = before.place;
            }
        }

        public ObjectKey key() {
            return key;
        }

        /// What is to be stored, empty when the key is to be deleted.
        public Optional<StoredObject> object() {
            return Optional.ofNullable(object);
        }

        /// Whether the key held something before the batch.
        public boolean existed() {
            return before != null && before.object != null;
        }

        /// The revision that the key had before the batch.
        ///
        /// @throws IllegalStateException when it held nothing
        public long revisionBefore() {
            if (before == null || before.object == null) {
                throw new IllegalStateException(key + " held nothing before");
            }
            return before.object.revision();
        }

        /// Where the engine keeps the key, as noted by [#place(long)] in this batch or an earlier one; 0 when
        /// nothing was ever noted.
        public long place() {
            return place;
        }

        /// Where the engine kept the key before the batch, whatever was noted since: a batch may be written
        /// once more.
        public long placeBefore() {
            return before == null ? 0 : before.place;
        }

        public void place(long noted) {
            place = noted;
        }
    }

    private final VersionedState state;
    private final Map<ObjectKey, KeyOutcome> outcomes = new LinkedHashMap<>();
    private final List<Change> changes = new ArrayList<>();
    private long revision;

    WriteBatch(VersionedState state) {
        this.state = state;
        this.revision = state.revision();
    }

    /// Decides about one write.
    ///
    /// @return [Committed.Durable] with the new revision, which becomes true when the batch is published
    public Committed add(Write write) {
        KeyOutcome outcome = outcomes.get(write.key());
        boolean fresh = outcome == null;
        if (outcome == null) {
            outcome = new KeyOutcome(write.key(), state.newest(write.key()));
        }
        StoredObject current = outcome.object;
        if (!holds(write.precondition(), current)) {
            return new Committed.Conflict(Optional.ofNullable(current));
        }
        if (fresh) {
            outcomes.put(write.key(), outcome);
        }
        revision++;
        StoredObject after = switch (write) {
            case Write.Put put -> put.object().withRevision(revision);
            case Write.Delete delete -> delete.last().withRevision(revision);
        };
        boolean deletion = write instanceof Write.Delete;
        outcome.object = deletion ? null : after;
        changes.add(new Change(revision, Optional.ofNullable(current), after, deletion));
        return new Committed.Durable(after);
    }

    /// Notes a change that was decided elsewhere. A deletion of what is not there only raises the revision.
    ///
    /// @param after what is stored since, or the last state of what is deleted, with the revision of the
    ///     change
    /// @throws IllegalStateException when a change before it has a higher revision
    public void observe(StoredObject after, boolean deletion) {
        KeyOutcome outcome = outcomes.computeIfAbsent(after.key(), key -> new KeyOutcome(key, state.newest(key)));
        StoredObject current = outcome.object;
        raise(after.revision());
        if (current == null && deletion) {
            return;
        }
        outcome.object = deletion ? null : after;
        changes.add(new Change(revision, Optional.ofNullable(current), after, deletion));
    }

    /// What a key holds after the changes so far.
    public Optional<StoredObject> current(ObjectKey key) {
        KeyOutcome outcome = outcomes.get(key);
        if (outcome != null) {
            return outcome.object();
        }
        Version newest = state.newest(key);
        return newest == null ? Optional.empty() : Optional.ofNullable(newest.object);
    }

    /// Everything up to `at` is known, also when nothing of it was a change of an object.
    public void raise(long at) {
        if (at < revision) {
            throw new IllegalStateException("revision %d comes after %d".formatted(at, revision));
        }
        revision = at;
    }

    private static boolean holds(Precondition precondition, @Nullable StoredObject current) {
        return switch (precondition) {
            case Precondition.Absent _ -> current == null;
            case Precondition.AtRevision at -> current != null && current.revision() == at.revision();
        };
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /// The revision of the last write.
    public long revision() {
        return revision;
    }

    /// The keys that are written, in order of their first write.
    public Collection<KeyOutcome> outcomes() {
        return outcomes.values();
    }

    List<Change> changes() {
        return changes;
    }
}
