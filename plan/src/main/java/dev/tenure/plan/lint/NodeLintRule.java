package dev.tenure.plan.lint;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.plan.lint.LintFacts.Linted;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.taint.TaintReason;
import dev.tenure.rules.taint.TaintReasonRule;
import dev.tenure.rules.taint.TolerationRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What is wrong with nodes, pools and zones.
final class NodeLintRule {
    private static final List<String> POOLS = List.of(
            "node.kubernetes.io/nodepool",
            "cloud.google.com/gke-nodepool",
            "eks.amazonaws.com/nodegroup",
            "kubernetes.azure.com/agentpool",
            "karpenter.sh/nodepool",
            "cce.cloud.com/cce-nodepool",
            "machine.openshift.io/machine-set");

    private static final List<String> COUNTED = List.of(ResourceList.CPU, ResourceList.MEMORY);

    private NodeLintRule() {}

    static List<LintFinding> findings(LintFacts facts) {
        var found = new ArrayList<LintFinding>();
        for (Linted<Node> node : facts.nodes()) {
            single(node, found);
        }
        pools(facts, found);
        machinePools(facts, found);
        unwanted(facts, found);
        zones(facts, found);
        return found;
    }

    private static void single(Linted<Node> node, List<LintFinding> found) {
        boolean ready = node.value().isTrue(Node.READY);
        // manifests of nodes say nothing of how the node is
        boolean told = !node.value().status().conditions().isEmpty();
        for (Taint taint : node.value().spec().taints()) {
            String remove = "kubectl taint nodes %s %s:%s-"
                    .formatted(node.value().name(), taint.key(), taint.effect().word());
            String better = TolerationShapeRule.DEPRECATED.get(taint.key());
            if (better != null) {
                found.add(LintFinding.of(
                        LintCheck.TNR015,
                        node.subject(),
                        taint.key() + (better.isEmpty() ? "" : "; now " + better),
                        remove));
            }
            if (ready && taint.key().equals(WellKnownTaints.OUT_OF_SERVICE)) {
                found.add(LintFinding.of(LintCheck.TNR031, node.subject(), "", remove));
            }
            if (TaintReasonRule.reason(node.value(), taint) instanceof TaintReason.Stale(var keeper, var but)
                    && keeper.isPresent()
                    && told) {
                String detail = "(%s, but %s)".formatted(taint.withoutTime(), but);
                found.add(LintFinding.of(LintCheck.TNR035, node.subject(), detail, remove));
            }
        }
    }

    private static void pools(LintFacts facts, List<LintFinding> found) {
        Map<String, List<Linted<Node>>> pools = new TreeMap<>();
        for (Linted<Node> node : facts.nodes()) {
            for (String key : POOLS) {
                String pool = node.value().meta().labels().get(key);
                if (pool != null) {
                    pools.computeIfAbsent(key + "=" + pool, _ -> new ArrayList<>())
                            .add(node);
                }
            }
        }
        pools.forEach((pool, nodes) -> {
            Map<Set<Taint>, Integer> counts = new HashMap<>();
            nodes.forEach(node -> counts.merge(taints(node), 1, Integer::sum));
            Set<Taint> usual = counts.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse(Set.of());
            boolean most = counts.getOrDefault(usual, 0) * 2 > nodes.size();
            nodes.stream()
                    .filter(node -> most && !taints(node).equals(usual))
                    .forEach(node -> found.add(LintFinding.of(
                            LintCheck.TNR017,
                            node.subject(),
                            "(pool %s: %s; most have %s)".formatted(pool, taints(node), usual),
                            "")));
        });
    }

    private static void machinePools(LintFacts facts, List<LintFinding> found) {
        for (MachinePool pool : facts.machinePools()) {
            Set<Taint> wanted = Set.copyOf(pool.template().taints());
            for (Linted<Node> node : facts.nodes()) {
                if (!pool.nodes().contains(node.value().name())) {
                    continue;
                }
                Map<String, String> labels = new TreeMap<>(pool.template().labels());
                labels.entrySet().removeAll(node.value().meta().labels().entrySet());
                boolean alike = taints(node).equals(wanted) && labels.isEmpty();
                if (!alike) {
                    String detail = "(machine set %s: taints %s, its template has %s%s)"
                            .formatted(
                                    pool.name(),
                                    taints(node),
                                    wanted,
                                    labels.isEmpty() ? "" : "; without its labels " + labels);
                    found.add(LintFinding.of(LintCheck.TNR033, node.subject(), detail, ""));
                }
            }
        }
    }

