package dev.tenure.scheduler.view;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.ResourceList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A node, the pods on it, and the sums over them. Changes as pods come and go; confined to the loop.
public final class NodeState {
    private Node node;
    private Requests allocatable;
    private int podsAllowed;
    private Set<String> images;
    private final PodRow pods;
    private final Set<HostPort> ports;
    private final Map<String, Long> scalars;
    private long milliCpu;
    private long memoryBytes;
    private long ephemeralBytes;
    private long nonZeroMilliCpu;
    private long nonZeroMemoryBytes;
    private long version;
    private int position;

    public NodeState(Node node) {
        this.node = node;
        this.allocatable = Requests.of(node.status().allocatable());
        this.podsAllowed = podsAllowed(node);
        this.images = images(node);
        this.pods = new PodRow();
        this.ports = new LinkedHashSet<>();
        this.scalars = new HashMap<>();
    }

    private NodeState(NodeState from) {
        node = from.node;
        allocatable = from.allocatable;
        podsAllowed = from.podsAllowed;
        images = from.images;
        pods = new PodRow(from.pods);
        ports = new LinkedHashSet<>(from.ports);
        scalars = new HashMap<>(from.scalars);
        milliCpu = from.milliCpu;
        memoryBytes = from.memoryBytes;
        ephemeralBytes = from.ephemeralBytes;
        nonZeroMilliCpu = from.nonZeroMilliCpu;
        nonZeroMemoryBytes = from.nonZeroMemoryBytes;
        version = from.version;
    }

    /// A copy on which pods can be imagined away or added.
    public NodeState copy() {
        return new NodeState(this);
    }

    /// Replaces the node object; the pods stay.
    public void update(Node newer) {
        if (!newer.status().allocatable().equals(node.status().allocatable())) {
            allocatable = Requests.of(newer.status().allocatable());
            podsAllowed = podsAllowed(newer);
        }
        if (!newer.status().images().equals(node.status().images())) {
            images = images(newer);
        }
        node = newer;
        version++;
    }

    private static int podsAllowed(Node node) {
        return (int) Math.min(
                Integer.MAX_VALUE,
                node.status().allocatable().get(ResourceList.PODS).value());
    }

    private static Set<String> images(Node node) {
        if (node.status().images().isEmpty()) {
            return Set.of();
        }
        var names = new HashSet<String>();
        node.status().images().forEach(image -> names.addAll(image.names()));
        return names;
    }

    public void add(PodInfo pod) {
        pods.add(pod);
        ports.addAll(pod.hostPorts());
        count(pod, 1);
    }

    /// Takes a pod away by its uid; false when it is not there.
    public boolean remove(PodInfo pod) {
        PodInfo there = pods.take(pod);
        if (there == null) {
            return false;
        }
        there.hostPorts().forEach(ports::remove);
        count(there, -1);
        return true;
    }

    /// Puts a newer view of a pod in the place of the old one. Both must count alike.
    public void replace(PodInfo older, PodInfo newer) {
        pods.replace(older, newer);
    }

    private void count(PodInfo pod, int sign) {
        Requests held = pod.held();
        milliCpu += sign * held.milliCpu();
        memoryBytes += sign * held.memoryBytes();
        ephemeralBytes += sign * held.ephemeralBytes();
        nonZeroMilliCpu += sign * pod.nonZeroMilliCpu();
        nonZeroMemoryBytes += sign * pod.nonZeroMemoryBytes();
        if (!held.scalars().isEmpty()) {
            held.scalars().forEach((name, amount) -> scalars.merge(name, sign * amount, Long::sum));
        }
        version++;
    }

    public String name() {
        return node.meta().name();
    }

    public Node node() {
        return node;
    }

    /// The value of one of the node's labels; null when it has none of that key.
    public @Nullable String label(String key) {
        return node.meta().labels().get(key);
    }

    public List<PodInfo> pods() {
        return pods.pods();
    }

    /// The number of the class of the pod at a place of [#pods], as [PodClass#id]; less than zero when the
    /// pod is being deleted.
    public int podClass(int place) {
        return pods.classAt(place);
    }

    /// Ports that the pods hold open on the node. As upstream has it, each is there once: where two pods hold
    /// the same one, which no scheduler brings about, it is free when the first of them goes.
    public Set<HostPort> ports() {
        return ports;
    }

    public Set<String> images() {
        return images;
    }

    public Requests allocatable() {
        return allocatable;
    }

    public int podsAllowed() {
        return podsAllowed;
    }

    public long milliCpu() {
        return milliCpu;
    }

    public long memoryBytes() {
        return memoryBytes;
    }

    public long ephemeralBytes() {
        return ephemeralBytes;
    }

    /// Requested cpu, in which a container that names none counts a default.
    public long nonZeroMilliCpu() {
        return nonZeroMilliCpu;
    }

    /// Requested memory, in which a container that names none counts a default.
    public long nonZeroMemoryBytes() {
        return nonZeroMemoryBytes;
    }

    /// What the pods hold of a resource, by its name.
    public long requested(String resource) {
        return switch (resource) {
            case ResourceList.CPU -> milliCpu;
            case ResourceList.MEMORY -> memoryBytes;
            case ResourceList.EPHEMERAL_STORAGE -> ephemeralBytes;
            default -> scalars.getOrDefault(resource, 0L);
        };
    }

    /// Where the node stands in the order of all nodes; changes only when nodes come or go.
    public int position() {
        return position;
    }

    public void position(int place) {
        position = place;
    }

    /// Rises with every change.
    public long version() {
        return version;
    }

    @Override
    public String toString() {
        return "NodeState[" + name() + "]";
    }
}
