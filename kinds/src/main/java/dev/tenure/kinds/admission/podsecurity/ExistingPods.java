package dev.tenure.kinds.admission.podsecurity;

import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Warnings about pods that are in a namespace already when a stricter standard comes to be enforced in it.
final class ExistingPods {
    private static final int PODS_MAX = 3000;

    private ExistingPods() {}

    static List<String> warnings(String namespace, Standard enforced, List<StoredObject> pods, ClusterAccess cluster) {
        Map<String, SortedSet<String>> namesByReason = new TreeMap<>();
        pods.stream().limit(PODS_MAX).forEach(stored -> {
            JsonNode pod = cluster.tree(stored);
            List<SecurityViolation> violations =
                    StandardRule.violations(enforced, new SecuredPod(pod.path("metadata"), pod.path("spec")));
            if (!violations.isEmpty()) {
                namesByReason
                        .computeIfAbsent(SecurityViolation.reasons(violations), reason -> new TreeSet<>())
                        .add(stored.key().name());
            }
        });
        List<String> warnings = new ArrayList<>();
        if (pods.size() > PODS_MAX) {
            warnings.add("new PodSecurity enforce level only checked against the first %d of %d existing pods"
                    .formatted(PODS_MAX, pods.size()));
        }
        if (!namesByReason.isEmpty()) {
            warnings.add("existing pods in namespace \"%s\" violate the new PodSecurity enforce level \"%s\""
                    .formatted(namespace, enforced));
        }
        List<String> lines = new ArrayList<>();
        namesByReason.forEach((reason, names) -> lines.add(front(names) + ": " + reason));
        lines.stream().sorted().forEach(warnings::add);
        return warnings;
    }

    private static String front(SortedSet<String> names) {
        return switch (names.size()) {
            case 1 -> names.first();
            case 2 -> names.first() + " (and 1 other pod)";
            default -> "%s (and %d other pods)".formatted(names.first(), names.size() - 1);
        };
    }
}
