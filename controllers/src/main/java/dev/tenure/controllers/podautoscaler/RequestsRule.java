package dev.tenure.controllers.podautoscaler;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.rules.fit.PodRequestsRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What pods request of a resource, as what they use is held against it. Upstream: replica_calculator.go
/// (calculateRequests).
final class RequestsRule {
    /// @param byPod in thousandths, where all pods request something
    /// @param fault why they do not; empty where they do
    record Requests(Map<String, Long> byPod, String fault) {}

    private RequestsRule() {}

    /// @param container the one container that counts; empty for all
    static Requests of(List<Pod> pods, String container, String resource) {
        Map<String, Long> byPod = new HashMap<>();
        for (Pod pod : pods) {
            String fault = container.isEmpty() && PodRequestsRule.podLevelRequestsSet(pod.spec())
                    ? whole(pod, resource, byPod)
                    : parts(pod, container, resource, byPod);
            if (!fault.isEmpty()) {
                return new Requests(Map.of(), fault);
            }
        }
        return new Requests(byPod, "");
    }

    private static String whole(Pod pod, String resource, Map<String, Long> byPod) {
        ResourceList requests = PodRequestsRule.requests(pod, PodRequestsRule.Options.WRITTEN);
        if (!requests.has(resource)) {
            return "missing pod-level request for %s in Pod %s"
                    .formatted(resource, pod.meta().name());
        }
        byPod.put(pod.meta().name(), requests.get(resource).milliValue());
        return "";
    }

    private static String parts(Pod pod, String container, String resource, Map<String, Long> byPod) {
        List<Container> counted = new ArrayList<>(pod.spec().containers());
        pod.spec().initContainers().stream().filter(Container::sidecar).forEach(counted::add);
        if (!container.isEmpty()) {
            counted.removeIf(one -> !one.name().equals(container));
            if (counted.isEmpty()) {
                return "container %s not found in Pod %s"
                        .formatted(container, pod.meta().name());
            }
        }
        long sum = 0;
        for (Container one : counted) {
            ResourceList requests = one.resources().requests();
            if (!requests.has(resource)) {
                return "missing request for %s in container %s of Pod %s"
                        .formatted(resource, one.name(), pod.meta().name());
            }
            sum += requests.get(resource).milliValue();
        }
        byPod.put(pod.meta().name(), sum);
        return "";
    }
}
