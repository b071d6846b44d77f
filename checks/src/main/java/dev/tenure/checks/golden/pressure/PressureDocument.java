package dev.tenure.checks.golden.pressure;

import dev.tenure.kubelet.stats.ContainerStats;
import dev.tenure.kubelet.stats.FsStats;
import dev.tenure.kubelet.stats.MemoryStats;
import dev.tenure.kubelet.stats.NodeStats;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.ProcessStats;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.kubelet.stats.UsedStorage;
import dev.tenure.kubelet.stats.VolumeStats;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/// Reads pods and summaries as recorded node-pressure cases write them.
final class PressureDocument {
    private PressureDocument() {}

    /// A recorded pod as an API object. A pod without a grace period has one that never ends, so that a
    /// node's maximum alone counts.
    static Pod pod(JsonNode recorded) {
        ObjectNode pod = Json.object();
        ObjectNode meta = pod.putObject("metadata");
        for (String field : List.of("name", "uid", "generation", "annotations")) {
            copy(recorded, field, meta);
        }
        meta.put("namespace", "default");
        ObjectNode spec = pod.putObject("spec");
        for (String field : List.of("priority", "priorityClassName", "overhead", "resources", "tolerations")) {
            copy(recorded, field, spec);
        }
        spec.put(
                "terminationGracePeriodSeconds",
                recorded.path("terminationGracePeriodSeconds").asLong(Long.MAX_VALUE));
        recorded.path("containers").forEach(each -> spec.withArray("containers").add(container(each)));
        recorded.path("initContainers")
                .forEach(each -> spec.withArray("initContainers").add(container(each)));
        recorded.path("volumes").forEach(each -> spec.withArray("volumes").add(volume(each)));
        copy(recorded, "qosClass", pod.putObject("status"));
        return (Pod) Views.view(ResourceTypes.PODS, pod);
    }

    private static void copy(JsonNode from, String field, ObjectNode to) {
        if (from.has(field)) {
            to.set(field, from.path(field).deepCopy());
        }
    }

    private static ObjectNode container(JsonNode recorded) {
        ObjectNode container = Json.object().put("name", recorded.path("name").asText());
        copy(recorded, "restartPolicy", container);
        ObjectNode resources = container.putObject("resources");
        copy(recorded, "requests", resources);
        copy(recorded, "limits", resources);
        return container;
    }

    private static ObjectNode volume(JsonNode recorded) {
        ObjectNode volume = Json.object().put("name", recorded.path("name").asText());
        ObjectNode source = volume.putObject(recorded.path("type").asText());
        copy(recorded, "medium", source);
        copy(recorded, "sizeLimit", source);
        return volume;
    }

    /// @param at when it was measured, unless a part says otherwise
    static Summary summary(JsonNode node, Map<String, PodStats> pods, Instant at) {
        return new Summary(
                new NodeStats(
                        part(node, "memory", each -> memory(each, at)),
                        part(node, "allocatableMemory", each -> memory(each, at)),
                        part(node, "nodefs", each -> filesystem(each, at)),
                        part(node, "imagefs", each -> filesystem(each, at)),
                        part(node, "containerfs", each -> filesystem(each, at)),
                        part(
                                node,
                                "rlimit",
                                each -> new ProcessStats(
                                        time(each, at), number(each, "maxPID"), number(each, "running")))),
                pods);
    }

    private static MemoryStats memory(JsonNode part, Instant at) {
        return new MemoryStats(time(part, at), number(part, "available"), number(part, "workingSet"));
    }

    private static FsStats filesystem(JsonNode part, Instant at) {
        return new FsStats(
                time(part, at),
                number(part, "available"),
                number(part, "capacity"),
                number(part, "inodesFree"),
                number(part, "inodes"));
    }

    private static Optional<Instant> time(JsonNode part, Instant at) {
        if (part.path("zeroTime").asBoolean()) {
            return Optional.empty();
        }
        return Optional.of(part.has("time") ? moment(part.path("time")) : at);
    }

    static Instant moment(JsonNode seconds) {
        return Instant.EPOCH.plusMillis(Math.round(seconds.asDouble() * 1000));
    }

    private static <T> Optional<T> part(JsonNode node, String field, Function<JsonNode, T> read) {
        return node.has(field) ? Optional.of(read.apply(node.path(field))) : Optional.empty();
    }

    private static OptionalLong number(JsonNode node, String field) {
        return node.has(field) ? OptionalLong.of(node.path(field).asLong()) : OptionalLong.empty();
    }

    /// @param uids by the pod's name
    static Map<String, PodStats> podStats(JsonNode recorded, Map<String, String> uids) {
        var stats = new HashMap<String, PodStats>();
        recorded.properties()
                .forEach(
                        entry -> stats.put(uids.getOrDefault(entry.getKey(), entry.getKey()), stats(entry.getValue())));
        return stats;
    }

    private static PodStats stats(JsonNode pod) {
        var containers = new ArrayList<ContainerStats>();
        pod.path("containers")
                .forEach(each -> containers.add(new ContainerStats(
                        each.path("name").asText(),
                        number(each, "memory"),
                        used(each.path("rootfs")),
                        used(each.path("logs")))));
        var volumes = new ArrayList<VolumeStats>();
        pod.path("volumes")
                .forEach(each -> volumes.add(new VolumeStats(each.path("name").asText(), used(each))));
        return new PodStats(
                number(pod, "memory"), number(pod, "processes"), number(pod, "ephemeralStorage"), containers, volumes);
    }

    private static UsedStorage used(JsonNode part) {
        return new UsedStorage(number(part, "bytes"), number(part, "inodes"));
    }
}
