package dev.tenure.plan.trace;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// How the controllers of pods were at each moment of a trace, and how many pods they had. A pod and its
/// owner are seen through watches of their own, so what an owner wanted is known a little later. Confined to
/// one thread.
final class OwnerHistory {
    private static final Duration LATER = Duration.ofSeconds(2);
    private static final Duration BEFORE_ALL = Duration.ofMillis(-1);

    private final Map<ObjectKey, NavigableMap<Duration, Optional<ObjectNode>>> states = new HashMap<>();
    private final Map<String, Integer> active = new HashMap<>();

    /// @param base the objects at the beginning
    OwnerHistory(Map<ObjectKey, ObjectNode> base, List<ClusterTrace.Event> events) {
        base.forEach((key, object) -> {
            if (PodActs.OWNERS.containsValue(key.resource())) {
                put(key, BEFORE_ALL, Optional.of(object));
            } else if (key.resource().equals("pods") && RecordedObject.isActive(object)) {
                count(object, 1);
            }
        });
        for (ClusterTrace.Event event : events) {
            if (event instanceof ClusterTrace.Event.Seen(var after, var key, var _, var now)
                    && PodActs.OWNERS.containsValue(key.resource())) {
                put(key, after, now);
            }
        }
    }

    private void put(ObjectKey key, Duration after, Optional<ObjectNode> state) {
        states.computeIfAbsent(key, _ -> new TreeMap<>()).put(after, state);
    }

    /// The owner as it was, or was about to be; empty when it was gone or never seen.
    Optional<ObjectNode> at(ObjectKey key, Duration after) {
        return Optional.ofNullable(states.get(key))
                .map(all -> all.floorEntry(after.plus(LATER)))
                .flatMap(Map.Entry::getValue);
    }

    /// How many pods that neither ended nor are leaving the owner of this one had before this was seen. To be
    /// asked once for each event of a pod, in order.
    int activePods(ClusterTrace.Event.Seen seen) {
        int before = seen.before().map(this::counted).orElse(0);
        seen.before().filter(RecordedObject::isActive).ifPresent(pod -> count(pod, -1));
        seen.now().filter(RecordedObject::isActive).ifPresent(pod -> count(pod, 1));
        return before;
    }

    private int counted(ObjectNode pod) {
        return active.getOrDefault(owner(pod), 0);
    }

    private void count(ObjectNode pod, int more) {
        active.merge(owner(pod), more, Integer::sum);
    }

    private static String owner(ObjectNode pod) {
        return PodActs.owner(pod).map(PodActs.Owner::uid).orElse("");
    }
}
