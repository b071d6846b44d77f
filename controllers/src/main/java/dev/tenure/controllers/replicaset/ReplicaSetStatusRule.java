package dev.tenure.controllers.replicaset;

import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Pod;
import dev.tenure.rules.pod.PodRule;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Works out the status of a set. Upstream: calculateStatus.
final class ReplicaSetStatusRule {
    private static final String FAILURE = "ReplicaFailure";

    /// @param failure the condition ReplicaFailure, while there is one
    record Wanted(
            long observedGeneration,
            int replicas,
            int fullyLabeled,
            int ready,
            int available,
            int terminating,
            Optional<Condition> failure) {
        /// Whether the set's status says so already.
        boolean isSaidBy(ReplicaSet set) {
            ReplicaSet.ReplicaSetStatus said = set.status();
            Optional<Condition> saidFailure = Condition.find(said.conditions(), FAILURE);
            return said.observedGeneration() >= observedGeneration
                    && said.replicas() == replicas
                    && said.fullyLabeledReplicas() == fullyLabeled
                    && said.readyReplicas() == ready
                    && said.availableReplicas() == available
                    && said.terminatingReplicas() == terminating
                    && saidFailure.map(Condition::message).equals(failure.map(Condition::message));
        }
    }

    private ReplicaSetStatusRule() {}

    /// @param pods all pods of the set that the API has shown
    /// @param failure why the last pod could not be made
    static Wanted of(ReplicaKind kind, ReplicaSet set, List<Pod> pods, Optional<String> failure, Instant now) {
        Set<Map.Entry<String, String>> wanted = set.template().labels().entrySet();
        int active = 0;
        int labelled = 0;
        int ready = 0;
        int available = 0;
        int terminating = 0;
        for (Pod pod : pods) {
            if (PodRule.terminal(pod)) {
                continue;
            }
            if (pod.meta().deleting()) {
                terminating++;
                continue;
            }
            active++;
            labelled += pod.meta().labels().entrySet().containsAll(wanted) ? 1 : 0;
            if (PodRule.ready(pod)) {
                ready++;
                available += PodRule.available(pod, set.minReadySeconds(), now) ? 1 : 0;
            }
        }
        return new Wanted(
                set.meta().generation(),
                active,
                labelled,
                ready,
                available,
                kind.countsTerminating() ? terminating : 0,
                failure.map(why -> condition(set, why, now)));
    }

    private static Condition condition(ReplicaSet set, String why, Instant now) {
        Instant since = Condition.find(set.status().conditions(), FAILURE)
                .map(Condition::lastTransitionTime)
                .orElse(now.truncatedTo(ChronoUnit.SECONDS));
        return new Condition(FAILURE, Truth.TRUE, "FailedCreate", why, since, Instant.EPOCH, 0);
    }
}
