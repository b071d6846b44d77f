package dev.tenure.kinds.pod;

import dev.tenure.kinds.podspec.ContainerVisits;
import dev.tenure.wire.json.JsonNode;

/// Whether a container that ended may run again, by its own policy and rules or the pod's. Pure.
final class RestartRule {
    private RestartRule() {}

    /// Whether some container's end may start all of them anew.
    static boolean anyMayRestartAll(JsonNode spec) {
        for (ContainerVisits.Visit visit : ContainerVisits.all(spec)) {
            for (JsonNode rule : visit.container().path("restartPolicyRules")) {
                if (rule.path("action").asText().equals("RestartAllContainers")) {
                    return true;
                }
            }
        }
        return false;
    }

    /// @param container its spec; absent when there is none
    static boolean restarts(JsonNode container, JsonNode spec, long exitCode) {
        if (container.isMissingNode()) {
            return false;
        }
        for (JsonNode rule : container.path("restartPolicyRules")) {
            if (matches(rule.path("exitCodes"), exitCode)) {
                return rule.path("action").asText().equals("Restart");
            }
        }
        String own = container.path("restartPolicy").asText("");
        String policy = own.isEmpty() ? spec.path("restartPolicy").asText("Always") : own;
        return switch (policy) {
            case "Always" -> true;
            case "OnFailure" -> exitCode != 0;
            default -> false;
        };
    }

    private static boolean matches(JsonNode codes, long exitCode) {
        boolean listed = false;
        for (JsonNode code : codes.path("values")) {
            listed |= code.asLong() == exitCode;
        }
        return switch (codes.path("operator").asText("")) {
            case "In" -> listed;
            case "NotIn" -> !listed;
            default -> false;
        };
    }
}
