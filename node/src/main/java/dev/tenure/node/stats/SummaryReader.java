package dev.tenure.node.stats;

import dev.tenure.kubelet.stats.ContainerStats;
import dev.tenure.kubelet.stats.FsStats;
import dev.tenure.kubelet.stats.MemoryStats;
import dev.tenure.kubelet.stats.NodeStats;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.ProcessStats;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.kubelet.stats.UsedStorage;
import dev.tenure.kubelet.stats.VolumeStats;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Volume;
import dev.tenure.node.cgroup.GroupName;
import dev.tenure.node.cgroup.PodControlGroups;
import dev.tenure.node.cri.ImageClient;
import dev.tenure.node.cri.RuntimeClient;
import dev.tenure.node.cri.RuntimeClient.LayerUse;
import dev.tenure.node.volume.Folders;
import dev.tenure.rules.qos.QosRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Measures a real node: memory from control groups, disks from their file systems, layers from the
/// runtime, logs and volumes by adding up. Waits for disk and runtime. Safe for use by several threads.
public final class SummaryReader {
    private final MachineReader machine;
    private final MemoryReader memory;
    private final Optional<PodControlGroups> groups;
    private final RuntimeClient runtime;
    private final ImageClient images;
    private final Places places;
    private final Libc libc = new Libc();

    /// Folders of the agent.
    ///
    /// @param root its own, for example `/var/lib/kubelet`
    /// @param hugePagesBytes what is set apart for huge pages and is not counted as left
    public record Places(Path root, Path logs, Path cgroups, long hugePagesBytes) {}

    /// Where numbers come from.
    public record Sources(
            MachineReader machine, Optional<PodControlGroups> groups, RuntimeClient runtime, ImageClient images) {}

    public SummaryReader(Sources sources, Places places) {
        this.machine = sources.machine();
        this.memory = new MemoryReader(sources.machine(), places.cgroups());
        this.groups = sources.groups();
        this.runtime = sources.runtime();
        this.images = sources.images();
        this.places = places;
    }

    /// Whether images lie on another file system than the agent's folder.
    ///
    /// @throws IOException when one of both cannot be asked
    public boolean imagesApart() throws IOException {
        Path store = imageStore();
        return Files.exists(store) && !Files.getFileStore(store).equals(Files.getFileStore(places.root()));
    }

    private Path imageStore() throws IOException {
        String mountpoint = images.store().orElseThrow(() -> new IOException("imageFs information is unavailable"));
        return Path.of(mountpoint);
    }

    /// Measures the node and these pods.
    ///
    /// @throws IOException when the node's own numbers cannot be had
    public Summary read(List<Pod> pods, Instant now) throws IOException {
        FsStats nodefs = fs(places.root(), now);
        Optional<FsStats> imagefs = images(now);
        var node = new NodeStats(
                Optional.of(memory.node(now).without(places.hugePagesBytes())),
                allocatable(now),
                Optional.of(nodefs),
                imagefs,
                imagefs,
                machine.tasks()
                        .map(tasks -> new ProcessStats(
                                Optional.of(now), OptionalLong.of(tasks.most()), OptionalLong.of(tasks.now()))));
        var layers = new HashMap<String, Map<String, LayerUse>>();
        runtime.layers()
                .forEach(layer -> layers.computeIfAbsent(layer.podUid(), _ -> new HashMap<>())
                        .put(layer.container(), layer));
        var byUid = new HashMap<String, PodStats>();
        for (Pod pod : pods) {
            byUid.put(pod.meta().uid(), pod(pod, layers.getOrDefault(pod.meta().uid(), Map.of())));
        }
        return new Summary(node, byUid);
    }

    /// Room where images lie; absent when the runtime names a folder that this machine does not have.
    ///
    /// @throws IOException when the runtime tells of no folder at all
    public Optional<FsStats> images(Instant now) throws IOException {
        Path store = imageStore();
        return Files.exists(store) ? Optional.of(fs(store, now)) : Optional.empty();
    }

    private FsStats fs(Path path, Instant now) throws IOException {
        Libc.FileSystem fs = libc.fileSystem(path.toString());
        return new FsStats(
                Optional.of(now),
                OptionalLong.of(fs.availableBytes()),
                OptionalLong.of(fs.capacityBytes()),
                OptionalLong.of(fs.inodesFree()),
                OptionalLong.of(fs.inodes()));
    }

    private Optional<MemoryStats> allocatable(Instant now) {
        return groups.flatMap(all -> memory.limited(all.folder("memory", GroupName.pods()), now));
    }

    private PodStats pod(Pod pod, Map<String, LayerUse> layers) {
        var containers = new ArrayList<ContainerStats>();
        long storage = 0;
        List<Container> all = Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
                .toList();
        for (Container container : all) {
            LayerUse layer = layers.get(container.name());
            if (layer == null) {
                continue;
            }
            Folders.Use logs = Folders.use(logFolder(pod).resolve(container.name()));
            containers.add(new ContainerStats(
                    container.name(),
                    layer.memoryBytes(),
                    UsedStorage.of(layer.bytes(), layer.inodes()),
                    UsedStorage.of(logs.bytes(), logs.inodes())));
            storage += layer.bytes() + logs.bytes();
        }
        var volumes = new ArrayList<VolumeStats>();
        for (Volume volume : pod.spec().volumes()) {
            boolean inMemory =
                    volume.source() instanceof Volume.Source.EmptyDir(String medium, var _) && medium.equals("Memory");
            Optional<String> kind = folderKind(volume);
            if (kind.isPresent() && !inMemory) {
                Folders.Use used = Folders.use(places.root()
                        .resolve("pods")
                        .resolve(pod.meta().uid())
                        .resolve("volumes")
                        .resolve(kind.get())
                        .resolve(volume.name()));
                volumes.add(new VolumeStats(volume.name(), UsedStorage.of(used.bytes(), used.inodes())));
                storage += used.bytes();
            }
        }
        return new PodStats(memory(pod), processes(pod), OptionalLong.of(storage), containers, volumes);
    }

    private static Optional<String> folderKind(Volume volume) {
        return switch (volume.type()) {
            case "emptyDir" -> Optional.of("kubernetes.io~empty-dir");
            case "configMap" -> Optional.of("kubernetes.io~configmap");
            default -> Optional.empty();
        };
    }

    private Path logFolder(Pod pod) {
        var meta = pod.meta();
        return places.logs().resolve(meta.namespace() + "_" + meta.name() + "_" + meta.uid());
    }

    private OptionalLong memory(Pod pod) {
        return groups.map(all -> memory.workingSet(all.folder("memory", name(pod))))
                .orElse(OptionalLong.empty());
    }

    private OptionalLong processes(Pod pod) {
        if (groups.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            Path file = groups.get().folder("pids", name(pod)).resolve("pids.current");
            return OptionalLong.of(Long.parseLong(Files.readString(file).strip()));
        } catch (IOException | NumberFormatException _) {
            return OptionalLong.empty();
        }
    }

    private static GroupName name(Pod pod) {
        return GroupName.ofPod(QosRule.of(pod), pod.meta().uid());
    }
}
