package dev.tenure.plan.trace;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How long containers took to start and to stop while a cluster was recorded: the medians of its pods, where
/// there are enough. Confined to one thread.
final class UsualTimesFinder {
    private static final int ENOUGH = 3;

    private final Map<ObjectKey, Duration> reported = new HashMap<>();
    private final Map<ObjectKey, Duration> starts = new HashMap<>();
    private final List<Duration> stops = new ArrayList<>();

    private UsualTimesFinder() {}

    /// @param pods of how many pods the start is the median
    record Found(Optional<Duration> start, Optional<Duration> stop, int pods) {}

    static Found of(ClusterTrace trace) {
        var finder = new UsualTimesFinder();
        for (ClusterTrace.Event event : trace.events()) {
            if (event instanceof ClusterTrace.Event.Seen seen
                    && seen.key().resource().equals("pods")) {
                finder.pod(seen);
            }
        }
        List<Duration> started = List.copyOf(finder.starts.values());
        return new Found(median(started), median(finder.stops), started.size());
    }

    private void pod(ClusterTrace.Event.Seen seen) {
        if (seen.now().isEmpty()) {
            Optional.ofNullable(reported.remove(seen.key()))
                    .ifPresent(from -> stops.add(seen.after().minus(from)));
            return;
        }
        ObjectNode pod = seen.now().get();
        boolean goes = RecordedObject.isGoing(pod);
        if (goes && pod.at("/metadata/deletionGracePeriodSeconds").asLong() > 0) {
            reported.putIfAbsent(seen.key(), seen.after());
        }
        if (!goes && !starts.containsKey(seen.key())) {
            start(pod).ifPresent(time -> starts.put(seen.key(), time));
        }
    }

    /// From the binding until all containers run.
    private static Optional<Duration> start(JsonNode pod) {
        Optional<Instant> bound = Optional.empty();
        for (JsonNode condition : pod.at("/status/conditions")) {
            if (condition.path("type").asText().equals("PodScheduled")
                    && condition.path("status").asText().equals("True")) {
                bound = moment(condition.path("lastTransitionTime"));
            }
        }
        Optional<Instant> last = Optional.empty();
        for (JsonNode container : pod.at("/status/containerStatuses")) {
            Optional<Instant> at = moment(container.at("/state/running/startedAt"));
            if (at.isEmpty() || container.path("restartCount").asInt() > 0) {
                return Optional.empty();
            }
            last = last.filter(before -> before.isAfter(at.get())).or(() -> at);
        }
        return bound.isPresent() && last.isPresent() && !last.get().isBefore(bound.get())
                ? Optional.of(Duration.between(bound.get(), last.get()))
                : Optional.empty();
    }

    private static Optional<Instant> moment(JsonNode text) {
        try {
            return text.isTextual() ? Optional.of(Instant.parse(text.asText())) : Optional.empty();
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> median(List<Duration> times) {
        return times.size() < ENOUGH
                ? Optional.empty()
                : Optional.of(times.stream().sorted().toList().get(times.size() / 2));
    }
}
