package dev.tenure.kubelet.eviction;

import dev.tenure.model.core.Pod;
import java.util.Map;
import java.util.Optional;

/// The order to send one pod away.
///
/// @param graceSeconds overrides the pod's own period; may be negative, see [GraceRule#effectiveSeconds]
/// @param message of the Event, of the pod's status and of its condition
/// @param annotations of the Event; absent when it carries none
/// @param disruptionTarget whether the pod gets the condition `DisruptionTarget`
/// @param label in the metric `kubelet_evictions`
public record Eviction(
        Pod pod,
        long graceSeconds,
        String message,
        Optional<Map<String, String>> annotations,
        boolean disruptionTarget,
        String label) {
    /// The reason in the pod's status and of the Event.
    public static final String REASON = "Evicted";
    /// The reason of the condition.
    public static final String CONDITION_REASON = "TerminationByKubelet";
}
