package dev.tenure.agent.machine;

import dev.tenure.agent.cgroup.GroupName;
import dev.tenure.agent.cgroup.PodGroups;
import dev.tenure.agent.runtime.cri.ImageClient;
import dev.tenure.agent.runtime.cri.RuntimeClient;
import dev.tenure.agent.runtime.cri.RuntimeClient.LayerUse;
import dev.tenure.agent.stats.ContainerStats;
import dev.tenure.agent.stats.FsStats;
import dev.tenure.agent.stats.MemoryStats;
import dev.tenure.agent.stats.NodeStats;
import dev.tenure.agent.stats.PodStats;
import dev.tenure.agent.stats.ProcessStats;
import dev.tenure.agent.stats.Summary;
import dev.tenure.agent.stats.UsedStorage;
import dev.tenure.agent.stats.VolumeStats;
import dev.tenure.agent.volume.Folders;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Volume;
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
    private static final long UNLIMITED_ABOVE = 1L << 62;

    private final MachineReader machine;
    private final Optional<PodGroups> groups;
    private final RuntimeClient runtime;
    private final ImageClient images;
    private final Places places;
    private final Libc libc = new Libc();

    /// Folders of the agent.
    ///
    /// @param root its own, for example `/var/lib/kubelet`
    public record Places(Path root, Path logs, Path cgroups) {}

    /// Where numbers come from.
    public record Sources(
            MachineReader machine, Optional<PodGroups> groups, RuntimeClient runtime, ImageClient images) {}

    public SummaryReader(Sources sources, Places places) {
        this.machine = sources.machine();
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
        return !Files.getFileStore(store).equals(Files.getFileStore(places.root()));
    }

    private Path imageStore() throws IOException {
        String mountpoint = images.store()
                .map(ImageClient.ImageStore::mountpoint)
                .orElseThrow(() -> new IOException("imageFs information is unavailable"));
        return Path.of(mountpoint);
    }

    /// Measures the node and these pods.
    ///
    /// @throws IOException when the node's own numbers cannot be had
    public Summary read(List<Pod> pods, Instant now) throws IOException {
        long total = machine.memoryBytes("MemTotal");
        long rootSet = rootWorkingSet();
        var memory = new MemoryStats(
                Optional.of(now), OptionalLong.of(Math.max(0, total - rootSet)), OptionalLong.of(rootSet));
        FsStats nodefs = fs(places.root(), now);
        FsStats imagefs = fs(imageStore(), now);
        MachineReader.Tasks tasks = machine.tasks();
        var node = new NodeStats(
                Optional.of(memory),
                allocatable(now),
                Optional.of(nodefs),
                Optional.of(imagefs),
                Optional.of(imagefs),
                Optional.of(new ProcessStats(
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

    private FsStats fs(Path path, Instant now) throws IOException {
        Libc.FileSystem fs = libc.fileSystem(path.toString());
        return new FsStats(
                Optional.of(now),
                OptionalLong.of(fs.availableBytes()),
                OptionalLong.of(fs.capacityBytes()),
                OptionalLong.of(fs.inodesFree()),
                OptionalLong.of(fs.inodes()));
    }

    private long rootWorkingSet() throws IOException {
        Path memory = places.cgroups().resolve("memory");
        if (Files.isDirectory(memory)) {
            return workingSet(memory).orElse(0);
        }
        Map<String, Long> stat = stat(places.cgroups().resolve("memory.stat"));
        long used = stat.getOrDefault("anon", 0L) + stat.getOrDefault("file", 0L);
        return Math.max(0, used - stat.getOrDefault("inactive_file", 0L));
    }

    private Optional<MemoryStats> allocatable(Instant now) {
        if (groups.isEmpty()) {
            return Optional.empty();
        }
        Path folder = groups.get().folder("memory", GroupName.pods());
        OptionalLong used = workingSet(folder);
        OptionalLong limit = limit(folder);
        return used.isPresent() && limit.isPresent()
                ? Optional.of(new MemoryStats(
                        Optional.of(now), OptionalLong.of(Math.max(0, limit.getAsLong() - used.getAsLong())), used))
                : Optional.empty();
    }

    private OptionalLong limit(Path folder) {
        String text = text(folder.resolve(unified() ? "memory.max" : "memory.limit_in_bytes"));
        if (text.isEmpty() || text.equals("max")) {
            return OptionalLong.empty();
        }
        long limit = Long.parseLong(text);
        return limit > UNLIMITED_ABOVE ? OptionalLong.empty() : OptionalLong.of(limit);
    }

    private boolean unified() {
        return groups.map(PodGroups::unified).orElse(false);
    }

    private OptionalLong workingSet(Path folder) {
        boolean first = Files.exists(folder.resolve("memory.usage_in_bytes"));
        String usage = text(folder.resolve(first ? "memory.usage_in_bytes" : "memory.current"));
        if (usage.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            long inactive = stat(folder.resolve("memory.stat"))
                    .getOrDefault(first ? "total_inactive_file" : "inactive_file", 0L);
            return OptionalLong.of(Math.max(0, Long.parseLong(usage) - inactive));
        } catch (IOException _) {
            return OptionalLong.empty();
        }
    }

    private static Map<String, Long> stat(Path file) throws IOException {
        var stat = new HashMap<String, Long>();
        for (String line : Files.readAllLines(file)) {
            int blank = line.indexOf(' ');
            if (blank > 0) {
                stat.put(
                        line.substring(0, blank),
                        Long.parseLong(line.substring(blank + 1).strip()));
            }
        }
        return stat;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException _) {
            return "";
        }
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
        return groups.map(all -> workingSet(all.folder("memory", name(pod)))).orElse(OptionalLong.empty());
    }

    private OptionalLong processes(Pod pod) {
        String text = groups.map(all -> text(all.folder("pids", name(pod)).resolve("pids.current")))
                .orElse("");
        return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
    }

    private static GroupName name(Pod pod) {
        return GroupName.ofPod(QosRule.of(pod), pod.meta().uid());
    }
}
