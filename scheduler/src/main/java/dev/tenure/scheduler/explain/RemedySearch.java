package dev.tenure.scheduler.explain;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.plugin.nodeaffinity.NodeAffinity;
import dev.tenure.scheduler.plugin.noderesources.NodeResourcesFit;
import dev.tenure.scheduler.plugin.nodeunschedulable.NodeUnschedulable;
import dev.tenure.scheduler.plugin.tainttoleration.TaintToleration;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Looks for the fewest changes that let a pod run on some node, the smallest first ([RemedyOrderRule]). On
/// each node the first refusal is cured, the filters are asked again, and so on, a few times; what is left in
/// the end has been proved.
public final class RemedySearch {
    private static final int CHANGES_MAX = 4;
    private static final int REMEDIES_MAX = 5;
    private static final int NODES_MAX = 1_000;
    private static final int NODE_KINDS_MAX = 20;
    private static final Set<String> GIVEN = Set.of(
            WellKnownLabels.HOSTNAME,
            WellKnownLabels.OS,
            WellKnownLabels.ARCH,
            WellKnownLabels.ZONE,
            WellKnownLabels.REGION,
            WellKnownLabels.BETA_ZONE,
            WellKnownLabels.BETA_REGION);
    private static final Set<String> TYPES = Set.of(
            "node.kubernetes.io/instance-type",
            "beta.kubernetes.io/instance-type",
            "beta.kubernetes.io/os",
            "beta.kubernetes.io/arch");
    private static final String LIFECYCLE_TAINTS = "node.kubernetes.io/";

    /// The pod and the node as they would be.
    private record State(Pod pod, Node node, List<SuggestedChange> changes) {
        State changed(Pod otherPod, Node otherNode, SuggestedChange change) {
            var more = new ArrayList<>(changes);
            more.add(change);
            return new State(otherPod, otherNode, more);
        }
    }

    private final ClusterView cluster;
    private final Profile profile;
    private final TaintToleration taints;
    private final PodClasses classes = new PodClasses();

    public RemedySearch(ClusterView cluster, Profile profile) {
        this.cluster = cluster;
        this.profile = profile;
        this.taints = TaintToleration.of(profile);
    }

    /// The remedies with the fewest changes, a few of them; another node only when nothing else helps; none
    /// when no change that is known here helps.
    public List<Remedy> remedies(Pod pod) {
        List<Remedy> changes = ofRealNodes(pod);
        return changes.isEmpty() ? anotherNode(pod) : changes;
    }

    private List<Remedy> ofRealNodes(Pod pod) {
        var found = new ArrayList<Remedy>();
        for (NodeState node : cluster.nodes().stream().limit(NODES_MAX).toList()) {
            cure(new State(pod, node.node(), List.of()), node)
                    .filter(changes -> !changes.isEmpty())
                    .ifPresent(changes -> found.add(new Remedy(List.of(node.name()), changes)));
        }
        int fewest = found.stream().mapToInt(one -> one.changes().size()).min().orElse(0);
        return joined(found.stream()
                        .filter(one -> one.changes().size() == fewest)
                        .sorted(Comparator.comparing(Remedy::node))
                        .toList())
                .stream()
                .sorted(RemedyOrderRule.SMALLEST_FIRST)
                .limit(REMEDIES_MAX)
                .toList();
    }

    /// Equal changes of the pod told once, with all the nodes on which they help.
    private static List<Remedy> joined(List<Remedy> remedies) {
        Map<Object, Remedy> byChanges = new LinkedHashMap<>();
        for (Remedy remedy : remedies) {
            boolean ofPod = remedy.changes().stream().allMatch(SuggestedChange::ofPod);
            byChanges.merge(ofPod ? remedy.changes() : remedy, remedy, RemedySearch::joined);
        }
        return List.copyOf(byChanges.values());
    }

    private static Remedy joined(Remedy one, Remedy other) {
        var nodes = new ArrayList<>(one.nodes());
        nodes.addAll(other.nodes());
        return new Remedy(nodes, one.changes());
    }

