package dev.tenure.rules.fit;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.model.quantity.Quantity;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What a pod asks for, and what it is limited to, as a whole.
///
/// All containers and sidecars run side by side; an init container runs beside the sidecars before it. The
/// larger of the two counts, resource by resource. Requests of the pod itself then replace those of its
/// containers, and the overhead comes on top. While a pod is resized in place it holds the largest of what
/// is wished for, set aside and running. Upstream: component-helpers/resource.
public final class PodRequestsRule {
    /// What of a pod counts while it is resized in place.
    public enum Resizing {
        /// Only what is written in the spec.
        WRITTEN,
        /// Containers count for what they hold; the pod as a whole for what is written.
        HELD_BY_CONTAINERS,
        /// Containers and the pod as a whole count for what they hold.
        HELD
    }

    /// What to count.
    ///
    /// @param resizing what of a pod counts while it is resized
    /// @param overhead whether the sandbox's overhead is added
    /// @param podLevel whether the pod's own requests and limits replace those of its containers
    /// @param ifMissing what a container counts for that does not name a resource
    public record Options(Resizing resizing, boolean overhead, boolean podLevel, ResourceList ifMissing) {
        /// What the scheduler and the nodes count.
        public static final Options HELD = new Options(Resizing.HELD, true, true, ResourceList.EMPTY);
        /// What quotas count. Upstream: pkg/quota/v1/evaluator/core/pods.go leaves the status of the pod as a
        /// whole aside.
        public static final Options CHARGED = new Options(Resizing.HELD_BY_CONTAINERS, true, true, ResourceList.EMPTY);
        /// What is written in the spec.
        public static final Options WRITTEN = new Options(Resizing.WRITTEN, true, true, ResourceList.EMPTY);

        private boolean byStatus() {
            return resizing != Resizing.WRITTEN;
        }

        private boolean wholeByStatus() {
            return resizing == Resizing.HELD;
        }
    }

    private static final String RESIZE_PENDING = "PodResizePending";
    private static final String INFEASIBLE = "Infeasible";

    private PodRequestsRule() {}

    public static ResourceList requests(Pod pod, Options options) {
        PodSpec spec = pod.spec();
        Function<Container, ResourceList> written =
                container -> withMissing(container.resources().requests(), options.ifMissing());
        Function<Container, ResourceList> held =
                holding(pod, ResourceRequirements::requests, ContainerStatus::allocatedResources);
        Map<String, Quantity> total = options.byStatus()
                ? sum(spec, container -> withMissing(held.apply(container), options.ifMissing()), written)
                : sum(spec, written, written);
        if (options.podLevel()) {
            Optional<ResourceList> setAside = Optional.of(pod.status().allocatedResources());
            replaceByPodLevel(
                    total, pod, ResourceRequirements::requests, setAside.filter(_ -> options.wholeByStatus()));
        }
        if (options.overhead()) {
            add(total, spec.overhead());
        }
        return new ResourceList(total);
    }

    public static ResourceList limits(Pod pod, Options options) {
        PodSpec spec = pod.spec();
        Function<Container, ResourceList> written =
                container -> container.resources().limits();
        Map<String, Quantity> total = options.byStatus()
                ? sum(spec, holding(pod, ResourceRequirements::limits, _ -> ResourceList.EMPTY), written)
                : sum(spec, written, written);
        if (options.podLevel()) {
            Optional<ResourceList> setAside = Optional.of(ResourceList.EMPTY);
            replaceByPodLevel(total, pod, ResourceRequirements::limits, setAside.filter(_ -> options.wholeByStatus()));
        }
        if (options.overhead()) {
            spec.overhead().amounts().forEach((name, more) -> {
                total.computeIfPresent(name, (_, amount) -> amount.isZero() ? amount : amount.plus(more));
            });
        }
        return new ResourceList(total);
    }

    /// Whether pod-level resources name something that pods can ask for as a whole.
    public static boolean podLevelRequestsSet(PodSpec spec) {
        return spec.resources().stream()
                .flatMap(resources -> resources.requests().amounts().keySet().stream())
                .anyMatch(PodRequestsRule::podLevel);
    }

    private static boolean podLevel(String name) {
        return name.equals(ResourceList.CPU) || name.equals(ResourceList.MEMORY) || ResourceNameRule.hugePages(name);
    }

