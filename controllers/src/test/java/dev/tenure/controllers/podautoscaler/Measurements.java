package dev.tenure.controllers.podautoscaler;

import dev.tenure.controllers.podautoscaler.ReplicaCountRule.View;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Pods as an autoscaler finds them, each with what was measured of it.
final class Measurements {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final List<Pod> pods = new ArrayList<>();
    private final Map<String, PodMetric> metrics = new HashMap<>();

    static ObjectNode json(String text) {
        return Json.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    /// One that runs and has been ready for long.
    Measurements ready(int requested, int used) {
        return pod("Running", requested, "True", 3600, 3500).measured(used);
    }

    /// One that runs and of which nothing was measured.
    Measurements unmeasured(int requested) {
        return pod("Running", requested, "True", 3600, 3500);
    }

    /// @param phase of the pod
    /// @param milli what each of its two containers requests of processor time, half in each
    /// @param ready the condition, or empty for none
    /// @param startedAgo seconds since it started
    /// @param changedAgo seconds since its readiness changed
    Measurements pod(String phase, int milli, String ready, int startedAgo, int changedAgo) {
        String name = "web-" + pods.size();
        String condition = ready.isEmpty()
                ? ""
                : "{'type': 'Ready', 'status': '%s', 'lastTransitionTime': '%s'}"
                        .formatted(ready, NOW.minusSeconds(changedAgo));
        add(json("""
            {'metadata': {'name': '%1$s', 'namespace': 'shop'},
             'spec': {'containers': [
               {'name': 'main', 'resources': {'requests': {'cpu': '%2$dm', 'memory': '1Gi'}}},
               {'name': 'side', 'resources': {'requests': {'cpu': '%2$dm', 'memory': '1Gi'}}}]},
             'status': {'phase': '%3$s', 'startTime': '%4$s', 'conditions': [%5$s]}}
            """.formatted(name, milli / 2, phase, NOW.minusSeconds(startedAgo), condition)));
        return this;
    }

    Measurements add(ObjectNode pod) {
        pods.add((Pod) Views.view(ResourceTypes.PODS, pod));
        return this;
    }

    /// What was measured of the last one, half a minute ago.
    Measurements measured(long milli) {
        metrics.put(pods.getLast().meta().name(), new PodMetric(NOW.minusSeconds(30), Duration.ofSeconds(30), milli));
        return this;
    }

    Map<String, PodMetric> metrics() {
        return metrics;
    }

    View view(int replicas) {
        return view(replicas, new Tolerance(0.1, 0.1));
    }

    View view(int replicas, Tolerance tolerance) {
        return new View(replicas, pods, tolerance, AutoscalerSettings.STANDARD, NOW);
    }

    Count utilization(int replicas, int target) {
        return ReplicaCountRule.byUtilization(view(replicas), metrics, target, "cpu", "");
    }
}
