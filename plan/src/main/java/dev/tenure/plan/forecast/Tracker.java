package dev.tenure.plan.forecast;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.world.Observer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Follows every pod through a forecast, from the writes that the store acknowledges. Confined to the thread of its
/// world.
final class Tracker implements Observer {
    /// What is known of a pod.
    static final class Track {
        final boolean atStart;
        final boolean boundAtStart;
        Pod pod;
        Optional<Tick> ready = Optional.empty();
        Optional<Tick> leaves = Optional.empty();
        Optional<Tick> gone = Optional.empty();
        String cause = "";
        String why = "";

        Track(Pod pod, boolean atStart) {
            this.pod = pod;
            this.atStart = atStart;
            this.boundAtStart = atStart && pod.spec().bound();
        }
    }

    private final Map<String, Track> tracks = new LinkedHashMap<>();
    private @Nullable TimeSource time;
    private Tick last = new Tick(0);

    /// From here on writes count.
    void begin(TimeSource clock, List<StoredObject> objects) {
        tracks.clear();
        for (StoredObject object : objects) {
            if (isPod(object)) {
                tracks.put(object.uid(), new Track(object.view(Pod.class), true));
            }
        }
        time = clock;
        last = clock.now();
    }

    List<Track> tracks() {
        return new ArrayList<>(tracks.values());
    }

    /// When something last happened to a pod.
    Tick lastMove() {
        return last;
    }

    private static boolean isPod(StoredObject object) {
        return object.key().resource().equals("pods") && object.key().group().isEmpty();
    }

    @Override
    public void written(Write write) {
        if (time == null || !isPod(write.after())) {
            return;
        }
        Tick now = time.now();
        Pod pod = write.after().view(Pod.class);
        Track track = tracks.computeIfAbsent(write.after().uid(), _ -> new Track(pod, false));
        Optional<Pod> before = write.before().map(object -> object.view(Pod.class));
        boolean stood = before.filter(old -> !old.meta().deleting() && !PodRule.terminal(old)).isPresent();
        boolean told = write.deletion() || pod.meta().deleting() || pod.status().phase() == PodPhase.FAILED;
        track.pod = pod;
        last = now;
        if (stood && told && track.leaves.isEmpty()) {
            track.leaves = Optional.of(now);
            track.cause = cause(pod, write.origin().user());
            track.why = pod.status()
                    .condition(Pod.DISRUPTION_TARGET)
                    .map(Condition::message)
                    .orElse(pod.status().message());
        }
        if (track.ready.isEmpty() && PodRule.ready(pod) && !track.atStart) {
            track.ready = Optional.of(now);
        }
        if (write.deletion()) {
            track.gone = Optional.of(now);
        }
    }

    private static String cause(Pod pod, String user) {
        Optional<Condition> target = pod.status().condition(Pod.DISRUPTION_TARGET).filter(Condition::isTrue);
        if (target.isPresent()) {
            return switch (target.get().reason()) {
                case "DeletionByTaintManager" -> "taint";
                case "EvictionByEvictionAPI" -> "api";
                case "PreemptionByScheduler" -> "preemption";
                case "DeletionByPodGC" -> "pod-gc";
                default -> "node-pressure";
            };
        }
        if (pod.status().phase() == PodPhase.FAILED) {
            return pod.status().reason().equals("Evicted") ? "node-pressure" : "rejected";
        }
        String controller = user.substring(user.lastIndexOf(':') + 1);
        return switch (controller) {
            case "replicaset-controller", "statefulset-controller", "replication-controller", "job-controller",
                    "daemon-set-controller" -> "scale-down";
            case "generic-garbage-collector", "namespace-controller" -> "owner-gone";
            case "pod-garbage-collector" -> "pod-gc";
            default -> "deleted";
        };
    }
}
