package dev.tenure.node.stats;

import dev.tenure.kubelet.stats.ContainerStats;
import dev.tenure.kubelet.stats.FsStats;
import dev.tenure.kubelet.stats.MemoryStats;
import dev.tenure.kubelet.stats.NodeStats;
import dev.tenure.kubelet.stats.NodeUse;
import dev.tenure.kubelet.stats.NodeUse.ContainerUse;
import dev.tenure.kubelet.stats.NodeUse.PodUse;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.ResourceUse;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.kubelet.stats.UsedStorage;
import dev.tenure.kubelet.stats.VolumeStats;
import dev.tenure.model.core.Pod;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Times;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A summary as agents answer it at `/stats/summary`, with what is measured here: processors, memory, room on
/// filesystems, tasks, swap. The network is not measured, and missing. Pure. Upstream:
/// kubelet/pkg/apis/stats/v1alpha1.
public final class SummaryPage {
    private SummaryPage() {}

    /// @param use of processors and swap; empty when nobody could tell
    /// @param pods those that the summary may know something of
    public static ObjectNode of(String nodeName, Summary summary, Optional<NodeUse> use, List<Pod> pods) {
        ObjectNode page = Json.object();
        ObjectNode node = page.putObject("node").put("nodeName", nodeName);
        NodeStats stats = summary.node();
        stats.allocatableMemory()
                .ifPresent(memory ->
                        memory(node.putArray("systemContainers").addObject().put("name", "pods"), memory));
        use.ifPresent(all -> processors(node, all.node()));
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
        use.ifPresent(all -> swap(node, all.node()));
        ArrayNode listed = page.putArray("pods");
        var uses = new HashMap<String, PodUse>();
        use.ifPresent(all -> all.pods().forEach(each -> uses.put(each.uid(), each)));
        for (Pod pod : pods) {
            String uid = pod.meta().uid();
            summary.pod(uid)
                    .ifPresent(found -> pod(listed.addObject(), pod, found, uses.getOrDefault(uid, PodUse.UNKNOWN)));
        }
        return page;
    }

    private static void pod(ObjectNode entry, Pod pod, PodStats stats, PodUse use) {
        entry.putObject("podRef")
                .put("name", pod.meta().name())
                .put("namespace", pod.meta().namespace())
                .put("uid", pod.meta().uid());
        ArrayNode containers = entry.putArray("containers");
        for (ContainerStats container : stats.containers()) {
            ObjectNode one = containers.addObject().put("name", container.name());
            Optional<ContainerUse> known = use.container(container.name());
            known.ifPresent(each -> one.put("startTime", Times.seconds(each.began())));
            Optional<ResourceUse> measured = known.flatMap(ContainerUse::use);
            measured.ifPresent(each -> processors(one, each));
            workingSet(one, container.memoryBytes());
            used(one, "rootfs", container.rootfs());
            used(one, "logs", container.logs());
            measured.ifPresent(each -> swap(one, each));
        }
        use.whole().ifPresent(whole -> processors(entry, whole));
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
        use.whole().ifPresent(whole -> swap(entry, whole));
    }

    private static void processors(ObjectNode of, ResourceUse use) {
        if (use.cpuNanos().isPresent()) {
            ObjectNode part = of.putObject("cpu").put("time", Times.seconds(use.time()));
            number(part, "usageNanoCores", use.nanoCores());
            number(part, "usageCoreNanoSeconds", use.cpuNanos());
        }
    }

    private static void swap(ObjectNode of, ResourceUse use) {
        if (use.swapBytes().isPresent()) {
            ObjectNode part = of.putObject("swap").put("time", Times.seconds(use.time()));
            if (use.swapLimitBytes().isPresent()) {
                long left = use.swapLimitBytes().getAsLong() - use.swapBytes().getAsLong();
                part.put("swapAvailableBytes", Math.max(0, left));
            }
            number(part, "swapUsageBytes", use.swapBytes());
        }
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
