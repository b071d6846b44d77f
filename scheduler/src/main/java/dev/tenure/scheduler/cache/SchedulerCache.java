package dev.tenure.scheduler.cache;

import dev.tenure.model.core.Namespace;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.model.storage.CsiNode;
import dev.tenure.model.storage.StorageClass;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PlacedClass;
import dev.tenure.scheduler.view.PodInfo;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The cluster as the scheduler knows it. A pod that was placed is assumed to be on its node until the API
/// server shows it there or the binding fails. Confined to the loop.
public final class SchedulerCache implements ClusterView {
    private record Held(PodInfo pod, String node, boolean assumed) {}

    private final Map<String, NodeState> byName = new LinkedHashMap<>();
    private final Map<String, Map<String, PodInfo>> podsOfUnknownNodes = new HashMap<>();
    private final Map<String, Held> pods = new HashMap<>();
    private final ImageCounts images = new ImageCounts();
    private final Map<String, Integer> claimUses = new HashMap<>();
    private final Map<String, Namespace> namespaces = new HashMap<>();
    private final Map<String, PodDisruptionBudget> budgets = new LinkedHashMap<>();
    private final Nominations nominations = new Nominations();
    private final DefaultSelectors defaultSelectors = new DefaultSelectors();
    private final Storage storage = new Storage();
    private final DeviceCache devices = new DeviceCache();
    private final NodeChanges changes = new NodeChanges();
    private final PlacedClasses placed = new PlacedClasses();
    private final Supplier<Instant> clock;
    private @Nullable List<NodeState> order;

    /// Of a cluster in which time stands still.
    public SchedulerCache() {
        this(() -> Instant.EPOCH);
    }

    /// @param clock says when it is
    public SchedulerCache(Supplier<Instant> clock) {
        this.clock = clock;
    }

    /// Adds a node or replaces what is known of it.
    public NodeState put(Node node) {
        NodeState known = byName.get(node.meta().name());
        if (known == null) {
            NodeState added = add(node);
            changes.rebuilt();
            return added;
        }
        String zone = NodeOrder.zone(known);
        Node before = known.node();
        images.remove(known);
        known.update(node);
        images.add(known);
        if (!NodeOrder.zone(known).equals(zone)) {
            order = null;
        }
        if (differs(before, node)) {
            changes.rebuilt();
        } else if (!takesAlike(before, node)) {
            changes.nodeChanged(known);
        }
        return known;
    }

    /// Whether two states of a node say the same of which pods it takes; a heartbeat changes nothing of it.
    private static boolean takesAlike(Node before, Node after) {
        var old = before.status();
        var now = after.status();
        return before.spec().equals(after.spec())
                && before.meta().annotations().equals(after.meta().annotations())
                && old.allocatable().equals(now.allocatable())
                && old.capacity().equals(now.capacity())
                && old.declaredFeatures().equals(now.declaredFeatures())
                && old.volumesInUse().equals(now.volumesInUse())
                && old.nodeInfo().equals(now.nodeInfo());
    }

    /// Whether more may have changed than what this one node is good for.
    private static boolean differs(Node before, Node after) {
        return !before.meta().labels().equals(after.meta().labels())
                || !before.status().images().equals(after.status().images());
    }

    private NodeState add(Node node) {
        var state = new NodeState(node);
        byName.put(state.name(), state);
        order = null;
        Map<String, PodInfo> waiting = podsOfUnknownNodes.remove(state.name());
        if (waiting != null) {
            waiting.values().forEach(pod -> addTo(state, pod));
        }
        images.add(state);
        return state;
    }

    public void remove(Node node) {
        NodeState state = byName.remove(node.meta().name());
        if (state == null) {
            return;
        }
        order = null;
        images.remove(state);
        for (PodInfo pod : state.pods()) {
            placed.remove(pod, state);
            podsOfUnknownNodes
                    .computeIfAbsent(state.name(), name -> new LinkedHashMap<>())
                    .put(pod.uid(), pod);
        }
        changes.rebuilt();
    }

    /// Puts a pod on the node it was placed on, before the API server knows.
    ///
    /// @return the pod as it would have been on another node on which room was held for it
    public Optional<PodInfo> assume(PodInfo pod, String node) {
        hold(pod, node, true);
        return released(pod, node);
    }

    /// Ends the nomination of a pod that is on a node now.
    private Optional<PodInfo> released(PodInfo pod, String node) {
        return nominations
                .withdraw(pod.uid())
                .filter(other -> !other.equals(node))
                .map(other -> onNode(pod, other));
    }

