package dev.tenure.apiserver.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.registry.pod.PodQos;
import dev.tenure.model.meta.ResourceTypes;
import java.util.List;

/// Which objects a quota is about.
final class QuotaScopes {
    private QuotaScopes() {}

    /// Whether all scopes of the quota apply to the object. Scopes speak of pods only.
    static boolean match(JsonNode quota, JsonNode object, AdmissionRequest request) {
        for (JsonNode scope : quota.path("spec").path("scopes")) {
            if (!pod(request) || !matches(scope.asText(), "Exists", scope, object)) {
                return false;
            }
        }
        for (JsonNode expression : quota.path("spec").path("scopeSelector").path("matchExpressions")) {
            String operator = expression.path("operator").asText("");
            String scope = expression.path("scopeName").asText("");
            if (!pod(request) || !matches(scope, operator, expression.path("values"), object)) {
                return false;
            }
        }
        return true;
    }

    private static boolean pod(AdmissionRequest request) {
        return request.about(ResourceTypes.PODS);
    }

    private static boolean matches(String scope, String operator, JsonNode values, JsonNode pod) {
        return switch (scope) {
            case "Terminating" -> terminating(pod);
            case "NotTerminating" -> !terminating(pod);
            case "BestEffort" -> bestEffort(pod);
            case "NotBestEffort" -> !bestEffort(pod);
            case "PriorityClass" ->
                priorityClass(pod.path("spec").path("priorityClassName").asText(""), operator, values);
            case "CrossNamespacePodAffinity" ->
                crossesNamespaces(pod.path("spec").path("affinity"));
            default -> false;
        };
    }

    static boolean terminating(JsonNode pod) {
        JsonNode deadline = pod.path("spec").path("activeDeadlineSeconds");
        return deadline.isNumber() && deadline.asLong() >= 0;
    }

    private static boolean bestEffort(JsonNode pod) {
        return PodQos.of(pod.path("spec")).equals("BestEffort");
    }

    private static boolean priorityClass(String name, String operator, JsonNode values) {
        boolean listed = false;
        for (JsonNode value : values) {
            listed |= value.asText().equals(name);
        }
        return switch (operator) {
            case "Exists" -> !name.isEmpty();
            case "DoesNotExist" -> name.isEmpty();
            case "In" -> listed && !name.isEmpty();
            case "NotIn" -> !listed;
            default -> false;
        };
    }

    private static boolean crossesNamespaces(JsonNode affinity) {
        for (String kind : List.of("podAffinity", "podAntiAffinity")) {
            JsonNode terms = affinity.path(kind);
            for (JsonNode term : terms.path("requiredDuringSchedulingIgnoredDuringExecution")) {
                if (crosses(term)) {
                    return true;
                }
            }
            for (JsonNode term : terms.path("preferredDuringSchedulingIgnoredDuringExecution")) {
                if (crosses(term.path("podAffinityTerm"))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean crosses(JsonNode term) {
        return !term.path("namespaces").isEmpty() || term.has("namespaceSelector");
    }
}
