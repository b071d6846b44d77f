package dev.tenure.scheduler.plugin.noderesources;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.rules.fit.ResourceNameRule;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.Reach;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.scheduler.view.Requests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A node must have room for all that a pod requests; among those that have, the scoring strategy chooses.
public final class NodeResourcesFit implements FilterPlugin, ScorePlugin {
    public static final String NAME = "NodeResourcesFit";

    private static final String TOO_MANY_PODS = "Too many pods";

    /// Extended resources that are not looked at.
    ///
    /// @param groups domains of such resources
    public record Ignored(Set<String> resources, Set<String> groups) {
        public static final Ignored NOTHING = new Ignored(Set.of(), Set.of());

        boolean covers(String resource) {
            return (!resources.isEmpty() || !groups.isEmpty())
                    && ResourceNameRule.extended(resource)
                    && (resources.contains(resource) || groups.contains(resource.substring(0, resource.indexOf('/'))));
        }
    }

    private final ScoringStrategy strategy;
    private final Ignored ignored;
    private final boolean plain;

    public NodeResourcesFit(ScoringStrategy strategy, Ignored ignored) {
        this.strategy = strategy;
        this.ignored = ignored;
        this.plain = strategy instanceof ScoringStrategy.LeastAllocated(var resources)
                && ScoredResource.plainCpuAndMemory(resources);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        Requests wanted = cycle.pod().shape().requests();
        if (fits(wanted, node)) {
            return Verdict.Pass.PASS;
        }
        return refusal(wanted, node, cycle.cluster());
    }

    /// The short way: no reasons are collected.
    private static boolean fits(Requests wanted, NodeState node) {
        Requests room = node.allocatable();
        return wanted.scalars().isEmpty()
                && node.pods().size() < node.podsAllowed()
                && (wanted.milliCpu() == 0 || wanted.milliCpu() <= room.milliCpu() - node.milliCpu())
                && (wanted.memoryBytes() == 0 || wanted.memoryBytes() <= room.memoryBytes() - node.memoryBytes())
                && (wanted.ephemeralBytes() == 0
                        || wanted.ephemeralBytes() <= room.ephemeralBytes() - node.ephemeralBytes());
    }

    private Verdict refusal(Requests wanted, NodeState node, ClusterView cluster) {
        var reasons = new ArrayList<String>();
        boolean resolvable = true;
        if (node.pods().size() + 1 > node.podsAllowed()) {
            reasons.add(TOO_MANY_PODS);
        }
        for (String resource : List.of(ResourceList.CPU, ResourceList.MEMORY, ResourceList.EPHEMERAL_STORAGE)) {
            resolvable &= lacking(reasons, resource, wanted.amount(resource), node);
        }
        for (Map.Entry<String, Long> scalar : wanted.scalars().entrySet()) {
            if (!ignored.covers(scalar.getKey()) && !isOfDevices(scalar.getKey(), node, cluster)) {
                resolvable &= lacking(reasons, scalar.getKey(), scalar.getValue(), node);
            }
        }
        return reasons.isEmpty() ? Verdict.Pass.PASS : new Verdict.Rejected(resolvable, NAME, reasons);
    }

    /// Whether a resource is left to DynamicResources: one that the node itself does not offer, and a class
    /// does.
    private static boolean isOfDevices(String resource, NodeState node, ClusterView cluster) {
        return node.allocatable().amount(resource) == 0
                && cluster.devices().classOf(resource).isPresent();
    }

    /// Notes a lack; false when even an empty node would lack it.
    private static boolean lacking(List<String> reasons, String resource, long amount, NodeState node) {
        long room = node.allocatable().amount(resource);
        if (amount <= 0 || amount <= room - node.requested(resource)) {
            return true;
        }
        reasons.add("Insufficient " + resource);
        return amount <= room;
    }

    @Override
    public boolean admits(Cycle cycle, NodeState node) {
        Requests wanted = cycle.pod().shape().requests();
        return fits(wanted, node)
                || (!wanted.scalars().isEmpty()
                        && refusal(wanted, node, cycle.cluster()).passes());
    }