    /// Takes back what [#assume] did, unless the API server has confirmed it meanwhile.
    public void forget(PodInfo pod) {
        Held held = pods.get(pod.uid());
        if (held != null && held.assumed()) {
            release(held);
        }
    }

    /// The pod as it will be on the node that it is assumed to be on, if it is.
    public Optional<PodInfo> assumed(PodInfo pod) {
        Held held = pods.get(pod.uid());
        if (held == null || !held.assumed()) {
            return Optional.empty();
        }
        return Optional.of(onNode(held.pod(), held.node()));
    }

    private static PodInfo onNode(PodInfo pod, String node) {
        Pod view = pod.pod();
        PodSpec spec =
                view.spec().with(node, view.spec().tolerations(), view.spec().containers());
        return new PodInfo(new Pod(view.meta(), spec, view.status()), pod.shape(), pod.revision());
    }

    public boolean isAssumed(PodInfo pod) {
        Held held = pods.get(pod.uid());
        return held != null && held.assumed();
    }

    /// Adds or replaces a pod that the API server shows on a node.
    ///
    /// @return the pod as it would have been on another node on which room was held for it
    public Optional<PodInfo> put(PodInfo pod) {
        String node = pod.pod().spec().nodeName();
        hold(pod, node, false);
        return released(pod, node);
    }

    public void remove(PodInfo pod) {
        Held held = pods.get(pod.uid());
        if (held != null) {
            release(held);
        }
    }

    private void hold(PodInfo pod, String node, boolean assumed) {
        Held old = pods.get(pod.uid());
        if (old != null) {
            if (old.node().equals(node) && old.pod().shape() == pod.shape() && sameLife(old.pod(), pod)) {
                replace(old, pod, node, assumed);
                return;
            }
            release(old);
        }
        pods.put(pod.uid(), new Held(pod, node, assumed));
        pod.claims().forEach(claim -> claimUses.merge(pod.namespace() + "/" + claim, 1, Integer::sum));
        NodeState state = byName.get(node);
        if (state == null) {
            podsOfUnknownNodes
                    .computeIfAbsent(node, name -> new LinkedHashMap<>())
                    .put(pod.uid(), pod);
        } else {
            addTo(state, pod);
        }
    }

    private static boolean sameLife(PodInfo old, PodInfo now) {
        return old.held().equals(now.held())
                && old.nonZeroMilliCpu() == now.nonZeroMilliCpu()
                && old.nonZeroMemoryBytes() == now.nonZeroMemoryBytes()
                && old.pod().meta().deleting() == now.pod().meta().deleting();
    }

    private void replace(Held old, PodInfo pod, String node, boolean assumed) {
        pods.put(pod.uid(), new Held(pod, node, assumed && old.assumed()));
        NodeState state = byName.get(node);
        if (state == null) {
            podsOfUnknownNodes
                    .computeIfAbsent(node, name -> new LinkedHashMap<>())
                    .put(pod.uid(), pod);
        } else {
            state.replace(old.pod(), pod);
        }
    }

    private void release(Held held) {
        PodInfo pod = held.pod();
        pods.remove(pod.uid());
        pod.claims()
                .forEach(claim -> claimUses.computeIfPresent(
                        pod.namespace() + "/" + claim, (key, uses) -> uses == 1 ? null : uses - 1));
        NodeState state = byName.get(held.node());
        if (state != null) {
            state.remove(pod);
            changes.podsChanged(state, pod, -1);
            placed.remove(pod, state);
            return;
        }
        Map<String, PodInfo> waiting = podsOfUnknownNodes.get(held.node());
        if (waiting != null && waiting.remove(pod.uid()) != null && waiting.isEmpty()) {
            podsOfUnknownNodes.remove(held.node());
        }
    }

    private void addTo(NodeState state, PodInfo pod) {
        state.add(pod);
        changes.podsChanged(state, pod, 1);
        placed.add(pod, state);
    }

    /// Holds room for a pod on a node.
    ///
    /// @return the pod as it would have been on another node on which room was held for it before
    public Optional<PodInfo> nominate(PodInfo pod, String node) {
        return nominations.nominate(pod, node).map(other -> onNode(pod, other));
    }

    /// Gives up the room that is held for a pod.
    ///
    /// @return the pod as it would have been there; empty when no room was held
    public Optional<PodInfo> withdrawNomination(PodInfo pod) {
        return nominations.withdraw(pod.uid()).map(node -> onNode(pod, node));
    }

    public boolean anyNominated() {
        return !nominations.isEmpty();
    }