    private static Set<Taint> taints(Linted<Node> node) {
        return new HashSet<>(NodeReach.lasting(node.value()));
    }

    private static void unwanted(LintFacts facts, List<LintFinding> found) {
        if (facts.workloads().isEmpty()) {
            return;
        }
        Set<List<Toleration>> lists = new HashSet<>();
        facts.workloads().forEach(each -> lists.add(each.template().spec().tolerations()));
        Set<Taint> lonely = new HashSet<>(facts.taints());
        lonely.removeIf(taint -> LintFacts.wellKnown(taint.key())
                || !TolerationRule.KEEPS_OFF.contains(taint.effect())
                || lists.stream().anyMatch(list -> TolerationRule.anyTolerates(list, taint, true)));
        for (Linted<Node> node : facts.nodes()) {
            for (Taint taint : node.value().spec().taints()) {
                if (lonely.remove(taint.withoutTime())) {
                    found.add(LintFinding.of(
                            LintCheck.TNR005,
                            node.subject(),
                            taint.withoutTime().toString(),
                            "kubectl taint nodes %s %s:%s-"
                                    .formatted(
                                            node.value().name(),
                                            taint.key(),
                                            taint.effect().word())));
                }
            }
        }
    }

    /// What the nodes of one zone have left, and what of their pods' requests would have to go to others
    /// without it.
    private static final class ZoneRoom {
        private final Map<String, Quantity> free = new HashMap<>();
        private final Map<String, Quantity> moving = new HashMap<>();

        private void add(Node node) {
            for (String resource : COUNTED) {
                free.merge(resource, node.status().allocatable().get(resource), Quantity::plus);
            }
        }

        private void add(Pod pod) {
            ResourceList asked = PodRequestsRule.requests(pod, PodRequestsRule.Options.HELD);
            boolean stays = pod.meta()
                    .controllerOwner()
                    .filter(owner ->
                            owner.kind().equals("DaemonSet") || owner.kind().equals("Node"))
                    .isPresent();
            for (String resource : COUNTED) {
                free.merge(resource, asked.get(resource).negated(), Quantity::plus);
                if (!stays) {
                    moving.merge(resource, asked.get(resource), Quantity::plus);
                }
            }
        }

        private Quantity free(String resource) {
            return free.getOrDefault(resource, Quantity.ZERO);
        }

        private Quantity moving(String resource) {
            return moving.getOrDefault(resource, Quantity.ZERO);
        }
    }

    private static void zones(LintFacts facts, List<LintFinding> found) {
        Map<String, ZoneRoom> ofNode = new HashMap<>();
        Map<String, ZoneRoom> rooms = new HashMap<>();
        Map<String, LintSubject> zones = new TreeMap<>();
        for (Linted<Node> node : facts.nodes()) {
            String zone = node.value().meta().labels().getOrDefault(WellKnownLabels.ZONE, "");
            ZoneRoom room = rooms.computeIfAbsent(zone, _ -> new ZoneRoom());
            room.add(node.value());
            ofNode.put(node.value().name(), room);
            if (!zone.isEmpty()) {
                zones.putIfAbsent(
                        zone, new LintSubject("Zone", "", zone, node.subject().where(), Set.of()));
            }
        }
        if (zones.size() < 2) {
            return;
        }
        for (Pod pod : facts.pods()) {
            ZoneRoom room = ofNode.get(pod.spec().nodeName());
            if (room != null) {
                room.add(pod);
            }
        }
        for (String resource : COUNTED) {
            Quantity all =
                    rooms.values().stream().map(room -> room.free(resource)).reduce(Quantity.ZERO, Quantity::plus);
            zones.forEach((zone, subject) -> {
                ZoneRoom room = rooms.getOrDefault(zone, new ZoneRoom());
                Quantity others = all.minus(room.free(resource));
                Quantity needed = room.moving(resource);
                if (needed.compareTo(others) > 0) {
                    found.add(LintFinding.of(
                            LintCheck.TNR014,
                            subject,
                            "(%s: pods ask for %s, others have %s left)".formatted(resource, needed, others),
                            ""));
                }
            });
        }
    }
}
