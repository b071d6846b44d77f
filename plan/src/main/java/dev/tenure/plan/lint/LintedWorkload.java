package dev.tenure.plan.lint;

import dev.tenure.model.core.PodTemplate;
import dev.tenure.model.meta.LabelSelector;
import java.util.Optional;

/// Something that stands for pods that are alike: a workload, or pods that share an owner nobody knows.
///
/// @param replicas how many pods are wanted; of a DaemonSet and of pods alone, how many there are
/// @param selector absent where the kind has none
record LintedWorkload(
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

    /// Where `kubectl patch` finds the pods' spec; empty where it cannot be changed.
    private Optional<String> specPath() {
        return switch (subject.kind()) {
            case "Deployment", "DaemonSet", "StatefulSet", "ReplicaSet", "ReplicationController" ->
                Optional.of("/spec/template/spec/");
            case "CronJob" -> Optional.of("/spec/jobTemplate/spec/template/spec/");
            default -> Optional.empty();
        };
    }

    /// Whether it makes pods, and is none itself.
    boolean hasTemplate() {
        return specPath().isPresent() || subject.kind().equals("Job");
    }

    /// A command with one step of a JSON patch on the pods' spec; empty when there is none.
    String specPatch(String op, String path, String value) {
        return specPath()
                .map(pods -> "%s --type=json -p '[{\"op\":\"%s\",\"path\":\"%s%s\"%s}]'"
                        .formatted(subject.patch(), op, pods, path, value.isEmpty() ? "" : ",\"value\":" + value))
                .orElse("");
    }
}
