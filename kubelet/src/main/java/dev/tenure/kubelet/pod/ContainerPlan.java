package dev.tenure.kubelet.pod;

import dev.tenure.model.core.Container.RestartRule;
import dev.tenure.model.core.RestartPolicy;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Optional;

/// One container of a pod as it is to run.
///
/// @param restartPolicy the container's own, or the pod's
/// @param restartRules asked before the policy when it has ended by itself
/// @param pullPolicy `Always`, `IfNotPresent` or `Never`
/// @param hash changes with the image: what runs under another one is replaced
/// @param spec the whole `Container`, for what is only passed on
public record ContainerPlan(
        String name,
        Role role,
        String image,
        String pullPolicy,
        RestartPolicy restartPolicy,
        List<RestartRule> restartRules,
        String hash,
        Probes probes,
        JsonNode spec) {
    public enum Role {
        /// Runs to its end before the next one starts.
        INIT,
        /// Starts among the init containers, in order, and keeps running beside the others.
        SIDECAR,
        MAIN,
        /// Was put into the pod later, to look at it: starts once, whatever the others do, and nothing waits
        /// for it.
        EPHEMERAL
    }

    public ContainerPlan {
        restartRules = List.copyOf(restartRules);
    }

    /// The probes of a container.
    public record Probes(Optional<ProbePlan> startup, Optional<ProbePlan> liveness, Optional<ProbePlan> readiness) {
        public static final Probes NONE = new Probes(Optional.empty(), Optional.empty(), Optional.empty());
    }

    public boolean initial() {
        return role == Role.INIT || role == Role.SIDECAR;
    }

    /// Whether it is started again when it has ended with that code.
    public boolean startsAgain(int exitCode) {
        return PodActionsRule.startsAgain(restartPolicy, restartRules, exitCode);
    }

    /// Whether all containers of its pod start anew when it has ended with that code.
    public boolean startsAllAnew(int exitCode) {
        return PodActionsRule.matching(restartRules, exitCode)
                .filter(rule -> rule.action().equals(RestartRule.ALL_CONTAINERS))
                .isPresent();
    }

    /// Whether it starts again to get another amount of a resource.
    boolean restartsToResize(String resource) {
        for (JsonNode policy : spec.path("resizePolicy")) {
            if (policy.path("resourceName").asText().equals(resource)) {
                return policy.path("restartPolicy").asText().equals("RestartContainer");
            }
        }
        return false;
    }
}
