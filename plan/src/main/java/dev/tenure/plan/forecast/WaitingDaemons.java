package dev.tenure.plan.forecast;

import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.model.core.Pod;
import java.util.List;
import java.util.Optional;

/// Pods of DaemonSets that wait for the one node that they are made for. Stateless.
final class WaitingDaemons {
    private static final String NAME_FIELD = "metadata.name";

    private WaitingDaemons() {}

    static boolean isOfDaemonSet(Pod pod) {
        return pod.meta()
                .controllerOwner()
                .filter(owner -> owner.kind().equals("DaemonSet"))
                .isPresent();
    }

    /// For which node it waits; empty for all other pods.
    static Optional<String> node(Pod pod) {
        if (!isOfDaemonSet(pod) || pod.spec().bound()) {
            return Optional.empty();
        }
        List<NodeSelectorTerm> terms = pod.spec().affinity().requiredNodes().orElse(List.of());
        return terms.stream()
                .flatMap(term -> term.matchFields().stream())
                .filter(field ->
                        field.key().equals(NAME_FIELD) && field.values().size() == 1)
                .map(field -> field.values().getFirst())
                .findFirst();
    }
}
