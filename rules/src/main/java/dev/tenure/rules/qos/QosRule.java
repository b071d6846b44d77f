package dev.tenure.rules.qos;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The quality-of-service class of a pod. Only cpu and memory count, and amounts of zero do not.
///
/// Guaranteed: every container limits both, and the requests are equal to the limits in sum. Best effort:
/// nobody asks for anything. Else burstable. If the pod itself has requests or limits, they count alone.
/// Upstream: qos.go.
public final class QosRule {
    private static final List<String> COUNTED = List.of(ResourceList.CPU, ResourceList.MEMORY);

    private QosRule() {}

    /// The class that was written when the pod was made, else the one that follows from its spec.
    public static QosClass of(Pod pod) {
        return QosClass.ofWord(pod.status().qosClass()).orElseGet(() -> of(pod.spec()));
    }

    public static QosClass of(PodSpec spec) {
        Map<String, Quantity> requests = new HashMap<>();
        Map<String, Quantity> limits = new HashMap<>();
        boolean limited = true;
        for (ResourceRequirements each : counted(spec)) {
            add(requests, each.requests());
            limited &= add(limits, each.limits()) == COUNTED.size();
        }
        if (requests.isEmpty() && limits.isEmpty()) {
            return QosClass.BEST_EFFORT;
        }
        return limited && requests.equals(limits) ? QosClass.GUARANTEED : QosClass.BURSTABLE;
    }

    private static List<ResourceRequirements> counted(PodSpec spec) {
        if (spec.resources().isPresent()) {
            return List.of(spec.resources().get());
        }
        List<Container> containers = new ArrayList<>(spec.containers());
        containers.addAll(spec.initContainers());
        return containers.stream().map(Container::resources).toList();
    }

    /// @return how many of the counted resources are there
    private static int add(Map<String, Quantity> total, ResourceList more) {
        int found = 0;
        for (String resource : COUNTED) {
            Quantity amount = more.get(resource);
            if (amount.sign() > 0) {
                total.merge(resource, amount, Quantity::plus);
                found++;
            }
        }
        return found;
    }
}