    /// A node like one that is there, without pods, and without the taints and the cordon that come and go.
    private List<Remedy> anotherNode(Pod pod) {
        Set<Object> tried = new HashSet<>();
        for (NodeState real : cluster.nodes().stream().limit(NODES_MAX).toList()) {
            Node node = another(real.node());
            if (tried.add(List.of(
                            node.status().allocatable(),
                            node.spec().taints(),
                            withoutName(node.meta().labels())))
                    && tried.size() <= NODE_KINDS_MAX
                    && verdict(new State(pod, node, List.of()), new NodeState(node))
                            .passes()) {
                return List.of(
                        new Remedy(List.of(node.meta().name()), List.of(new SuggestedChange.AddNode(real.name()))));
            }
        }
        return List.of();
    }

    private static Map<String, String> withoutName(Map<String, String> labels) {
        var others = new HashMap<>(labels);
        others.remove(WellKnownLabels.HOSTNAME);
        return others;
    }

    private static Node another(Node like) {
        String name = like.meta().name() + "-another";
        var labels = new HashMap<>(like.meta().labels());
        labels.computeIfPresent(WellKnownLabels.HOSTNAME, (key, old) -> name);
        ObjectMeta meta = like.meta();
        var renamed = new ObjectMeta(
                name,
                meta.namespace(),
                "",
                meta.generation(),
                meta.creationTimestamp(),
                Optional.empty(),
                labels,
                meta.annotations(),
                List.of(),
                List.of());
        var spec = new Node.NodeSpec(
                like.spec().taints().stream()
                        .filter(taint -> !taint.key().startsWith(LIFECYCLE_TAINTS))
                        .toList(),
                false,
                "",
                List.of());
        return new Node(renamed, spec, like.status());
    }

