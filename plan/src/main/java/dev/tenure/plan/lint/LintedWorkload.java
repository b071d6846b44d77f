package dev.tenure.plan.lint;

import dev.tenure.model.core.PodTemplate;
import dev.tenure.model.meta.LabelSelector;
import java.util.Optional;

/// Something that stands for pods that are alike: a workload, or pods that share an owner nobody knows.
///
/// @param replicas how many pods are wanted; of a DaemonSet and of pods alone, how many there are
/// @param selector absent where the kind has none
public record LintedWorkload(
        LintSubject subject, PodTemplate template, int replicas, Optional<LabelSelector> selector, Nature nature) {
    /// What decides which rules apply.
    public enum Nature {
        /// Its pods are made anew elsewhere, or nowhere.
        MOVABLE,
        DAEMON,
        /// A static pod's copy in the API.
        STATIC
    }

    boolean movable() {
        return nature == Nature.MOVABLE;
    }

    /// Whether `kubectl patch` can change its template.
    boolean patchable() {
        return switch (subject.kind()) {
            case "Deployment", "DaemonSet", "StatefulSet", "ReplicaSet", "ReplicationController" -> true;
            default -> false;
        };
    }

    /// A command with one step of a JSON patch on the pods' spec; empty when there is none.
    String specPatch(String op, String path, String value) {
        return patchable()
                ? "%s --type=json -p '[{\"op\":\"%s\",\"path\":\"/spec/template/spec/%s\"%s}]'"
                        .formatted(subject.patch(), op, path, value.isEmpty() ? "" : ",\"value\":" + value)
                : "";
    }
}
