package dev.tenure.store;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.Index;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.Store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What a store should do, in the simplest way: a full copy of the state for every revision, and one list of
/// changes.
final class StoreModel {
    private final TreeMap<Long, TreeMap<ObjectKey, StoredObject>> states = new TreeMap<>();
    private final List<Change> changes = new ArrayList<>();
    private long compacted;

    StoreModel(long firstRevision) {
        states.put(firstRevision, new TreeMap<>());
        compacted = firstRevision;
    }

    long revision() {
        return states.lastKey();
    }

    long compacted() {
        return compacted;
    }

    Optional<StoredObject> get(ObjectKey key) {
        return Optional.ofNullable(states.lastEntry().getValue().get(key));
    }

    /// Whether the write is carried out.
    boolean commit(Write write) {
        Optional<StoredObject> current = get(write.key());
        boolean holds = switch (write.precondition()) {
            case Precondition.Absent _ -> current.isEmpty();
            case Precondition.AtRevision at ->
                current.isPresent() && current.get().revision() == at.revision();
        };
        if (!holds) {
            return false;
        }
        long revision = revision() + 1;
        TreeMap<ObjectKey, StoredObject> state =
                new TreeMap<>(states.lastEntry().getValue());
        switch (write) {
            case Write.Put put -> {
                StoredObject stored = put.object().withRevision(revision);
                state.put(stored.key(), stored);
                changes.add(new Change(revision, current, stored, false));
            }
            case Write.Delete delete -> {
                state.remove(delete.key());
                changes.add(new Change(revision, current, delete.last().withRevision(revision), true));
            }
        }
        states.put(revision, state);
        return true;
    }

    /// The revision has risen without any change.
    void pass(long revision) {
        states.put(revision, states.lastEntry().getValue());
    }

    /// Deletions show from now on what was stored before, for what was given with them is not kept.
    void forgetLastStates() {
        changes.replaceAll(change -> change.deletion()
                ? new Change(
                        change.revision(),
                        change.before(),
                        change.before().orElseThrow().withRevision(change.revision()),
                        true)
                : change);
    }

    /// Everything in the range, whatever its limit.
    List<StoredObject> list(Range range) {
        long revision = range.revision() == 0 ? revision() : range.revision();
        return states.floorEntry(revision).getValue().values().stream()
                .filter(object -> ResourceId.of(object.key()).equals(range.resource()))
                .filter(object -> inNamespace(object, range.namespace()))
                .filter(object -> range.after().isEmpty()
                        || object.key().compareTo(range.after().get()) > 0)
                .filter(object -> range.index().isEmpty()
                        || object.header()
                                .fields()
                                .getOrDefault(range.index().get().field(), "")
                                .equals(range.index().get().value()))
                .toList();
    }

    /// The changes that a watcher at `position` has not seen yet.
    List<Change> after(ResourceId resource, String namespace, Optional<Index> index, long position) {
        return changes.stream()
                .filter(change -> change.revision() > position)
                .filter(change -> ResourceId.of(change.after().key()).equals(resource))
                .filter(change -> inNamespace(change.after(), namespace))
                .filter(change -> index.isEmpty()
                        || Stream.concat(change.before().stream(), Stream.of(change.after()))
                                .anyMatch(object -> value(object, index.get().field())
                                        .equals(index.get().value())))
                .toList();
    }

    private static String value(StoredObject object, String field) {
        return field.equals("metadata.name")
                ? object.key().name()
                : object.header().fields().getOrDefault(field, "");
    }

    void compact(long revision) {
        compacted = Math.max(compacted, Math.min(revision, revision()));
    }

    private static boolean inNamespace(StoredObject object, String namespace) {
        return namespace.isEmpty() || object.key().namespace().equals(namespace);
    }
}
