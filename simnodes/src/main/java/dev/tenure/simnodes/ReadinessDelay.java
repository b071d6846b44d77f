package dev.tenure.simnodes;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;

/// How long after their start the containers of a pod become ready: readiness probes of simulated containers
/// succeed with their first try, which is after `initialDelaySeconds`. Upstream: kubelet/prober/worker.go.
public final class ReadinessDelay {
    private ReadinessDelay() {}

    /// @param stored a pod
    public static Duration of(StoredObject stored) {
        if (stored.view(Pod.class).spec().containers().stream().noneMatch(Container::readinessProbe)) {
            return Duration.ZERO;
        }
        long longest = 0;
        for (JsonNode container : Json.readObject(stored.json()).path("spec").path("containers")) {
            long delay =
                    container.path("readinessProbe").path("initialDelaySeconds").asLong();
            longest = Math.max(longest, delay);
        }
        return Duration.ofSeconds(longest);
    }
}
