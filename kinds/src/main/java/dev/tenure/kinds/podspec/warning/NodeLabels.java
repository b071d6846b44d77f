package dev.tenure.kinds.podspec.warning;

import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Labels of nodes that have gone out of use, and what to say about them.
public final class NodeLabels {
    private static final Map<String, String> OLD = Map.of(
            "beta.kubernetes.io/arch",
            "deprecated since v1.14; use \"kubernetes.io/arch\" instead",
            "beta.kubernetes.io/os",
            "deprecated since v1.14; use \"kubernetes.io/os\" instead",
            WellKnownLabels.BETA_REGION,
            "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead",
            WellKnownLabels.BETA_ZONE,
            "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead",
            "beta.kubernetes.io/instance-type",
            "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead",
            "app.kubernetes.io/created-by",
            "deprecated since v1.9",
            "scheduler.alpha.kubernetes.io/preferAvoidPods",
            "deprecated since v1.22; use Taints and Tolerations instead",
            "node-role.kubernetes.io/master",
            "use \"node-role.kubernetes.io/control-plane\" instead");

    private NodeLabels() {}

    public static Optional<String> warning(String label) {
        return Optional.ofNullable(OLD.get(label));
    }

    /// The label that took the place of one that has gone out of use.
    public static Optional<String> successor(String label) {
        return warning(label)
                .filter(words -> words.contains("use \"")
                        && (label.startsWith("beta.") || label.startsWith("failure-domain.beta.")))
                .map(words -> words.substring(words.indexOf('"') + 1, words.lastIndexOf('"')));
    }

    /// @param values whether values that are no label values deserve a warning
    public static List<String> termWarnings(String path, JsonNode term, boolean values) {
        List<String> warnings = new ArrayList<>();
        JsonNode expressions = term.path("matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            String place = path + ".matchExpressions[" + i + "]";
            String key = expressions.get(i).path("key").asText();
            warning(key).ifPresent(words -> warnings.add(place + ".key: " + key + " is " + words));
            JsonNode list = expressions.get(i).path("values");
            for (int j = 0; values && j < list.size(); j++) {
                String value = list.get(j).asText();
                String start = place + ".values[" + j + "]: " + value + " is invalid, ";
                Names.labelValue(value).forEach(complaint -> warnings.add(start + complaint));
            }
        }
        return warnings;
    }
}
