package dev.tenure.kubelet.eviction;

import dev.tenure.kubelet.eviction.signal.Observations;
import dev.tenure.kubelet.eviction.signal.Shortage;
import dev.tenure.kubelet.eviction.signal.ShortageRule;
import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.kubelet.stats.ContainerStats;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// The words with which a pod is sent away, and the annotations of the Event that tells of it. Every
/// sentence ends with a blank, as upstream's do. Upstream: evictionMessage in eviction/helpers.go.
final class EvictionMessageRule {
    /// @param annotations empty when nothing is known of the pod
    public record Words(String message, Map<String, String> annotations) {
        public Words {
            annotations = Frozen.map(annotations);
        }
    }

    private static final String STARVED = "starved_resource";
    private static final String CONTAINERS = "offending_containers";
    private static final String CONTAINERS_USAGE = "offending_containers_usage";
    private static final String POD = "offending_pod";
    private static final String POD_USAGE = "offending_pod_usage";

    private EvictionMessageRule() {}

    /// @param resource what the node is short of
    /// @param thresholds those that stand, in order; the first one of this resource is reported
    public static Words words(
            String resource, Pod pod, Optional<PodStats> stats, List<Threshold> thresholds, Observations seen) {
        var message = new StringBuilder("The node was low on resource: %s. ".formatted(resource));
        ShortageRule.shortages(thresholds, seen).stream()
                .filter(shortage -> shortage.threshold().signal().resource().equals(resource))
                .findFirst()
                .ifPresent(shortage -> message.append(numbers(shortage)));
        if (stats.isEmpty()) {
            return new Words(message.toString(), Map.of());
        }
        Map<String, String> annotations = new LinkedHashMap<>();
        if (resource.equals(ResourceList.MEMORY)) {
            wholePod(pod, stats.get(), message, annotations);
        }
        containers(resource, pod, stats.get(), message, annotations);
        annotations.put(STARVED, resource);
        return new Words(message.toString(), annotations);
    }

    private static String numbers(Shortage shortage) {
        return "Threshold quantity: %s, available: %s. ".formatted(shortage.quantity(), shortage.available());
    }

    /// A pod that asks for memory as a whole is named whenever its use is known, whether or not it uses more.
    private static void wholePod(Pod pod, PodStats stats, StringBuilder message, Map<String, String> annotations) {
        ResourceList requests =
                pod.spec().resources().orElse(ResourceRequirements.NONE).requests();
        if (!requests.has(ResourceList.MEMORY) || stats.memoryBytes().isEmpty()) {
            return;
        }
        Quantity used = bytes(stats.memoryBytes().getAsLong());
        message.append("Pod %s was using %s, request is %s, has larger consumption of %s. "
                .formatted(pod.meta().name(), used, requests.get(ResourceList.MEMORY), ResourceList.MEMORY));
        annotations.put(POD, pod.meta().name());
        annotations.put(POD_USAGE, used.toString());
    }

    private static void containers(
            String resource, Pod pod, PodStats stats, StringBuilder message, Map<String, String> annotations) {
        var names = new ArrayList<String>();
        var usages = new ArrayList<String>();
        for (ContainerStats each : stats.containers()) {
            OptionalLong used = used(resource, each);
            Optional<Container> container = container(pod, each.name());
            if (used.isEmpty() || container.isEmpty()) {
                continue;
            }
            Quantity request = container.get().resources().requests().get(resource);
            Quantity usage = bytes(used.getAsLong());
            if (usage.compareTo(request) > 0) {
                message.append("Container %s was using %s, request is %s, has larger consumption of %s. "
                        .formatted(each.name(), usage, request, resource));
                names.add(each.name());
                usages.add(usage.toString());
            }
        }
        annotations.put(CONTAINERS, String.join(",", names));
        annotations.put(CONTAINERS_USAGE, String.join(",", usages));
    }

    private static Optional<Container> container(Pod pod, String name) {
        return Stream.concat(pod.spec().containers().stream(), pod.spec().initContainers().stream())
                .filter(each -> each.name().equals(name))
                .findFirst();
    }

    private static OptionalLong used(String resource, ContainerStats stats) {
        return switch (resource) {
            case ResourceList.MEMORY -> stats.memoryBytes();
            case ResourceList.EPHEMERAL_STORAGE -> storage(stats);
            default -> OptionalLong.empty();
        };
    }

    private static OptionalLong storage(ContainerStats stats) {
        OptionalLong layer = stats.rootfs().bytes();
        OptionalLong logs = stats.logs().bytes();
        return layer.isPresent() && logs.isPresent()
                ? OptionalLong.of(layer.getAsLong() + logs.getAsLong())
                : OptionalLong.empty();
    }

    private static Quantity bytes(long amount) {
        return Quantity.of(amount, Quantity.Format.BINARY_SI);
    }
}