    /// @param running what containers and sidecars count for
    /// @param passing what other init containers count for
    private static Map<String, Quantity> sum(
            PodSpec spec, Function<Container, ResourceList> running, Function<Container, ResourceList> passing) {
        Map<String, Quantity> beside = new HashMap<>();
        for (Container container : spec.containers()) {
            add(beside, running.apply(container));
        }
        Map<String, Quantity> sidecars = new HashMap<>();
        Map<String, Quantity> starting = new HashMap<>();
        for (Container container : spec.initContainers()) {
            if (container.sidecar()) {
                ResourceList own = running.apply(container);
                add(beside, own);
                add(sidecars, own);
                raise(starting, sidecars);
            } else {
                Map<String, Quantity> alone =
                        new HashMap<>(passing.apply(container).amounts());
                add(alone, new ResourceList(sidecars));
                raise(starting, alone);
            }
        }
        raise(beside, starting);
        return beside;
    }

    private static ResourceList withMissing(ResourceList amounts, ResourceList ifMissing) {
        if (ifMissing.isEmpty()) {
            return amounts;
        }
        Map<String, Quantity> filled = new HashMap<>(ifMissing.amounts());
        filled.putAll(amounts.amounts());
        return new ResourceList(filled);
    }

    /// What each container holds: during a resize the largest of spec, set aside and running, without the
    /// spec when the node has refused it.
    private static Function<Container, ResourceList> holding(
            Pod pod,
            Function<ResourceRequirements, ResourceList> side,
            Function<ContainerStatus, ResourceList> setAside) {
        boolean refused = resizeInfeasible(pod);
        return container -> {
            ResourceList wished = side.apply(container.resources());
            Optional<ContainerStatus> status = status(pod, container.name());
            Optional<ResourceRequirements> running = status.flatMap(ContainerStatus::resources);
            return running.isEmpty()
                    ? wished
                    : largest(refused, wished, side.apply(running.get()), setAside.apply(status.get()));
        };
    }

    private static Optional<ContainerStatus> status(Pod pod, String container) {
        for (ContainerStatus status : pod.status().containerStatuses()) {
            if (status.name().equals(container)) {
                return Optional.of(status);
            }
        }
        return pod.status().initContainerStatuses().stream()
                .filter(status -> status.name().equals(container))
                .findFirst();
    }

    private static ResourceList largest(
            boolean refused, ResourceList wished, ResourceList running, ResourceList setAside) {
        Map<String, Quantity> held = new HashMap<>(refused ? Map.of() : wished.amounts());
        raise(held, running.amounts());
        raise(held, setAside.amounts());
        return new ResourceList(held);
    }

    /// Whether the node has said that it can never grant the resize.
    public static boolean resizeInfeasible(Pod pod) {
        Optional<Condition> pending = pod.status().condition(RESIZE_PENDING);
        return pending.isPresent() && pending.get().reason().equals(INFEASIBLE);
    }

    /// Puts what the pod as a whole asks for in the place of what its containers do.
    ///
    /// @param setAside what the node has set aside for the pod; absent when only what is written counts
    private static void replaceByPodLevel(
            Map<String, Quantity> total,
            Pod pod,
            Function<ResourceRequirements, ResourceList> side,
            Optional<ResourceList> setAside) {
        ResourceList wished = pod.spec().resources().map(side).orElse(ResourceList.EMPTY);
        Optional<ResourceRequirements> running = pod.status().resources();
        ResourceList held = setAside.isPresent() && running.isPresent()
                ? largest(resizeInfeasible(pod), wished, side.apply(running.get()), setAside.get())
                : wished;
        for (String name : wished.amounts().keySet()) {
            if (podLevel(name)) {
                total.put(name, held.get(name));
            }
        }
    }

    private static void add(Map<String, Quantity> total, ResourceList more) {
        more.amounts().forEach((name, amount) -> total.merge(name, amount, Quantity::plus));
    }

    private static void raise(Map<String, Quantity> total, Map<String, Quantity> other) {
        other.forEach((name, amount) ->
                total.merge(name, amount, (mine, theirs) -> theirs.compareTo(mine) > 0 ? theirs : mine));
    }
}
