package dev.tenure.kubelet.resize;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Pod;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// What a node tells of the resize of a pod. Upstream: status_manager.go (podResizeConditions).
///
/// @param pending that a resize waits until the node can grant it
/// @param inProgress that containers are not yet what the node has granted
public record ResizeConditions(Optional<Condition> pending, Optional<Condition> inProgress) {
    public static final ResizeConditions NONE = new ResizeConditions(Optional.empty(), Optional.empty());
    private static final String PENDING = "PodResizePending";
    private static final String IN_PROGRESS = "PodResizeInProgress";
    private static final String DEFERRED = "Deferred";
    private static final String ERROR = "Error";

    /// What the API shows.
    public static ResizeConditions shown(Pod pod) {
        return new ResizeConditions(shown(pod, PENDING), shown(pod, IN_PROGRESS));
    }

    private static Optional<Condition> shown(Pod pod, String type) {
        return pod.status().condition(type).map(told -> {
            Instant since = told.lastTransitionTime();
            return new Condition(
                    type, Truth.TRUE, told.reason(), told.message(), since, since, told.observedGeneration());
        });
    }

    /// A resize waits.
    ///
    /// @param why the words of whatever stands against it
    /// @param generation of the pod that asks for it
    public ResizeConditions deferred(String why, long generation, Instant now) {
        return new ResizeConditions(
                Optional.of(kept(pending, told(PENDING, DEFERRED, why, generation, now))), inProgress);
    }

    /// No resize waits.
    public ResizeConditions settled() {
        return new ResizeConditions(Optional.empty(), inProgress);
    }

    /// A resize is granted and begins.
    public ResizeConditions begun(long generation, Instant now) {
        return new ResizeConditions(Optional.empty(), Optional.of(told(IN_PROGRESS, "", "", generation, now)));
    }

    /// A resize goes on; what was told of it stays.
    public ResizeConditions goingOn(long generation, Instant now) {
        return inProgress.isPresent()
                ? this
                : new ResizeConditions(pending, Optional.of(told(IN_PROGRESS, "", "", generation, now)));
    }

    /// A resize goes wrong; it is tried again.
    public ResizeConditions failed(String why, long generation, Instant now) {
        long first = inProgress.map(Condition::observedGeneration).orElse(generation);
        return new ResizeConditions(pending, Optional.of(kept(inProgress, told(IN_PROGRESS, ERROR, why, first, now))));
    }

    /// Nothing is left to do.
    public ResizeConditions done() {
        return new ResizeConditions(pending, Optional.empty());
    }

    private static Condition told(String type, String reason, String why, long generation, Instant now) {
        Instant second = now.truncatedTo(ChronoUnit.SECONDS);
        return new Condition(type, Truth.TRUE, reason, why, second, second, generation);
    }

    /// With the time of the one before, when it says the same.
    private static Condition kept(Optional<Condition> before, Condition told) {
        Instant since = before.filter(old -> old.reason().equals(told.reason()))
                .map(Condition::lastTransitionTime)
                .orElse(told.lastTransitionTime());
        return new Condition(
                told.type(),
                told.status(),
                told.reason(),
                told.message(),
                since,
                told.lastHeartbeatTime(),
                told.observedGeneration());
    }

    /// Writes them into a strategic merge patch; what the API shows and does not hold any more is deleted.
    public void patch(ArrayNode conditions, Pod before) {
        for (String type : List.of(PENDING, IN_PROGRESS)) {
            Optional<Condition> told = type.equals(PENDING) ? pending : inProgress;
            if (told.isPresent()) {
                write(conditions.addObject(), told.get());
            } else if (before.status().condition(type).isPresent()) {
                conditions.addObject().put("$patch", "delete").put("type", type);
            }
        }
    }

    private static void write(ObjectNode into, Condition told) {
        into.put("type", told.type())
                .put("status", told.status().word())
                .put("lastProbeTime", told.lastHeartbeatTime().toString())
                .put("lastTransitionTime", told.lastTransitionTime().toString());
        if (told.observedGeneration() > 0) {
            into.put("observedGeneration", told.observedGeneration());
        }
        into.put("reason", told.reason().isEmpty() ? null : told.reason())
                .put("message", told.message().isEmpty() ? null : told.message());
    }
}
