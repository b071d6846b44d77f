package dev.tenure.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.kubelet.pod.BackoffState;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.kubelet.pod.PodSeen;
import dev.tenure.kubelet.pod.ProbeState;
import dev.tenure.kubelet.pod.Waiting;
import dev.tenure.kubelet.status.PodStatusReport;
import dev.tenure.kubelet.status.PodStatusReport.Ended;
import dev.tenure.model.core.Pod;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What the agent remembers of one pod. Confined to its loop, apart from the back-off, which the one worker
/// of the pod has while it works.
final class PodEntry {
    /// Where the pod stands. It only ever goes forward.
    enum Life {
        NEW,
        ADMITTED,
        /// Its containers are being ended.
        STOPPING,
        /// Nothing of it runs any more.
        STOPPED
    }

    PodPlan plan;
    Life life = Life.NEW;
    PodSeen seen = PodSeen.NOTHING;
    Map<String, Waiting> waiting = Map.of();
    final ProbeState probes = new ProbeState();
    final BackoffState backoff = new BackoffState();
    /// Whether a worker is at it.
    boolean busy;
    /// Whether something happened meanwhile.
    boolean again;
    /// Whether a runtime that was asked has answered for this pod before.
    boolean looked;
    Optional<Ended> ended = Optional.empty();
    OptionalLong grace = OptionalLong.empty();
    /// What shows a static pod in the API, if anything does yet.
    Optional<Pod> mirror = Optional.empty();
    /// Whether the object is gone from the API, or its file from the folder.
    boolean gone;
    /// Whether the object is asked to go, and a worker does that.
    boolean deleting;
    boolean reporting;
    Instant refreshedAt = Instant.MIN;

    @Nullable
    ObjectNode reported;

    PodEntry(PodPlan plan) {
        this.plan = plan;
    }

    String uid() {
        return plan.uid();
    }

    Pod pod() {
        return plan.pod();
    }

    /// The pod as the API shows it.
    Pod shown() {
        return mirror.orElse(pod());
    }

    PodStatusReport.Facts facts() {
        return new PodStatusReport.Facts(
                shown(), seen, waiting, probes.health(), ended, life == Life.STOPPING || life == Life.STOPPED);
    }

    /// Whether the pod holds resources of the node.
    boolean active() {
        return life == Life.ADMITTED || life == Life.STOPPING;
    }
}
