package dev.tenure.apiserver.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.registry.podspec.PodTotals;
import dev.tenure.apiserver.registry.podspec.QuantityRule;
import dev.tenure.apiserver.registry.podspec.ResourceNames;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.Quantity.Format;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// How much a pod takes of the resources that quotas limit.
final class PodUsage {
    private static final String REQUESTS = "requests.";
    private static final List<String> COMPUTE = List.of("cpu", "memory", "ephemeral-storage");
    private static final Set<String> DEMANDED =
            Set.of("cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");

    private PodUsage() {}

    static boolean counts(AdmissionRequest request) {
        if (request.subresource().equals("resize")) {
            return request.operation() == Operation.UPDATE;
        }
        if (!request.subresource().isEmpty()) {
            return false;
        }
        if (request.operation() == Operation.UPDATE) {
            return QuotaScopes.terminating(request.object())
                    != QuotaScopes.terminating(request.old().orElseThrow());
        }
        return request.operation() == Operation.CREATE;
    }

    static boolean isLimitedBy(String name) {
        if (name.equals("pods") || name.startsWith("hugepages-") || name.startsWith("requests.hugepages-")) {
            return true;
        }
        boolean compute = COMPUTE.stream()
                .anyMatch(c -> name.equals(c) || name.equals(REQUESTS + c) || name.equals("limits." + c));
        return compute || (!ResourceNames.isNative(name) && name.startsWith(REQUESTS));
    }

    static Optional<String> missing(JsonNode spec, Set<String> limited) {
        boolean together = !spec.path("resources").path("requests").isEmpty()
                || !spec.path("resources").path("limits").isEmpty();
        Map<String, Set<String>> missing = new TreeMap<>();
        if (!together) {
            for (String list : List.of("containers", "initContainers")) {
                for (JsonNode container : spec.path(list)) {
                    missing(container, limited, missing);
                }
            }
        }
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("must specify "
                        + missing.entrySet().stream()
                                .map(entry -> entry.getKey() + " for: " + String.join(",", entry.getValue()))
                                .collect(Collectors.joining("; ")));
    }

    private static void missing(JsonNode container, Set<String> limited, Map<String, Set<String>> missing) {
        Map<String, Quantity> usage = new TreeMap<>();
        compute(amounts(container, "requests"), amounts(container, "limits"), usage);
        for (String name : limited) {
            if (DEMANDED.contains(name) && !usage.containsKey(name)) {
                missing.computeIfAbsent(name, n -> new TreeSet<>())
                        .add(container.path("name").asText(""));
            }
        }
    }

    private static Map<String, Quantity> amounts(JsonNode container, String what) {
        Map<String, Quantity> amounts = new TreeMap<>();
        container
                .path("resources")
                .path(what)
                .properties()
                .forEach(entry -> amounts.put(entry.getKey(), QuantityRule.amount(entry.getValue())));
        return amounts;
    }

    static void add(JsonNode pod, Map<String, Quantity> usage) {
        String phase = pod.path("status").path("phase").asText("");
        if (phase.equals("Failed") || phase.equals("Succeeded")) {
            return;
        }
        usage.put("pods", Quantity.of(1, Format.DECIMAL_SI));
        JsonNode spec = pod.path("spec");
        compute(total(spec, "requests"), total(spec, "limits"), usage);
    }

    private static Map<String, Quantity> total(JsonNode spec, String what) {
        Map<String, Quantity> total = new TreeMap<>(PodTotals.of(spec, what));
        spec.path("resources")
                .path(what)
                .properties()
                .forEach(entry -> total.put(entry.getKey(), QuantityRule.amount(entry.getValue())));
        spec.path("overhead").properties().forEach(entry -> {
            if (what.equals("requests") || total.containsKey(entry.getKey())) {
                total.merge(entry.getKey(), QuantityRule.amount(entry.getValue()), Quantity::plus);
            }
        });
        return total;
    }

    private static void compute(
            Map<String, Quantity> requests, Map<String, Quantity> limits, Map<String, Quantity> usage) {
        requests.forEach((name, amount) -> {
            boolean pages = ResourceNames.isHugePages(name);
            if (COMPUTE.contains(name) || pages) {
                usage.put(name, amount);
            }
            if (COMPUTE.contains(name) || pages || ResourceNames.isExtended(name)) {
                usage.put(REQUESTS + name, amount);
            }
        });
        limits.forEach((name, amount) -> {
            if (COMPUTE.contains(name)) {
                usage.put("limits." + name, amount);
            }
        });
    }
}
