package dev.tenure.kubelet.eviction;

import dev.tenure.kubelet.eviction.threshold.ThresholdParser;
import dev.tenure.kubelet.eviction.threshold.ThresholdSettings;
import dev.tenure.kubelet.stats.ContainerStats;
import dev.tenure.kubelet.stats.FsStats;
import dev.tenure.kubelet.stats.MemoryStats;
import dev.tenure.kubelet.stats.NodeStats;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.ProcessStats;
import dev.tenure.kubelet.stats.UsedStorage;
import dev.tenure.kubelet.stats.VolumeStats;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Pods, numbers and settings, written short.
final class EvictionSamples {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private EvictionSamples() {}

    static long bytes(String quantity) {
        return Quantity.parse(quantity).value();
    }

    /// `a=1 b=2` as a map.
    static Map<String, String> map(String pairs) {
        var map = new HashMap<String, String>();
        for (String pair : pairs.isBlank() ? new String[0] : pairs.trim().split("\\s+")) {
            map.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
        }
        return map;
    }

    static ThresholdSettings settings(String hard, String soft, String grace, String reclaim, String... enforced) {
        return new ThresholdSettings(map(hard), map(soft), map(grace), map(reclaim), List.of(enforced));
    }

    /// Settings with a transition period of 5 minutes and at most 5 s to stop.
    static PressureSettings pressure(ThresholdSettings settings) {
        return new PressureSettings(ThresholdParser.parse(settings), Duration.ofMinutes(5), 5, true, true);
    }

    /// A pod by name; `spec` is JSON with single quotes, without the braces around it.
    static Pod pod(String name, String spec) {
        return pod(name, "", spec);
    }

    static Pod pod(String name, String meta, String spec) {
        String text =
                "{'metadata': {'name': '%1$s', 'namespace': 'default', 'uid': '%1$s', 'generation': 3%2$s}, 'spec': {%3$s}}"
                        .formatted(name, meta.isEmpty() ? "" : ", " + meta, spec);
        return (Pod) Views.view(
                ResourceTypes.PODS, Json.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    /// A pod of one container `c`, asking for so much of a resource; nothing when `request` is empty.
    static Pod asking(String name, int priority, String resource, String request) {
        String requests = request.isEmpty() ? "" : "'%s': '%s'".formatted(resource, request);
        return pod(
                name,
                "'priority': %d, 'containers': [{'name': 'c', 'resources': {'requests': {%s}}}]"
                        .formatted(priority, requests));
    }

    static PodStats memory(String used) {
        return container("c", used, "0", "0");
    }

    static PodStats processes(long count) {
        return new PodStats(OptionalLong.of(0), OptionalLong.of(count), OptionalLong.of(0), List.of(), List.of());
    }

    /// One container with so much memory, layer and logs.
    static PodStats container(String name, String memory, String layer, String logs) {
        return pod(List.of(containerStats(name, memory, layer, logs)), List.of());
    }

    static ContainerStats containerStats(String name, String memory, String layer, String logs) {
        return new ContainerStats(
                name, OptionalLong.of(bytes(memory)), UsedStorage.of(bytes(layer), 0), UsedStorage.of(bytes(logs), 0));
    }

    static PodStats volume(String name, String used) {
        return pod(List.of(), List.of(new VolumeStats(name, UsedStorage.of(bytes(used), 0))));
    }

    static PodStats inodes(long layer) {
        var container = new ContainerStats("c", OptionalLong.of(0), UsedStorage.of(0, layer), UsedStorage.of(0, 0));
        return pod(List.of(container), List.of());
    }

    static PodStats pod(List<ContainerStats> containers, List<VolumeStats> volumes) {
        long memory = 0;
        long storage = 0;
        for (ContainerStats each : containers) {
            memory += each.memoryBytes().orElse(0);
            storage += each.rootfs().bytes().orElse(0) + each.logs().bytes().orElse(0);
        }
        for (VolumeStats each : volumes) {
            storage += each.used().bytes().orElse(0);
        }
        return new PodStats(OptionalLong.of(memory), OptionalLong.of(0), OptionalLong.of(storage), containers, volumes);
    }

    /// A node with plenty of everything at a moment.
    static NodeStats plenty(Instant at) {
        FsStats fs = filesystem("100Gi", "200Gi", at);
        return new NodeStats(
                Optional.of(memory("16Gi", "16Gi", at)),
                Optional.of(memory("16Gi", "16Gi", at)),
                Optional.of(fs),
                Optional.of(fs),
                Optional.of(fs),
                Optional.of(new ProcessStats(Optional.of(at), OptionalLong.of(100_000), OptionalLong.of(10))));
    }

    static MemoryStats memory(String available, String workingSet, Instant at) {
        return new MemoryStats(Optional.of(at), OptionalLong.of(bytes(available)), OptionalLong.of(bytes(workingSet)));
    }

    static FsStats filesystem(String available, String capacity, Instant at) {
        return new FsStats(
                Optional.of(at),
                OptionalLong.of(bytes(available)),
                OptionalLong.of(bytes(capacity)),
                OptionalLong.of(1_000_000),
                OptionalLong.of(2_000_000));
    }

    static NodeStats withMemory(NodeStats node, String available, Instant at) {
        return new NodeStats(
                Optional.of(memory(available, "4Gi", at)),
                node.allocatableMemory(),
                node.nodefs(),
                node.imagefs(),
                node.containerfs(),
                node.processes());
    }

    static NodeStats withAllocatable(NodeStats node, String available, Instant at) {
        return new NodeStats(
                node.memory(),
                Optional.of(memory(available, "4Gi", at)),
                node.nodefs(),
                node.imagefs(),
                node.containerfs(),
                node.processes());
    }

    /// All three filesystems alike, as in the single layout.
    static NodeStats withDisk(NodeStats node, String available, Instant at) {
        Optional<FsStats> fs = Optional.of(filesystem(available, "200Gi", at));
        return new NodeStats(node.memory(), node.allocatableMemory(), fs, fs, fs, node.processes());
    }

    static NodeStats withProcesses(NodeStats node, long max, long running, Instant at) {
        return new NodeStats(
                node.memory(),
                node.allocatableMemory(),
                node.nodefs(),
                node.imagefs(),
                node.containerfs(),
                Optional.of(new ProcessStats(Optional.of(at), OptionalLong.of(max), OptionalLong.of(running))));
    }

    static List<String> names(List<Pod> pods) {
        var names = new ArrayList<String>();
        pods.forEach(pod -> names.add(pod.meta().name()));
        return names;
    }
}
