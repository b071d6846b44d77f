package dev.tenure.simnodes;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.PodRule;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Whether a pod whose containers run is ready, and what its status showed of that last: probes are passed
/// some time after the start, others open its readiness gates, and its spec changes. Confined to one loop.
final class SimulatedReadiness {
    private Optional<Reported> last = Optional.empty();
    private Optional<Duration> delay = Optional.empty();
    private boolean found;

    /// What changes in the status of a pod while its containers run.
    ///
    /// @param generation of the spec that it is about
    /// @param gated whether a readiness gate is shut
    record Reported(long generation, boolean containersReady, boolean gated) {
        /// What the API shows.
        private static Reported of(Pod pod) {
            boolean containersReady = pod.status().isTrue(Pod.CONTAINERS_READY);
            boolean gated = !pod.spec().readinessGates().isEmpty() && !PodRule.ready(pod);
            return new Reported(pod.status().observedGeneration(), containersReady, gated);
        }

        boolean ready() {
            return containersReady && !gated;
        }
    }

    /// When the containers are ready.
    Instant readyAt(StoredObject stored, Instant startedAt) {
        Duration known = delay.orElseGet(() -> ReadinessDelay.of(stored));
        delay = Optional.of(known);
        return startedAt.plus(known);
    }

    /// What is to be reported now.
    Reported due(StoredObject stored, Instant startedAt, Instant now) {
        Pod pod = stored.view(Pod.class);
        boolean ready = !readyAt(stored, startedAt).isAfter(now);
        return new Reported(pod.meta().generation(), ready, PodReport.gated(pod));
    }

    /// As [#due], noted as the last that was reported.
    Reported reported(StoredObject stored, Instant startedAt, Instant now) {
        Reported reported = due(stored, startedAt, now);
        last = Optional.of(reported);
        return reported;
    }

    /// Notes that the containers ran before this kubelet began: should the API show a ready pod as not ready,
    /// for its node was given up meanwhile, that is put right once. Upstream: status_manager.go
    /// (needsReconcile).
    void found() {
        found = true;
    }

    /// Whether something else is to be reported than was reported last. What others write of a pod's
    /// readiness is theirs.
    boolean hasChanged(StoredObject stored, Instant startedAt, Instant now) {
        Pod pod = stored.view(Pod.class);
        Reported before = last.orElseGet(() -> Reported.of(pod));
        last = Optional.of(before);
        Reported due = due(stored, startedAt, now);
        boolean contradicted = found && due.ready() && !PodRule.ready(pod);
        found = false;
        return contradicted || !before.equals(due);
    }
}