    @Override
    public Reach filterReach() {
        return Reach.RESOURCES;
    }

    @Override
    public long score(Cycle cycle, NodeState node) {
        Requests pod = cycle.pod().shape().scoreRequests();
        return plain ? AllocationRule.leastOfCpuAndMemory(pod, node) : AllocationRule.score(strategy, pod, node);
    }

    @Override
    public Reach scoreReach() {
        return Reach.RESOURCES;
    }

    @Override
    public List<Interest> interests() {
        return List.of(
                Interest.in(
                        NodeResourcesFit::freesRoom,
                        EventKind.ASSIGNED_POD_DELETED,
                        EventKind.ASSIGNED_POD_SCALED_DOWN,
                        EventKind.WAITING_POD_SCALED_DOWN),
                Interest.inCluster(this::nodeFits, EventKind.NODE_ADDED, EventKind.NODE_ALLOCATABLE_CHANGED),
                Interest.in(
                        NodeResourcesFit::classMeets, EventKind.DEVICE_CLASS_ADDED, EventKind.DEVICE_CLASS_UPDATED));
    }

    private static boolean freesRoom(PodInfo waiting, ClusterEvent event) {
        if (!(event instanceof ClusterEvent.OfPod change)) {
            return true;
        }
        PodInfo pod = change.subject();
        if (change.after().isEmpty()) {
            return pod.heldNode();
        }
        if (pod.uid().equals(waiting.uid())) {
            return true;
        }
        return !pod.pod().spec().nodeName().isEmpty()
                && change.before().isPresent()
                && shrinks(waiting.held(), change.before().get().held(), pod.held());
    }

    private static boolean shrinks(Requests wanted, Requests before, Requests after) {
        return (wanted.milliCpu() != 0 && before.milliCpu() > after.milliCpu())
                || (wanted.memoryBytes() != 0 && before.memoryBytes() > after.memoryBytes())
                || (wanted.ephemeralBytes() != 0 && before.ephemeralBytes() > after.ephemeralBytes())
                || wanted.scalars().entrySet().stream()
                        .anyMatch(scalar -> scalar.getValue() != 0
                                && before.amount(scalar.getKey()) > after.amount(scalar.getKey()));
    }

    private boolean nodeFits(PodInfo waiting, ClusterEvent event, ClusterView cluster) {
        if (!(event instanceof ClusterEvent.OfNode change) || change.after().isEmpty()) {
            return true;
        }
        Node node = change.after().get();
        Requests wanted = waiting.shape().requests();
        var empty = new NodeState(node);
        if (!refusal(wanted, empty, cluster).passes()) {
            return false;
        }
        return change.before().isEmpty()
                || grew(wanted, change.before().get(), node)
                || wanted.scalars().entrySet().stream()
                        .anyMatch(scalar -> scalar.getValue() != 0 && isOfDevices(scalar.getKey(), empty, cluster));
    }

    /// Whether a class has begun to meet a resource that the pod wants.
    private static boolean classMeets(PodInfo waiting, ClusterEvent event) {
        if (!(event instanceof ClusterEvent.OfDeviceClass change)) {
            return true;
        }
        String resource = change.after().extendedResourceName();
        if (change.before()
                .filter(old -> old.extendedResourceName().equals(resource))
                .isPresent()) {
            return false;
        }
        Map<String, Long> wanted = waiting.shape().requests().scalars();
        boolean byName = change.before().isEmpty()
                && wanted.containsKey(
                        DeviceClass.RESOURCE_PREFIX + change.after().meta().name());
        return byName || (!resource.isEmpty() && wanted.containsKey(resource));
    }

    private static boolean grew(Requests wanted, Node before, Node after) {
        ResourceList old = before.status().allocatable();
        ResourceList now = after.status().allocatable();
        if (now.get(ResourceList.PODS).compareTo(old.get(ResourceList.PODS)) > 0) {
            return true;
        }
        for (String resource : now.amounts().keySet()) {
            if (wanted.amount(resource) > 0 && now.get(resource).compareTo(old.get(resource)) > 0) {
                return true;
            }
        }
        return false;
    }
}
