package dev.tenure.cli.loops;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.timeline.RemovedRecord;
import dev.tenure.rules.pod.EvictionLoopRule;
import dev.tenure.rules.pod.EvictionLoopRule.EvictionLoop;
import dev.tenure.rules.pod.EvictionLoopRule.Failure;
import dev.tenure.rules.pod.PodFailure;
import dev.tenure.rules.pod.RejectedPodsRule;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds the owners whose pods one node evicts or rejects again and again. Stateless.
public final class LoopSurvey {
    /// An Event of the controller of DaemonSets, which removes pods that failed; its message names pod and
    /// node.
    private static final String FAILED_DAEMON = "FailedDaemonPod";

    private static final String POD = "daemon pod ";
    private static final String NODE = " on node ";
    private static final String END = ", will try to kill it";

    private LoopSurvey() {}

    /// What was read of a cluster.
    ///
    /// @param pods at least all that have failed
    /// @param events those of the controller of DaemonSets, or all
    public record Sight(List<StoredObject> pods, List<StoredObject> events, RemovedRecord removed) {
        public Sight {
            pods = List.copyOf(pods);
            events = List.copyOf(events);
        }
    }

    /// A loop, and the last pod of it that is still there.
    public record Found(EvictionLoop loop, Optional<StoredObject> pod) {}

    /// @param times how many pods within the window are a loop
    /// @return those that failed last first
    public static List<Found> find(Sight sight, int times, Duration window) {
        var failures = new ArrayList<Failure>();
        Map<List<String>, StoredObject> last = new HashMap<>();
        Set<String> known = new HashSet<>();
        for (StoredObject stored : sight.pods()) {
            Pod pod = stored.view(Pod.class);
            if (pod.spec().bound()
                    && PodFailure.of(pod).filter(why -> why != PodFailure.OTHER).isPresent()) {
                known.add(pod.meta().namespace() + "/" + pod.meta().name());
                failures.add(failure(pod));
                last.merge(place(failure(pod)), stored, LoopSurvey::later);
            }
        }
        sight.removed().entries().forEach(entry -> {
            if (!entry.path("failure").asText().equals(PodFailure.OTHER.word())) {
                known.add(entry.path("namespace").asText() + "/"
                        + entry.path("pod").asText());
                failures.add(RemovedRecord.failure(entry));
            }
        });
        sight.events()
                .forEach(event -> ofEvent(Json.readObject(event.json()), known).ifPresent(failures::add));
        return EvictionLoopRule.find(failures, times, window).stream()
                .map(loop -> new Found(loop, Optional.ofNullable(last.get(place(loop.failure())))))
                .toList();
    }

    private static List<String> place(Failure failure) {
        return List.of(failure.owner(), failure.node());
    }

    private static StoredObject later(StoredObject one, StoredObject other) {
        return PodFailure.at(one.view(Pod.class)).isAfter(PodFailure.at(other.view(Pod.class))) ? one : other;
    }

    private static Failure failure(Pod pod) {
        Instant at = PodFailure.at(pod);
        return new Failure(
                RejectedPodsRule.owner(pod),
                pod.spec().nodeName(),
                pod.status().reason(),
                pod.status().message().strip(),
                1,
                at,
                at);
    }

    private static Optional<Failure> ofEvent(JsonNode event, Set<String> known) {
        String message = event.path("message").asText();
        int pod = message.indexOf(POD);
        int node = message.indexOf(NODE, Math.max(0, pod));
        int end = message.indexOf(END, Math.max(0, node));
        JsonNode about = event.path("involvedObject");
        if (!event.path("reason").asText().equals(FAILED_DAEMON) || pod < 0 || node < 0 || end < 0) {
            return Optional.empty();
        }
        int count = Math.max(1, event.path("count").asInt(1));
        Optional<Instant> last = event.path("lastTimestamp")
                .asTime()
                .or(() -> event.path("eventTime").asTime());
        if (last.isEmpty() || (count == 1 && known.contains(message.substring(pod + POD.length(), node)))) {
            return Optional.empty();
        }
        return Optional.of(new Failure(
                "%s %s/%s"
                        .formatted(
                                about.path("kind").asText(),
                                about.path("namespace").asText(),
                                about.path("name").asText()),
                message.substring(node + NODE.length(), end),
                FAILED_DAEMON,
                message,
                count,
                event.path("firstTimestamp").asTime().orElse(last.get()),
                last.get()));
    }

    /// A loop for programs.
    ///
    /// @param now whether it goes on is counted from then
    public static ObjectNode json(EvictionLoop loop, Duration window, Instant now) {
        Failure failure = loop.failure();
        return Json.object()
                .put("owner", failure.owner())
                .put("node", failure.node())
                .put("pods", failure.pods())
                .put("often", loop.often())
                .put("first", failure.first().toString())
                .put("last", failure.last().toString())
                .put("goesOn", failure.last().isAfter(now.minus(window)))
                .put("reason", failure.reason())
                .put("message", failure.message());
    }
}
