package dev.tenure.scheduler.framework;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What a pod asks of a node, summed up over its containers.
///
/// Containers and sidecars run side by side, so they add up. Init containers run one after the other, each beside the
/// sidecars that stand before it, so of them only the highest moment counts. Requests of the pod itself stand above
/// the sum; the overhead is added last. Upstream: component-helpers/resource/helpers.go.
public final class PodRequests {
    private static final String HUGE_PAGES_PREFIX = "hugepages-";
    private static final String RESIZE_PENDING = "PodResizePending";
    private static final String INFEASIBLE = "Infeasible";
    private static final Quantity DEFAULT_CPU = Quantity.parse("100m");
    private static final Quantity DEFAULT_MEMORY = Quantity.parse("200Mi");

    /// Whether a resize under way counts: spec alone, or the highest of spec, allocated and actual.
    public enum Basis {
        SPEC,
        STATUS
    }

    private final Pod pod;
    private final Basis basis;
    private final Map<String, Quantity> defaults;
    private final boolean infeasible;

    private PodRequests(Pod pod, Basis basis, Map<String, Quantity> defaults) {
        this.pod = pod;
        this.basis = basis;
        this.defaults = defaults;
        this.infeasible = resizeInfeasible(pod);
    }

    /// What counts against the node.
    public static ResourceList of(Pod pod, Basis basis) {
        return new PodRequests(pod, basis, Map.of()).total();
    }

    /// What counts in the scores of an incoming pod: a container that names no cpu or memory counts a default.
    public static ResourceList forScore(Pod pod) {
        return new PodRequests(pod, Basis.STATUS, Map.of(ResourceList.CPU, DEFAULT_CPU, ResourceList.MEMORY, DEFAULT_MEMORY))
                .total();
    }

    /// What a pod on a node counts in scores. Defaults are left out for what a pod's own requests already name.
    ///
    /// @param plain the requests without defaults
    public static ResourceList heldForScore(Pod pod, ResourceList plain) {
        var defaults = new HashMap<String, Quantity>();
        boolean podLevel = podLevelRequests(pod).isPresent();
        if (!podLevel || !plain.has(ResourceList.CPU)) {
            defaults.put(ResourceList.CPU, DEFAULT_CPU);
        }
        if (!podLevel || !plain.has(ResourceList.MEMORY)) {
            defaults.put(ResourceList.MEMORY, DEFAULT_MEMORY);
        }
        return defaults.isEmpty() ? plain : new PodRequests(pod, Basis.STATUS, defaults).total();
    }

    private ResourceList total() {
        Map<String, Quantity> sum = containers();
        podLevelRequests(pod).ifPresent(own -> putPodLevel(sum, own));
        add(sum, pod.spec().overhead().amounts());
        return new ResourceList(sum);
    }

    private void putPodLevel(Map<String, Quantity> sum, ResourceList own) {
        Optional<ResourceList> effective = basis == Basis.STATUS
                ? pod.status().resources().map(actual -> effective(own, actual.requests(), pod.status().allocatedResources()))
                : Optional.empty();
        own.amounts().forEach((name, amount) -> {
            if (podLevelResource(name)) {
                sum.put(name, effective.map(list -> list.get(name)).orElse(amount));
            }
        });
    }

    private Map<String, Quantity> containers() {
        var sum = new TreeMap<String, Quantity>();
        for (Container container : pod.spec().containers()) {
            add(sum, requests(container, pod.status().containerStatuses()));
        }
        var sidecars = new TreeMap<String, Quantity>();
        var highest = new TreeMap<String, Quantity>();
        for (Container container : pod.spec().initContainers()) {
            Map<String, Quantity> asked = container.sidecar()
                    ? requests(container, pod.status().initContainerStatuses())
                    : withDefaults(container.resources().requests().amounts());
            if (container.sidecar()) {
                add(sum, asked);
                add(sidecars, asked);
                raise(highest, sidecars);
            } else {
                var moment = new TreeMap<>(sidecars);
                add(moment, asked);
                raise(highest, moment);
            }
        }
        raise(sum, highest);
        return sum;
    }

    private Map<String, Quantity> requests(Container container, List<ContainerStatus> statuses) {
        ResourceList asked = container.resources().requests();
        if (basis == Basis.STATUS && !statuses.isEmpty()) {
            for (ContainerStatus status : statuses) {
                if (status.name().equals(container.name()) && status.resources().isPresent()) {
                    asked = effective(asked, status.resources().get().requests(), status.allocatedResources());
                }
            }
        }
        return withDefaults(asked.amounts());
    }

    private ResourceList effective(ResourceList spec, ResourceList actual, ResourceList allocated) {
        var highest = new TreeMap<>(actual.amounts());
        raise(highest, allocated.amounts());
        if (!infeasible) {
            raise(highest, spec.amounts());
        }
        return new ResourceList(highest);
    }

    private Map<String, Quantity> withDefaults(Map<String, Quantity> asked) {
        if (defaults.isEmpty()) {
            return asked;
        }
        var full = new TreeMap<>(asked);
        defaults.forEach(full::putIfAbsent);
        return full;
    }

    private static void add(Map<String, Quantity> sum, Map<String, Quantity> more) {
        more.forEach((name, amount) -> sum.merge(name, amount, Quantity::plus));
    }

    private static void raise(Map<String, Quantity> highest, Map<String, Quantity> other) {
        other.forEach((name, amount) -> highest.merge(name, amount, (a, b) -> b.compareTo(a) > 0 ? b : a));
    }

    private static Optional<ResourceList> podLevelRequests(Pod pod) {
        return pod.spec()
                .resources()
                .map(dev.tenure.model.core.ResourceRequirements::requests)
                .filter(requests -> requests.amounts().keySet().stream().anyMatch(PodRequests::podLevelResource));
    }

    private static boolean podLevelResource(String name) {
        return name.equals(ResourceList.CPU) || name.equals(ResourceList.MEMORY) || name.startsWith(HUGE_PAGES_PREFIX);
    }

    private static boolean resizeInfeasible(Pod pod) {
        Optional<Condition> pending = pod.status().condition(RESIZE_PENDING);
        return pending.isPresent() && pending.get().reason().equals(INFEASIBLE);
    }
}