    private Optional<List<SuggestedChange>> cure(State state, NodeState real) {
        State now = state;
        for (int i = 0; i <= CHANGES_MAX; i++) {
            switch (verdict(now, real)) {
                case Verdict.Pass _ -> {
                    return Optional.of(now.changes());
                }
                case Verdict.Rejected rejected -> {
                    Optional<State> next = step(now, real, rejected.plugin());
                    if (next.isEmpty() || next.get().changes().size() > CHANGES_MAX) {
                        return Optional.empty();
                    }
                    now = next.get();
                }
                case Verdict.Skip _, Verdict.Failed _ -> {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    private Verdict verdict(State state, NodeState real) {
        NodeState node = real.copy();
        node.update(state.node());
        PodInfo pod = classes.info(state.pod());
        var cycle = new Cycle(pod, new WhatIfView(cluster, node), profile);
        Profile.PreFiltered before = profile.preFilter(cycle);
        if (!before.verdict().passes()) {
            return before.verdict();
        }
        if (before.nodes().isPresent() && !before.nodes().get().contains(node.name())) {
            return Verdict.Rejected.unresolvable("");
        }
        return profile.filterWithNominated(cycle, node);
    }

    private Optional<State> step(State state, NodeState real, String plugin) {
        return switch (plugin) {
            case NodeUnschedulable.NAME -> Optional.of(uncordon(state));
            case TaintToleration.NAME -> tolerate(state);
            case NodeAffinity.NAME -> label(state);
            case NodeResourcesFit.NAME -> shrink(state, real);
            default -> Optional.empty();
        };
    }

    private static State uncordon(State state) {
        Node node = state.node();
        var spec = new Node.NodeSpec(
                node.spec().taints().stream()
                        .filter(taint -> !taint.key().equals(WellKnownTaints.UNSCHEDULABLE))
                        .toList(),
                false,
                node.spec().providerId(),
                node.spec().podCidrs());
        return state.changed(state.pod(), new Node(node.meta(), spec, node.status()), new SuggestedChange.Uncordon());
    }

    private Optional<State> tolerate(State state) {
        Pod pod = state.pod();
        return taints.untolerated(pod, state.node()).map(taint -> {
            var tolerations = new ArrayList<>(pod.spec().tolerations());
            tolerations.add(new Toleration(
                    taint.key(), TolerationOperator.EQUAL, taint.value(), Optional.of(taint.effect()), Stay.forever()));
            var spec = pod.spec()
                    .with(pod.spec().nodeName(), tolerations, pod.spec().containers());
            return state.changed(
                    new Pod(pod.meta(), spec, pod.status()),
                    state.node(),
                    new SuggestedChange.Tolerate(taint.withoutTime()));
        });
    }

    private static Optional<State> label(State state) {
        Map<String, String> labels = state.node().meta().labels();
        for (Map.Entry<String, String> wanted :
                state.pod().spec().nodeSelector().entrySet()) {
            if (given(wanted.getKey())) {
                continue;
            }
            if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
                return Optional.of(labelled(state, wanted.getKey(), wanted.getValue()));
            }
        }
        return state.pod().spec().affinity().requiredNodes().stream()
                .flatMap(List::stream)
                .flatMap(term -> term.matchExpressions().stream())
                .filter(one -> !given(one.key())
                        && one.operator().word().equals("In")
                        && !one.values().isEmpty()
                        && !one.values().contains(labels.getOrDefault(one.key(), "")))
                .findFirst()
                .map(one -> labelled(state, one.key(), one.values().getFirst()));
    }

    /// Whether a label says what the node is, so that nobody can choose it.
    private static boolean given(String key) {
        return GIVEN.contains(key) || TYPES.contains(key);
    }

    private static State labelled(State state, String key, String value) {
        Node node = state.node();
        ObjectMeta meta = node.meta();
        var labels = new HashMap<>(meta.labels());
        labels.put(key, value);
        var changed = new ObjectMeta(
                meta.name(),
                meta.namespace(),
                meta.uid(),
                meta.generation(),
                meta.creationTimestamp(),
                meta.deletion(),
                labels,
                meta.annotations(),
                meta.ownerReferences(),
                meta.finalizers());
        return state.changed(
                state.pod(), new Node(changed, node.spec(), node.status()), new SuggestedChange.Label(key, value));
    }

    /// Lowers the request of the pod's largest container to what is left on the node.
    private static Optional<State> shrink(State state, NodeState real) {
        Pod pod = state.pod();
        for (String resource : List.of(ResourceList.CPU, ResourceList.MEMORY)) {
            long free = real.allocatable().amount(resource) - real.requested(resource);
            long asked = pod.spec().containers().stream()
                    .mapToLong(one -> amount(one, resource))
                    .sum();
            if (asked <= free || free <= 0) {
                continue;
            }
            int largest = 0;
            List<Container> containers = pod.spec().containers();
            for (int i = 1; i < containers.size(); i++) {
                largest = amount(containers.get(i), resource) > amount(containers.get(largest), resource) ? i : largest;
            }
            long from = amount(containers.get(largest), resource);
            long to = round(resource, from - (asked - free));
            if (to <= 0) {
                return Optional.empty();
            }
            var changed = new ArrayList<>(containers);
            changed.set(largest, requesting(containers.get(largest), resource, to));
            var spec = pod.spec().with(pod.spec().nodeName(), pod.spec().tolerations(), changed);
            return Optional.of(state.changed(
                    new Pod(pod.meta(), spec, pod.status()),
                    state.node(),
                    new SuggestedChange.Request(resource, from, to)));
        }
        return Optional.empty();
    }

    /// Down to a figure that a person would write.
    private static long round(String resource, long amount) {
        return AmountText.bytes(resource) && amount > AmountText.MEBIBYTE
                ? amount - amount % AmountText.MEBIBYTE
                : amount;
    }

    private static long amount(Container container, String resource) {
        Quantity asked = container.resources().requests().get(resource);
        return resource.equals(ResourceList.CPU) ? asked.milliValue() : asked.value();
    }

    private static Container requesting(Container container, String resource, long amount) {
        var requests = new HashMap<>(container.resources().requests().amounts());
        requests.put(
                resource,
                resource.equals(ResourceList.CPU)
                        ? Quantity.ofMilli(amount, Quantity.Format.DECIMAL_SI)
                        : Quantity.of(amount, Quantity.Format.DECIMAL_SI));
        return new Container(
                container.name(),
                container.image(),
                new ResourceRequirements(
                        new ResourceList(requests), container.resources().limits()),
                container.ports(),
                container.restartPolicy(),
                container.restartPolicyRules(),
                container.readinessProbe(),
                container.refers());
    }
}
