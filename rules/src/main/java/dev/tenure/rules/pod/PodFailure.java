package dev.tenure.rules.pod;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/// Why a pod is in the phase Failed, as far as its status tells.
public enum PodFailure {
    /// Its node ended it: for want of something, because of a shutdown, or for a pod of higher priority.
    EVICTED("Evicted"),
    /// Its node did not take it.
    REJECTED("Rejected"),
    /// Its containers failed, or something else happened.
    OTHER("Other");

    private static final Set<String> ENDED_BY_NODE = Set.of("Evicted", "Preempting", "Terminated", "NodeShutdown");
    /// Of nodes before 1.28, whose messages have no prefix.
    private static final Set<String> REJECTIONS = Set.of(
            "NodeAffinity",
            "NodePorts",
            "NodeName",
            "TaintToleration",
            "UnexpectedAdmissionError",
            "TopologyAffinityError",
            "SMTAlignmentError",
            "PodOSNotSupported");

    private static final String SHORT_OF = "OutOf";

    private final String word;

    PodFailure(String word) {
        this.word = word;
    }

    /// As people write it.
    public String word() {
        return word;
    }

    /// Empty for a pod that has not failed.
    public static Optional<PodFailure> of(Pod pod) {
        if (pod.status().phase() != PodPhase.FAILED) {
            return Optional.empty();
        }
        String reason = pod.status().reason();
        if (RejectedPodsRule.rejected(pod) || REJECTIONS.contains(reason) || reason.startsWith(SHORT_OF)) {
            return Optional.of(REJECTED);
        }
        boolean ended = ENDED_BY_NODE.contains(reason) || pod.status().isTrue(Pod.DISRUPTION_TARGET);
        return Optional.of(ended ? EVICTED : OTHER);
    }

    /// When a pod failed: the last that its conditions tell, for none changes afterwards; else when it was
    /// made.
    public static Instant at(Pod pod) {
        Instant made = pod.meta().creationTimestamp();
        return pod.status().conditions().stream()
                .map(Condition::lastTransitionTime)
                .filter(made::isBefore)
                .max(Instant::compareTo)
                .orElse(made);
    }
}
