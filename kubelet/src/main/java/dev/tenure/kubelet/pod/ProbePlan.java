package dev.tenure.kubelet.pod;

import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.util.OptionalLong;

/// How and how often a container is asked for its health.
///
/// @param handler the whole `Probe`, of which one of `exec`, `httpGet`, `tcpSocket`, `grpc` says how
/// @param graceSeconds overrides the pod's termination grace when this probe kills the container
public record ProbePlan(
        Duration initialDelay,
        Duration timeout,
        Duration period,
        int successes,
        int failures,
        OptionalLong graceSeconds,
        JsonNode handler) {
    static ProbePlan of(JsonNode probe) {
        JsonNode grace = probe.path("terminationGracePeriodSeconds");
        return new ProbePlan(
                Duration.ofSeconds(probe.path("initialDelaySeconds").asInt(0)),
                Duration.ofSeconds(Math.max(1, probe.path("timeoutSeconds").asInt(1))),
                Duration.ofSeconds(Math.max(1, probe.path("periodSeconds").asInt(10))),
                Math.max(1, probe.path("successThreshold").asInt(1)),
                Math.max(1, probe.path("failureThreshold").asInt(3)),
                grace.isIntegralNumber() ? OptionalLong.of(grace.longValue()) : OptionalLong.empty(),
                probe);
    }
}
