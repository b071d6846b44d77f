package dev.tenure.node.stats;

import dev.tenure.kubelet.stats.ContainerStats;
import dev.tenure.kubelet.stats.FsStats;
import dev.tenure.kubelet.stats.MemoryStats;
import dev.tenure.kubelet.stats.NodeStats;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.kubelet.stats.UsedStorage;
import dev.tenure.kubelet.stats.VolumeStats;
import dev.tenure.model.core.Pod;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Times;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A summary as agents answer it at `/stats/summary`, with what is measured here: memory, room on filesystems, tasks.
/// The
/// processor, the network and swap are not measured, and missing. Pure. Upstream: kubelet/pkg/apis/stats/v1alpha1.
public final class SummaryPage {
    private SummaryPage() {}

    /// @param pods those that the summary may know something of
    public static ObjectNode of(String nodeName, Summary summary, List<Pod> pods) {
        ObjectNode page = Json.object();
        ObjectNode node = page.putObject("node").put("nodeName", nodeName);
        NodeStats stats = summary.node();
        stats.allocatableMemory()
                .ifPresent(memory ->
                        memory(node.putArray("systemContainers").addObject().put("name", "pods"), memory));
        stats.memory().ifPresent(memory -> memory(node, memory));
        stats.nodefs().ifPresent(room -> room(node.putObject("fs"), room));
        if (stats.imagefs().isPresent() || stats.containerfs().isPresent()) {
            ObjectNode runtime = node.putObject("runtime");
            stats.imagefs().ifPresent(room -> room(runtime.putObject("imageFs"), room));
            stats.containerfs().ifPresent(room -> room(runtime.putObject("containerFs"), room));
        }
        stats.processes().ifPresent(tasks -> {
            ObjectNode limit = node.putObject("rlimit");
            time(limit, tasks.time());
            number(limit, "maxpid", tasks.maxPid());
            number(limit, "curproc", tasks.running());
        });
        ArrayNode listed = page.putArray("pods");
        for (Pod pod : pods) {
            summary.pod(pod.meta().uid()).ifPresent(found -> pod(listed.addObject(), pod, found));
        }
        return page;
    }

    private static void pod(ObjectNode entry, Pod pod, PodStats stats) {
        entry.putObject("podRef")
                .put("name", pod.meta().name())
                .put("namespace", pod.meta().namespace())
                .put("uid", pod.meta().uid());
        ArrayNode containers = entry.putArray("containers");
        for (ContainerStats container : stats.containers()) {
            ObjectNode one = containers.addObject().put("name", container.name());
            workingSet(one, container.memoryBytes());
            used(one, "rootfs", container.rootfs());
            used(one, "logs", container.logs());
        }
        workingSet(entry, stats.memoryBytes());
        if (!stats.volumes().isEmpty()) {
            ArrayNode volumes = entry.putArray("volume");
            for (VolumeStats volume : stats.volumes()) {
                used(volumes.addObject(), volume.used()).put("name", volume.name());
            }
        }
        stats.ephemeralStorageBytes()
                .ifPresent(bytes -> entry.putObject("ephemeral-storage").put("usedBytes", bytes));
        stats.processes().ifPresent(tasks -> entry.putObject("process_stats").put("process_count", tasks));
    }

    private static void memory(ObjectNode of, MemoryStats memory) {
        ObjectNode part = of.putObject("memory");
        time(part, memory.time());
        number(part, "availableBytes", memory.availableBytes());
        number(part, "usageBytes", memory.usageBytes());
        number(part, "workingSetBytes", memory.workingSetBytes());
    }

    private static void workingSet(ObjectNode of, OptionalLong bytes) {
        bytes.ifPresent(number -> of.putObject("memory").put("workingSetBytes", number));
    }

    private static void room(ObjectNode part, FsStats room) {
        time(part, room.time());
        number(part, "availableBytes", room.availableBytes());
        number(part, "capacityBytes", room.capacityBytes());
        if (room.availableBytes().isPresent() && room.capacityBytes().isPresent()) {
            part.put(
                    "usedBytes",
                    room.capacityBytes().getAsLong() - room.availableBytes().getAsLong());
        }
        number(part, "inodesFree", room.inodesFree());
        number(part, "inodes", room.inodes());
        if (room.inodesFree().isPresent() && room.inodes().isPresent()) {
            part.put("inodesUsed", room.inodes().getAsLong() - room.inodesFree().getAsLong());
        }
    }

    private static void used(ObjectNode of, String name, UsedStorage storage) {
        if (storage.bytes().isPresent() || storage.inodes().isPresent()) {
            used(of.putObject(name), storage);
        }
    }

    private static ObjectNode used(ObjectNode part, UsedStorage storage) {
        number(part, "usedBytes", storage.bytes());
        number(part, "inodesUsed", storage.inodes());
        return part;
    }

    private static void time(ObjectNode part, Optional<Instant> measured) {
        measured.ifPresent(moment -> part.put("time", Times.seconds(moment)));
    }

    private static void number(ObjectNode part, String name, OptionalLong value) {
        value.ifPresent(number -> part.put(name, number));
    }
}
