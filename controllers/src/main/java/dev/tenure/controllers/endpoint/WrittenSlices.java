package dev.tenure.controllers.endpoint;

import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The slices of services as the API has shown them, and what was written since and has not been shown yet:
/// while there is any of that, what is known of a service's slices is out of date, and the API has to be
/// asked. Confined to one loop. Upstream: endpointslice/util/endpointslice_tracker.go.
final class WrittenSlices {
    private static final Grouping BY_SERVICE = slice -> EndpointShape.SLICES_MANAGER.equals(
                    slice.header().labels().get(EndpointShape.MANAGED_BY))
            ? group(slice.key().namespace(), slice.header().labels().getOrDefault(EndpointShape.SERVICE_NAME, ""))
            : "";

    private final Informer slices;
    /// By service and slice.
    private final Map<ObjectKey, Map<ObjectKey, Awaited>> awaited = new HashMap<>();
    /// Services of which nobody knows whether all that was sent was written.
    private final Set<ObjectKey> unsure = new HashSet<>();

    /// What the API has yet to show.
    private sealed interface Awaited {
        /// This revision of the slice, or a later one.
        record Written(long revision) implements Awaited {}

        /// That the slice with this uid is gone.
        record Gone(String uid) implements Awaited {}
    }

    /// What became of a plan.
    ///
    /// @param done whether all of it was carried out
    /// @param written slices as they stand since
    record Outcome(boolean done, List<StoredObject> written, List<StoredObject> gone) {}

    WrittenSlices(Informer slices) {
        this.slices = slices;
    }

    private static String group(String namespace, String service) {
        return namespace + "/" + service;
    }

    /// The slices of a service; empty when the API has to be asked for them.
    Optional<List<StoredObject>> of(ObjectKey service) {
        Map<ObjectKey, Awaited> left = awaited.getOrDefault(service, new HashMap<>());
        left.entrySet().removeIf(entry -> shown(entry.getKey(), entry.getValue()));
        if (left.isEmpty()) {
            awaited.remove(service);
        }
        return slices.hasSynced() && left.isEmpty() && !unsure.contains(service)
                ? Optional.of(List.copyOf(slices.in(BY_SERVICE, group(service.namespace(), service.name()))))
                : Optional.empty();
    }

    private boolean shown(ObjectKey slice, Awaited what) {
        Optional<StoredObject> known = slices.get(slice);
        return switch (what) {
            case Awaited.Written(long revision) ->
                known.filter(found -> found.revision() >= revision).isPresent();
            case Awaited.Gone(String uid) ->
                known.filter(found -> found.uid().equals(uid)).isEmpty();
        };
    }

    /// A plan for a service was carried out, or not all of it.
    void wrote(ObjectKey service, Outcome outcome) {
        if (outcome.done()) {
            unsure.remove(service);
        } else {
            unsure.add(service);
        }
        outcome.written().forEach(slice -> await(service, slice, new Awaited.Written(slice.revision())));
        outcome.gone().forEach(slice -> await(service, slice, new Awaited.Gone(slice.uid())));
    }

    private void await(ObjectKey service, StoredObject slice, Awaited what) {
        if (!shown(slice.key(), what)) {
            awaited.computeIfAbsent(service, _ -> new HashMap<>()).put(slice.key(), what);
        }
    }

    /// The API shows that a slice has gone: nothing that was written of it is awaited any more.
    void gone(ObjectKey service, StoredObject slice) {
        awaited.computeIfPresent(service, (_, left) -> {
            left.remove(slice.key());
            return left.isEmpty() ? null : left;
        });
    }

    /// The service is gone.
    void forget(ObjectKey service) {
        awaited.remove(service);
        unsure.remove(service);
    }
}
