package dev.tenure.controllers.replicaset;

import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Pod;
import dev.tenure.rules.pod.ClockReading;
import dev.tenure.rules.pod.PodRule;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// Works out the status of a set. Upstream: calculateStatus.
final class ReplicaSetStatusRule {
    private static final String FAILURE = "ReplicaFailure";

    /// Why the last pod could not be made or removed.
    ///
    /// @param reason of the condition
    record Failure(String reason, String message) {}

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
        boolean isReportedBy(ReplicaSet set) {
            ReplicaSet.ReplicaSetStatus current = set.status();
            Optional<Condition> currentFailure = Condition.find(current.conditions(), FAILURE);
            return current.observedGeneration() >= observedGeneration
                    && current.replicas() == replicas
                    && current.fullyLabeledReplicas() == fullyLabeled
                    && current.readyReplicas() == ready
                    && current.availableReplicas() == available
                    && current.terminatingReplicas() == terminating
                    && currentFailure.map(Condition::message).equals(failure.map(Condition::message));
        }
    }

    private ReplicaSetStatusRule() {}

    /// Pods of a set by what they are; those that have ended count for nothing.
    ///
    /// @param active neither ended nor being deleted
    record Counts(int active, int labelled, int ready, int available, int terminating) {
        static final Counts NONE = new Counts(0, 0, 0, 0, 0);

        /// @param by 1 to add the others, -1 to take them off
        Counts plus(Counts others, int by) {
            return new Counts(
                    active + by * others.active,
                    labelled + by * others.labelled,
                    ready + by * others.ready,
                    available + by * others.available,
                    terminating + by * others.terminating);
        }
    }

    private static final Counts TERMINATING = new Counts(0, 0, 0, 0, 1);

    /// What one pod counts for while a pod that is ready is available.
    static Counts count(ReplicaSet set, Pod pod) {
        if (PodRule.terminal(pod)) {
            return Counts.NONE;
        }
        if (pod.meta().deleting()) {
            return TERMINATING;
        }
        boolean labelled = pod.meta()
                .labels()
                .entrySet()
                .containsAll(set.template().labels().entrySet());
        int ready = PodRule.ready(pod) ? 1 : 0;
        return new Counts(1, labelled ? 1 : 0, ready, ready, 0);
    }

    /// What all pods of a set count for at a moment.
    static Counts count(ReplicaSet set, List<Pod> pods, ClockReading clock) {
        Counts counts = Counts.NONE;
        for (Pod pod : pods) {
            Counts one = count(set, pod);
            boolean available = one.ready() > 0 && PodRule.available(pod, set.minReadySeconds(), clock);
            counts = counts.plus(
                    new Counts(one.active(), one.labelled(), one.ready(), available ? 1 : 0, one.terminating()), 1);
        }
        return counts;
    }

    /// @param counts of all pods of the set that the API has shown
    /// @param failure of the last look, if it had one; a condition that says so already stays as it is
    static Wanted of(ReplicaKind kind, ReplicaSet set, Counts counts, Optional<Failure> failure, Instant now) {
        return new Wanted(
                set.meta().generation(),
                counts.active(),
                counts.labelled(),
                counts.ready(),
                counts.available(),
                kind.countsTerminating() ? counts.terminating() : 0,
                failure.map(why -> condition(set, why, now)));
    }

    private static Condition condition(ReplicaSet set, Failure failure, Instant now) {
        return Condition.find(set.status().conditions(), FAILURE)
                .orElseGet(() -> new Condition(
                        FAILURE,
                        Truth.TRUE,
                        failure.reason(),
                        failure.message(),
                        now.truncatedTo(ChronoUnit.SECONDS),
                        Instant.EPOCH,
                        0));
    }
}
