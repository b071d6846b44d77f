package dev.tenure.launch.apiserver;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.io.Batch;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Committed;
import dev.tenure.store.Store.Precondition;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.Store.Write;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Puts the objects with which a cluster begins into its store, before anybody asks for them. Stateless.
final class InitialObjects {
    private static final int AT_ONCE_MAX = 128;

    private InitialObjects() {}

    /// Returns when all are durable. Namespaces come last: a store without any holds no cluster yet, and what
    /// a process that was killed in the middle has written is written anew.
    ///
    /// @throws CommandFailure when the store holds a cluster already
    static void put(Store store, List<StoredObject> objects) {
        if (objects.isEmpty()) {
            return;
        }
        if (!store.list(Range.all(ResourceId.of(ResourceTypes.NAMESPACES.key("", "default")), ""))
                .items()
                .isEmpty()) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "there is a cluster already, and --from begins a new one: leave --from out to go on with it, or name another --data-dir");
        }
        Map<Boolean, List<StoredObject>> last = objects.stream()
                .collect(Collectors.partitioningBy(
                        object -> object.key().resource().equals(ResourceTypes.NAMESPACES.resource())));
        putAll(store, last.getOrDefault(false, List.of()));
        putAll(store, last.getOrDefault(true, List.of()));
    }

    private static void putAll(Store store, List<StoredObject> objects) {
        Batch.results(
                objects,
                AT_ONCE_MAX,
                object -> {
                    put(store, object, new Precondition.Absent());
                    return true;
                },
                _ -> {});
    }

    private static void put(Store store, StoredObject object, Precondition precondition) {
        switch (store.commit(new Write.Put(object, precondition))) {
            case Committed.Durable _ -> {
                // it is there
            }
            case Committed.Conflict(Optional<StoredObject> current) -> {
                if (current.isEmpty() || precondition instanceof Precondition.AtRevision) {
                    throw new IllegalStateException("%s was written by somebody else meanwhile"
                            .formatted(object.key().path()));
                }
                put(store, object, new Precondition.AtRevision(current.get().revision()));
            }
        }
    }
}
