package dev.tenure.scheduler.view;

import dev.tenure.model.core.Affinity;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.ContainerPort;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.core.PreemptionPolicy;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TopologySpreadConstraint;
import dev.tenure.model.core.Volume;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.fit.PodRequestsRule.Options;
import dev.tenure.rules.fit.PodRequestsRule.Resizing;
import dev.tenure.rules.selector.NodeAffinityRule;
import dev.tenure.rules.selector.NodeTerms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;

/// What all pods have in common that no node can tell apart: the same wishes, labels, namespace and
/// workload; whether and where they are bound does not count. Worked out once for all of them. Immutable;
/// compared by identity, since [PodClasses] makes one object for equal pods.
public final class PodClass {
    /// The fields by which pods are told apart.
    record Key(
            String namespace,
            Map<String, String> labels,
            Optional<OwnerReference> owner,
            Wishes wishes,
            List<Container> initContainers,
            List<Container> containers,
            ResourceList overhead,
            Optional<ResourceRequirements> resources) {}

    record Wishes(
            String schedulerName,
            int priority,
            PreemptionPolicy preemptionPolicy,
            List<Toleration> tolerations,
            Map<String, String> nodeSelector,
            Affinity affinity,
            List<TopologySpreadConstraint> spread,
            List<Volume> volumes,
            List<String> gates,
            Claimed devices,
            boolean hostNetwork,
            boolean hostUsers) {}

    /// Claims of devices, and those of them that were made from templates.
    record Claimed(List<PodSpec.ResourceClaim> claims, List<PodStatus.MadeClaim> made) {}

    private static final ResourceList DEFAULTS = new ResourceList(
            Map.of(ResourceList.CPU, Quantity.parse("100m"), ResourceList.MEMORY, Quantity.parse("200Mi")));

    private final int id;
    private final int resourceShape;
    private final Map<String, String> nodeSelector;
    private final Optional<NodeTerms> requiredNodes;
    private final Requests requests;
    private final Requests scoreRequests;
    private final long nonZeroMilliCpu;
    private final long nonZeroMemoryBytes;
    private final PodTerms terms;
    private final List<HostPort> hostPorts;
    private final List<String> images;
    private final Set<String> nodeLabelKeys;
    private final boolean namesNodes;

    /// What nodes must have room for, and what counts in scores.
    record ResourceShape(Requests requests, Requests scoreRequests) {}

    /// @param id small and unique among the classes of one scheduler
    /// @param shapes gives equal numbers to equal shapes
    PodClass(int id, Pod pod, ToIntFunction<ResourceShape> shapes) {
        this.id = id;
        PodSpec spec = pod.spec();
        ResourceList plain = PodRequestsRule.requests(pod, Options.WRITTEN);
        requests = Requests.of(plain);
        scoreRequests =
                Requests.of(PodRequestsRule.requests(pod, new Options(Resizing.WRITTEN, true, false, DEFAULTS)));
        resourceShape = shapes.applyAsInt(new ResourceShape(requests, scoreRequests));
        ResourceList scored = withDefaults(pod, plain, Resizing.WRITTEN);
        nonZeroMilliCpu = scored.get(ResourceList.CPU).milliValue();
        nonZeroMemoryBytes = scored.get(ResourceList.MEMORY).value();
        Affinity affinity = spec.affinity();
        terms = PodTerms.of(affinity, pod.meta().namespace());
        nodeSelector = spec.nodeSelector();
        requiredNodes = affinity.requiredNodes().map(NodeTerms::of);
        hostPorts = hostPorts(spec);
        images = images(spec);
        List<NodeSelectorTerm> nodeTerms = nodeTerms(affinity);
        nodeLabelKeys = nodeLabelKeys(spec, nodeTerms);
        namesNodes = nodeTerms.stream().anyMatch(term -> !term.matchFields().isEmpty());
    }

    private static List<NodeSelectorTerm> nodeTerms(Affinity affinity) {
        var terms = new ArrayList<>(affinity.requiredNodes().orElse(List.of()));
        affinity.preferredNodes().forEach(preferred -> terms.add(preferred.preference()));
        return terms;
    }

    private static Set<String> nodeLabelKeys(PodSpec spec, List<NodeSelectorTerm> terms) {
        var keys = new HashSet<>(spec.nodeSelector().keySet());
        terms.forEach(term -> term.matchExpressions().forEach(one -> keys.add(one.key())));
        return Frozen.set(keys);
    }