    public void put(Namespace namespace) {
        Namespace old = namespaces.put(namespace.meta().name(), namespace);
        if (old == null || !old.meta().labels().equals(namespace.meta().labels())) {
            placed.meanings().namespaceChanged(namespace.meta().name());
        }
    }

    public void remove(Namespace namespace) {
        namespaces.remove(namespace.meta().name());
        placed.meanings().namespaceChanged(namespace.meta().name());
    }

    public void put(PodDisruptionBudget budget) {
        budgets.put(budget.meta().namespace() + "/" + budget.meta().name(), budget);
    }

    public void remove(PodDisruptionBudget budget) {
        budgets.remove(budget.meta().namespace() + "/" + budget.meta().name());
    }

    /// Services and workloads, for the loop to keep up.
    public DefaultSelectors defaultSelectors() {
        return defaultSelectors;
    }

    public Storage storage() {
        return storage;
    }

    @Override
    public DeviceCache devices() {
        return devices;
    }

    /// What has changed on the nodes, for those who keep something worked out of them.
    public NodeChanges changes() {
        return changes;
    }

    /// What decides which plugins have a say about a class of pods.
    ///
    /// @param selector see [#defaultSelectorOf]
    /// @param meant see [#affinityMeans]
    /// @param resources rises when [DeviceCache#classOf] may answer otherwise
    public record Conditions(LabelSelector selector, boolean meant, long resources) {}

    public Conditions conditionsOf(PodInfo pod) {
        return new Conditions(defaultSelectorOf(pod), affinityMeans(pod), devices.resourcesVersion());
    }

    /// Rises when [#conditionsOf] may answer otherwise than before, for any pod.
    public long conditionsVersion() {
        return defaultSelectors.version() + placed.meanings().version() + devices.resourcesVersion();
    }

    public int podCount() {
        return pods.size();
    }

    @Override
    public List<NodeState> nodes() {
        List<NodeState> known = order;
        if (known == null) {
            known = NodeOrder.of(byName.values());
            for (int i = 0; i < known.size(); i++) {
                known.get(i).position(i);
            }
            order = known;
        }
        return known;
    }

    @Override
    public Optional<NodeState> node(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    @Override
    public Collection<? extends PlacedClass> podsWithTerms() {
        return placed.withTerms();
    }

    @Override
    public Collection<? extends PlacedClass> classesIn(String namespace) {
        return placed.in(namespace, byName.values());
    }

    @Override
    public Collection<String> namespacesOfPods() {
        return placed.namespaces(byName.values());
    }

    @Override
    public boolean affinityMeans(PodInfo pod) {
        return placed.meanings().means(pod, namespaceLabels(pod.namespace()));
    }

    @Override
    public List<PodInfo> nominatedTo(String node) {
        return nominations.to(node);
    }

    @Override
    public Map<String, String> namespaceLabels(String namespace) {
        Namespace known = namespaces.get(namespace);
        return known == null ? Map.of() : known.meta().labels();
    }

    @Override
    public Collection<String> namespacesWith(LabelSelector selector) {
        return namespaces.values().stream()
                .filter(namespace -> selector.matches(namespace.meta().labels()))
                .map(namespace -> namespace.meta().name())
                .toList();
    }

    @Override
    public LabelSelector defaultSelectorOf(PodInfo pod) {
        return defaultSelectors.of(pod);
    }

    @Override
    public List<PodDisruptionBudget> budgets() {
        return List.copyOf(budgets.values());
    }

    @Override
    public Optional<PersistentVolumeClaim> claim(String namespace, String name) {
        return storage.claim(namespace, name);
    }

    @Override
    public long claimVersion(String namespace, String name) {
        return storage.claimVersion(namespace, name);
    }

    @Override
    public Optional<PersistentVolume> volume(String name) {
        return storage.volume(name);
    }

    @Override
    public long volumeVersion(String name) {
        return storage.volumeVersion(name);
    }

    @Override
    public List<PersistentVolume> volumesFor(PersistentVolumeClaim claim, Node node) {
        return storage.volumesFor(claim, node);
    }

    @Override
    public Optional<StorageClass> storageClass(String name) {
        return storage.storageClass(name);
    }

    @Override
    public Instant now() {
        return clock.get();
    }

    @Override
    public Optional<CsiNode> csiNode(String node) {
        return storage.csiNode(node);
    }

    @Override
    public boolean claimInUse(String namespace, String name) {
        return claimUses.containsKey(namespace + "/" + name);
    }

    @Override
    public Optional<ImageSpread> image(String name) {
        return images.of(name);
    }
}
