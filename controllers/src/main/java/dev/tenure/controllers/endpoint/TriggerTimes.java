package dev.tenure.controllers.endpoint;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Service;
import dev.tenure.model.meta.ObjectKey;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// When that happened which changes the endpoints of a service: the earliest moment at which a pod became
/// ready or ceased to be, of those that nobody has asked about before; of a service that is new, its
/// creation. It is written into what the controllers write, so that others can tell how long a change takes
/// to reach them. Confined to one loop. Upstream: endpointslice/util/trigger_time_tracker.go.
final class TriggerTimes {
    private final Map<ObjectKey, Seen> seen = new HashMap<>();

    /// What was known of a service when it was last asked for: its creation, and by name when the readiness
    /// of each of its pods had changed.
    private record Seen(Instant created, Map<String, Instant> pods) {}

    /// To be asked once each time the endpoints are worked out.
    ///
    /// @param pods all that the service selects
    /// @return empty when nothing has changed of which the time is known, for example when a pod is gone
    Optional<Instant> next(ObjectKey key, Service service, Collection<Pod> pods) {
        Map<String, Instant> times = HashMap.newHashMap(pods.size());
        for (Pod pod : pods) {
            pod.status()
                    .condition(Pod.READY)
                    .map(Condition::lastTransitionTime)
                    .filter(Instant.EPOCH::isBefore)
                    .ifPresent(time -> times.put(pod.meta().name(), time));
        }
        Instant created = service.meta().creationTimestamp();
        Seen before = seen.put(key, new Seen(created, times));
        if (before == null) {
            return Optional.of(created);
        }
        Instant earliest = created.isAfter(before.created()) ? created : Instant.MAX;
        for (Map.Entry<String, Instant> pod : times.entrySet()) {
            Instant known = before.pods().getOrDefault(pod.getKey(), Instant.EPOCH);
            if (pod.getValue().isAfter(known) && pod.getValue().isBefore(earliest)) {
                earliest = pod.getValue();
            }
        }
        return earliest.equals(Instant.MAX) ? Optional.empty() : Optional.of(earliest);
    }

    /// The service is gone.
    void forget(ObjectKey key) {
        seen.remove(key);
    }
}