    /// The labels of nodes that its node selector and node affinity name.
    public Set<String> nodeLabelKeys() {
        return nodeLabelKeys;
    }

    /// Whether its node affinity names nodes by their names.
    public boolean namesNodes() {
        return namesNodes;
    }

    /// What a pod on a node counts in scores: a container that names no cpu or memory counts a default,
    /// unless the pod as a whole names it.
    ///
    /// @param plain the requests without defaults
    /// @param resizing what of the pod counts while it is resized; nothing for a class
    static ResourceList withDefaults(Pod pod, ResourceList plain, Resizing resizing) {
        boolean podLevel = PodRequestsRule.podLevelRequestsSet(pod.spec());
        var missing = new HashMap<>(DEFAULTS.amounts());
        if (podLevel) {
            missing.keySet().removeAll(plain.amounts().keySet());
        }
        return missing.isEmpty()
                ? plain
                : PodRequestsRule.requests(pod, new Options(resizing, true, true, new ResourceList(missing)));
    }

    /// The volumes that may bind a pod to nodes. The others, such as the one with the account's token, whose
    /// name is another in each pod, tell no pods apart.
    private static List<Volume> bound(List<Volume> volumes) {
        if (volumes.isEmpty()) {
            return volumes;
        }
        return volumes.stream()
                .filter(volume -> !(volume.source() instanceof Volume.Source.Other))
                .toList();
    }

    static Key keyOf(Pod pod) {
        PodSpec spec = pod.spec();
        return new Key(
                pod.meta().namespace(),
                pod.meta().labels(),
                pod.meta().controllerOwner(),
                new Wishes(
                        spec.schedulerName(),
                        spec.priority(),
                        spec.preemptionPolicy(),
                        spec.tolerations(),
                        spec.nodeSelector(),
                        spec.affinity(),
                        spec.topologySpreadConstraints(),
                        bound(spec.volumes()),
                        spec.schedulingGates(),
                        new Claimed(spec.resourceClaims(), pod.status().resourceClaims()),
                        spec.hostNetwork(),
                        spec.hostUsers()),
                spec.initContainers(),
                spec.containers(),
                spec.overhead(),
                spec.resources());
    }

    private static List<HostPort> hostPorts(PodSpec spec) {
        var ports = new ArrayList<HostPort>();
        for (Container container : spec.initContainers()) {
            if (container.sidecar()) {
                addHostPorts(ports, container);
            }
        }
        for (Container container : spec.containers()) {
            addHostPorts(ports, container);
        }
        return List.copyOf(ports);
    }

    private static void addHostPorts(List<HostPort> ports, Container container) {
        for (ContainerPort port : container.ports()) {
            if (port.hostPort() > 0) {
                ports.add(HostPort.of(port));
            }
        }
    }

    private static List<String> images(PodSpec spec) {
        var names = new ArrayList<String>();
        spec.initContainers().forEach(container -> names.add(withTag(container.image())));
        spec.containers().forEach(container -> names.add(withTag(container.image())));
        return List.copyOf(names);
    }

    private static String withTag(String image) {
        return image.lastIndexOf(':') <= image.lastIndexOf('/') ? image + ":latest" : image;
    }

    public int id() {
        return id;
    }

    /// Small, and the same for all classes whose requests are the same.
    public int resourceShape() {
        return resourceShape;
    }

    /// Whether the node selector and the required node affinity match a node.
    public boolean wants(Node node) {
        return NodeAffinityRule.hasLabels(nodeSelector, node)
                && (requiredNodes.isEmpty() || requiredNodes.get().matches(node));
    }

    /// What counts against a node.
    public Requests requests() {
        return requests;
    }

    /// What counts in the score of an incoming pod, with defaults for containers that name no cpu or
    /// memory. Requests of the pod as a whole do not count here: upstream forgets them
    /// (noderesources/fit.go, NewFit), and so do we, as the recorded decisions of pods with such requests
    /// show.
    public Requests scoreRequests() {
        return scoreRequests;
    }

    long nonZeroMilliCpu() {
        return nonZeroMilliCpu;
    }

    long nonZeroMemoryBytes() {
        return nonZeroMemoryBytes;
    }

    /// The terms on other pods.
    public PodTerms terms() {
        return terms;
    }

    public List<HostPort> hostPorts() {
        return hostPorts;
    }

    /// Images of all containers, init containers first, each with a tag.
    public List<String> images() {
        return images;
    }
}
