package dev.tenure.kinds.pod;

import dev.tenure.kinds.podspec.QuantityValidation;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The QoS class of a pod, read from its tree. Pure.
public final class PodQos {
    private static final List<String> COMPUTE = List.of("cpu", "memory");

    private final Map<String, Quantity> requests = new HashMap<>();
    private final Map<String, Quantity> limits = new HashMap<>();
    private boolean allLimited = true;

    private PodQos() {}

    /// `Guaranteed`, `Burstable` or `BestEffort`.
    public static String of(JsonNode spec) {
        PodQos qos = new PodQos();
        JsonNode own = spec.path("resources");
        if (own.isObject()) { // even if it names nothing, as upstream
            qos.add(own);
        } else {
            spec.path("containers").forEach(container -> qos.add(container.path("resources")));
            spec.path("initContainers").forEach(container -> qos.add(container.path("resources")));
        }
        return qos.verdict();
    }

    /// The class that the status of a pod states, else the one that follows from its spec.
    public static String stated(JsonNode pod) {
        String stated = pod.path("status").path("qosClass").asText("");
        return stated.isEmpty() ? of(pod.path("spec")) : stated;
    }

    private void add(JsonNode resources) {
        for (String name : COMPUTE) {
            sum(requests, name, resources.path("requests"));
            allLimited &= sum(limits, name, resources.path("limits"));
        }
    }

    private static boolean sum(Map<String, Quantity> sums, String name, JsonNode amounts) {
        Quantity amount = QuantityValidation.amount(amounts.path(name));
        if (amount.sign() <= 0) {
            return false;
        }
        sums.merge(name, amount, Quantity::plus);
        return true;
    }

    private String verdict() {
        if (requests.isEmpty() && limits.isEmpty()) {
            return "BestEffort";
        }
        boolean equal = requests.entrySet().stream()
                .allMatch(request -> request.getValue().equals(limits.get(request.getKey())));
        return allLimited && equal && requests.size() == limits.size() ? "Guaranteed" : "Burstable";
    }
}
