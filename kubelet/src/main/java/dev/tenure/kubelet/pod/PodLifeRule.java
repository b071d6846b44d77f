package dev.tenure.kubelet.pod;

import dev.tenure.kubelet.pod.PodLife.Turn;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.rules.pod.PodRule;

/// The life of a pod on its node as a state machine: what takes it on, and what is to be done about it. Real
/// and simulated nodes differ only in how they carry the steps out. Upstream: kubelet/pod_workers.go
/// (podSyncStatus), without its workers.
public final class PodLifeRule {
    private PodLifeRule() {}

    /// What is known of a pod besides where it stands.
    ///
    /// @param ran whether the API shows that a node has taken it before
    /// @param ended whether the node has decided to end it: eviction, preemption, shutdown
    /// @param deleting whether its object is asked to go
    /// @param gone whether its object is gone
    /// @param expired whether it has been on the node for as long as it may
    public record Facts(boolean ran, boolean ended, boolean deleting, boolean gone, boolean expired) {
        private boolean leaves() {
            return ended || deleting || gone;
        }
    }

    /// Where a pod stands that an agent sees for the first time. One that has ended may have containers left.
    public static PodLife found(Pod pod) {
        return PodRule.terminal(pod) ? PodLife.STOPPING : PodLife.NEW;
    }

    /// Whether the API shows that a node has taken the pod.
    public static boolean ran(Pod pod) {
        return pod.status().phase() != PodPhase.PENDING
                || !pod.status().containerStatuses().isEmpty();
    }

    /// Where the pod stands after that.
    ///
    /// @throws IllegalStateException when it cannot happen to a pod that stands there
    public static PodLife after(PodLife life, Turn turn) {
        return switch (turn) {
            case TAKEN -> life == PodLife.STOPPING || life == PodLife.STOPPED ? refuse(life, turn) : PodLife.ADMITTED;
            case PUT_OFF -> life == PodLife.NEW ? PodLife.AWAITING_ROOM : refuse(life, turn);
            case REJECTED -> life == PodLife.NEW ? PodLife.STOPPED : refuse(life, turn);
            case ENDING -> life == PodLife.STOPPED ? refuse(life, turn) : PodLife.STOPPING;
            case ENDED -> PodLife.STOPPED;
        };
    }

    private static PodLife refuse(PodLife life, Turn turn) {
        throw new IllegalStateException("a pod that is %s cannot be %s".formatted(life, turn));
    }

    /// What is to be done next.
    public static PodStep next(PodLife life, Facts facts) {
        return switch (life) {
            case NEW -> facts.leaves() ? PodStep.STOP : facts.ran() ? run(facts) : PodStep.ADMIT;
            case AWAITING_ROOM -> facts.leaves() ? PodStep.STOP : PodStep.AWAIT_ROOM;
            case ADMITTED -> facts.leaves() ? PodStep.STOP : run(facts);
            case STOPPING -> PodStep.STOP;
            case STOPPED -> facts.gone() ? PodStep.FORGET : PodStep.CONFIRM;
        };
    }

    private static PodStep run(Facts facts) {
        return facts.expired() ? PodStep.EXPIRE : PodStep.RUN;
    }
}
