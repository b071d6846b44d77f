package dev.tenure.controllers.tainteviction.record;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.RejectedPodsRule;
import java.time.Instant;
import java.util.Optional;

/// Whether a pod left its node, or is leaving it, for another reason than a taint, as its conditions tell.
/// Upstream gives these reasons in the condition DisruptionTarget, and none to a pod beyond its own limits of
/// storage.
public final class OtherEvictionRule {
    private static final String EVICTED = "Evicted";
    private static final String PREEMPTING = "Preempting";
    private static final String REJECTED = "Pod was rejected: ";

    private OtherEvictionRule() {}

    /// @param now when the cluster does not tell when it was
    public static Optional<PastEviction> of(StoredObject stored, Instant now) {
        Pod pod = stored.view(Pod.class);
        if (!pod.spec().bound()) {
            return Optional.empty();
        }
        Optional<Condition> target =
                pod.status().condition(Pod.DISRUPTION_TARGET).filter(Condition::isTrue);
        return target.isPresent()
                ? cause(pod.status(), target.get())
                        .map(cause -> eviction(
                                stored,
                                cause,
                                target.get().message(),
                                at(target.get().lastTransitionTime(), now)))
                : beyondItsLimits(stored, pod.status(), now);
    }

    private static Optional<EvictionCause> cause(PodStatus status, Condition target) {
        return switch (target.reason()) {
            case "DeletionByDeviceTaintManager" -> Optional.of(EvictionCause.DEVICE_TAINT);
            case "EvictionByEvictionAPI" -> Optional.of(EvictionCause.API);
            case "PreemptionByScheduler" -> Optional.of(EvictionCause.PREEMPTION);
            case "DeletionByPodGC" -> Optional.of(EvictionCause.POD_GC);
            case "TerminationByKubelet" ->
                switch (status.reason()) {
                    case EVICTED -> Optional.of(EvictionCause.NODE_PRESSURE);
                    case PREEMPTING -> Optional.of(EvictionCause.PREEMPTION);
                    default -> Optional.of(EvictionCause.NODE_SHUTDOWN);
                };
            default -> Optional.empty();
        };
    }

    /// A pod that its node did not take bears the same reason, but it never was there.
    private static Optional<PastEviction> beyondItsLimits(StoredObject stored, PodStatus status, Instant now) {
        boolean left = status.phase() == PodPhase.FAILED
                && status.reason().equals(EVICTED)
                && !status.message().startsWith(REJECTED);
        return left
                ? Optional.of(eviction(stored, EvictionCause.LOCAL_STORAGE, status.message(), now))
                : Optional.empty();
    }

    private static Instant at(Instant written, Instant now) {
        return written.equals(Instant.EPOCH) ? now : written;
    }

    private static PastEviction eviction(StoredObject stored, EvictionCause cause, String message, Instant at) {
        return new PastEviction(
                stored.view(Pod.class).spec().nodeName(),
                stored.key().namespace(),
                stored.key().name(),
                stored.uid(),
                new PastEviction.Why(cause, message.strip()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                at,
                RejectedPodsRule.owner(stored.view(Pod.class)));
    }
}
