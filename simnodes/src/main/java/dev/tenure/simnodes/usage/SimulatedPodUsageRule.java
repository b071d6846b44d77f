package dev.tenure.simnodes.usage;

import dev.tenure.kubelet.stats.ContainerStats;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.UsedStorage;
import dev.tenure.kubelet.stats.VolumeStats;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.Volume;
import dev.tenure.model.metrics.ResourceUsage.OfContainer;
import dev.tenure.model.quantity.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// What a running simulated pod uses at a moment. Files that the kernel keeps in memory and counts as active
/// belong to the working set, although they could be given up; inactive ones do not. A container never uses
/// more memory than it is limited to: in its place the kernel would take memory back, or kill.
public final class SimulatedPodUsageRule {
    private static final String MEMORY = "memory";
    private static final String ACTIVE_FILE = "active-file";
    private static final String MEMORY_MEDIUM = "Memory";

    private SimulatedPodUsageRule() {}

    /// @param since from the start of its containers
    public static PodStats stats(Pod pod, DeclaredUsage declared, Duration since) {
        List<ContainerStats> containers = new ArrayList<>();
        boolean first = true;
        for (Container container : pod.spec().containers()) {
            containers.add(container(container, declared, since, first));
            first = false;
        }
        for (Container container : pod.spec().initContainers()) {
            if (container.sidecar()) {
                containers.add(container(container, declared, since, false));
            }
        }
        List<VolumeStats> volumes = new ArrayList<>();
        long memory = 0;
        long storage = 0;
        for (Volume volume : pod.spec().volumes()) {
            long bytes = SimulatedUsageRule.at(declared.get("volume." + volume.name()), since);
            long inodes =
                    inMemory(volume) ? 0 : SimulatedUsageRule.at(declared.get("volume-inodes." + volume.name()), since);
            volumes.add(new VolumeStats(volume.name(), UsedStorage.of(bytes, inodes)));
            if (inMemory(volume)) {
                memory += bytes;
            } else {
                storage += bytes;
            }
        }
        for (ContainerStats each : containers) {
            memory += each.memoryBytes().orElse(0);
            storage += each.rootfs().bytes().orElse(0) + each.logs().bytes().orElse(0);
        }
        long processes = declared.find("processes")
                .map(usage -> SimulatedUsageRule.at(usage, since))
                .orElse((long) containers.size());
        return new PodStats(
                OptionalLong.of(memory), OptionalLong.of(processes), OptionalLong.of(storage), containers, volumes);
    }

    /// What its containers use of processors and memory. Of what no container of the pod declares nothing is
    /// known: an autoscaler leaves such a pod as it is, where it would take away what uses nothing.
    ///
    /// @param since from the start of its containers
    public static List<OfContainer> used(Pod pod, DeclaredUsage declared, Duration since) {
        Map<String, Container> written = new HashMap<>();
        pod.spec().containers().forEach(container -> written.put(container.name(), container));
        pod.spec().initContainers().forEach(container -> written.put(container.name(), container));
        boolean cpu = declared.tells(DeclaredUsage.CPU);
        boolean memory = declared.tells(MEMORY) || declared.tells(ACTIVE_FILE);
        List<OfContainer> used = new ArrayList<>();
        for (ContainerStats stats : stats(pod, declared, since).containers()) {
            Container container = written.get(stats.name());
            long busy = container == null ? 0 : of(DeclaredUsage.CPU, container, declared, since, used.isEmpty());
            long most = container == null ? busy : cpuMax(container);
            used.add(new OfContainer(
                    stats.name(),
                    cpu ? OptionalLong.of(Math.min(busy, most)) : OptionalLong.empty(),
                    memory ? stats.memoryBytes() : OptionalLong.empty()));
        }
        return used;
    }

    /// The kernel gives a container no more than it is limited to.
    private static long cpuMax(Container container) {
        ResourceList limits = container.resources().limits();
        return limits.has(ResourceList.CPU) ? limits.get(ResourceList.CPU).milliValue() : Long.MAX_VALUE;
    }

    private static boolean inMemory(Volume volume) {
        return volume.source() instanceof Volume.Source.EmptyDir(String medium, var _) && medium.equals(MEMORY_MEDIUM);
    }

    private static ContainerStats container(
            Container container, DeclaredUsage declared, Duration since, boolean first) {
        long used = of(MEMORY, container, declared, since, first) + of(ACTIVE_FILE, container, declared, since, first);
        long memory = Math.min(used, memoryMax(container));
        return new ContainerStats(
                container.name(),
                OptionalLong.of(memory),
                UsedStorage.of(
                        of("layer", container, declared, since, first),
                        of("layer-inodes", container, declared, since, first)),
                UsedStorage.of(of("logs", container, declared, since, first), 0));
    }

    private static long memoryMax(Container container) {
        Quantity limit = container.resources().limits().get(ResourceList.MEMORY);
        return limit.isZero() ? Long.MAX_VALUE : limit.value();
    }

    private static long of(String what, Container container, DeclaredUsage declared, Duration since, boolean first) {
        Usage unnamed = first ? declared.get(what) : Usage.NOTHING;
        return SimulatedUsageRule.at(
                declared.find(what + "." + container.name()).orElse(unnamed), since);
    }
}
