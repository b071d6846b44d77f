package dev.tenure.kubelet.eviction.ranking;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.fit.ResourceNameRule;
import java.util.stream.Stream;

/// How much of a resource a pod may use before it counts as using more than it asked for.
///
/// Unlike [dev.tenure.rules.fit.PodRequestsRule], a pod that states resources as a whole counts for these
/// alone, even for a resource that it cannot state as a whole. Upstream: GetResourceRequestQuantity in
/// pkg/api/v1/resource/helpers.go.
public final class PodRequestRule {
    private PodRequestRule() {}

    public static Quantity request(Pod pod, String resource) {
        PodSpec spec = pod.spec();
        Quantity request = podLevel(spec)
                ? spec.resources().orElse(ResourceRequirements.NONE).requests().get(resource)
                : ofContainers(spec, resource);
        return request.isZero() ? request : request.plus(spec.overhead().get(resource));
    }

    /// Whether the pod states anything as a whole that pods can state so.
    private static boolean podLevel(PodSpec spec) {
        return spec.resources().stream()
                .flatMap(resources -> Stream.of(resources.requests(), resources.limits()))
                .flatMap(list -> list.amounts().keySet().stream())
                .anyMatch(name -> name.equals(ResourceList.CPU)
                        || name.equals(ResourceList.MEMORY)
                        || ResourceNameRule.hugePages(name));
    }

    private static Quantity ofContainers(PodSpec spec, String resource) {
        Quantity running = Quantity.ZERO;
        for (Container container : spec.containers()) {
            running = running.plus(request(container, resource));
        }
        Quantity sidecars = Quantity.ZERO;
        Quantity starting = Quantity.ZERO;
        for (Container container : spec.initContainers()) {
            Quantity own = request(container, resource);
            if (container.sidecar()) {
                running = running.plus(own);
                sidecars = sidecars.plus(own);
                own = sidecars;
            } else {
                own = own.plus(sidecars);
            }
            starting = own.compareTo(starting) > 0 ? own : starting;
        }
        return starting.compareTo(running) > 0 ? starting : running;
    }

    private static Quantity request(Container container, String resource) {
        return container.resources().requests().get(resource);
    }
}
