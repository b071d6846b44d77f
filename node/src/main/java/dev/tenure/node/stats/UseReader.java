package dev.tenure.node.stats;

import dev.tenure.kubelet.pod.Labels;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Sandbox;
import dev.tenure.kubelet.stats.NodeUse;
import dev.tenure.kubelet.stats.NodeUse.ContainerUse;
import dev.tenure.kubelet.stats.NodeUse.PodUse;
import dev.tenure.kubelet.stats.ResourceUse;
import dev.tenure.node.cgroup.GroupName;
import dev.tenure.node.cgroup.PodControlGroups;
import dev.tenure.node.cri.RuntimeClient;
import dev.tenure.node.cri.RuntimeUnavailableException;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Measures what the node, its pods and their containers have used of processors, memory and swap: the node
/// and pods by their control groups, containers by what the runtime tells. Every look is a new one. Waits for
/// the runtime. Safe for use by several threads. Upstream: pkg/kubelet/stats, where containers are measured
/// by their control groups too.
public final class UseReader {
    private static final String NODE = "";

    private final MemoryReader memory;
    private final CpuReader cpu;
    private final Optional<PodControlGroups> groups;
    private final RuntimeClient runtime;
    private final TimeSource time;
    private final CpuRates rates = new CpuRates();

    /// @param cgroups `/sys/fs/cgroup`, or another folder in tests
    public UseReader(SummaryReader.Sources sources, Path cgroups, TimeSource time) {
        this.memory = new MemoryReader(sources.machine(), cgroups);
        this.cpu = new CpuReader(cgroups);
        this.groups = sources.groups();
        this.runtime = sources.runtime();
        this.time = time;
    }

    /// A look as scrapers read it, at `/metrics/resource`; one that fails says that and nothing else.
    public String page() {
        return look().map(ResourcePage::of).orElseGet(ResourcePage::failed);
    }

    /// A look for [SummaryPage]; empty when it fails.
    public Optional<NodeUse> look() {
        try {
            return Optional.of(read());
        } catch (IOException | RuntimeUnavailableException _) {
            return Optional.empty();
        }
    }

    /// Measures the node and the pods that have a sandbox. Where there are control groups, pods without one
    /// are not of this node: another agent has them in the same runtime.
    ///
    /// @throws IOException when the node's own memory cannot be had
    /// @throws RuntimeUnavailableException when the runtime does not answer
    public NodeUse read() throws IOException {
        Instant now = time.wall();
        var node = new ResourceUse(
                now,
                cpu.node(),
                OptionalLong.empty(),
                memory.node(now).workingSetBytes(),
                memory.nodeSwap(),
                OptionalLong.empty());
        Map<String, List<ContainerUse>> containers = containers();
        Optional<Map<String, GroupName>> own = groups.map(UseReader::byUid);
        var pods = new ArrayList<PodUse>();
        for (Sandbox sandbox : sandboxes()) {
            String uid = sandbox.podUid();
            if (own.isEmpty() || own.get().containsKey(uid)) {
                pods.add(new PodUse(
                        uid,
                        sandbox.labels().getOrDefault(Labels.POD_NAMESPACE, ""),
                        sandbox.labels().getOrDefault(Labels.POD_NAME, ""),
                        own.map(names -> names.get(uid)).flatMap(name -> groups.map(all -> whole(all, name))),
                        containers.getOrDefault(uid, List.of())));
            }
        }
        return rated(new NodeUse(node, pods));
    }

    /// With the rates since earlier looks; those of pods that are gone are forgotten.
    private NodeUse rated(NodeUse use) {
        var seen = new HashSet<String>();
        var pods = new ArrayList<PodUse>();
        for (PodUse pod : use.pods()) {
            var containers = new ArrayList<ContainerUse>();
            for (ContainerUse container : pod.containers()) {
                String key = pod.uid() + "/" + container.name();
                containers.add(new ContainerUse(
                        container.name(), container.began(), container.use().map(each -> rated(each, key, seen))));
            }
            Optional<ResourceUse> whole = pod.whole().map(each -> rated(each, pod.uid(), seen));
            pods.add(new PodUse(pod.uid(), pod.namespace(), pod.name(), whole, containers));
        }
        ResourceUse node = rated(use.node(), NODE, seen);
        rates.keep(seen);
        return new NodeUse(node, pods);
    }

    private ResourceUse rated(ResourceUse use, String key, Set<String> seen) {
        seen.add(key);
        return use.cpuNanos().isPresent()
                ? use.at(rates.rate(key, use.time(), use.cpuNanos().getAsLong()))
                : use;
    }

    private static Map<String, GroupName> byUid(PodControlGroups groups) {
        var names = new HashMap<String, GroupName>();
        groups.podGroups().forEach(name -> names.put(name.podUid(), name));
        return names;
    }

    private ResourceUse whole(PodControlGroups all, GroupName name) {
        Path folder = all.folder("memory", name);
        return new ResourceUse(
                time.wall(),
                CpuReader.used(all.folder("cpuacct", name)),
                OptionalLong.empty(),
                memory.workingSet(folder),
                memory.swap(folder),
                OptionalLong.empty());
    }

    /// The newest sandbox of each pod that has one in use.
    private Collection<Sandbox> sandboxes() {
        var newest = new LinkedHashMap<String, Sandbox>();
        runtime.sandboxes("").stream()
                .filter(Sandbox::ready)
                .sorted(Sandbox.NEWEST_FIRST)
                .forEach(sandbox -> newest.putIfAbsent(sandbox.podUid(), sandbox));
        return newest.values();
    }

    /// What runs, by the pod's uid; of each name the newest.
    private Map<String, List<ContainerUse>> containers() {
        Map<String, ResourceUse> uses = runtime.uses();
        var byPod = new HashMap<String, Map<String, ContainerUse>>();
        runtime.containers("").stream()
                .filter(RunContainer::running)
                .sorted(RunContainer.NEWEST_FIRST)
                .forEach(container -> byPod.computeIfAbsent(container.podUid(), _ -> new LinkedHashMap<>())
                        .putIfAbsent(container.name(), use(container, uses)));
        var lists = new HashMap<String, List<ContainerUse>>();
        byPod.forEach((uid, all) -> lists.put(uid, List.copyOf(all.values())));
        return lists;
    }

    private static ContainerUse use(RunContainer container, Map<String, ResourceUse> uses) {
        return new ContainerUse(
                container.name(),
                Instant.EPOCH.plusNanos(container.createdAtNanos()),
                Optional.ofNullable(uses.get(container.id())));
    }
}
