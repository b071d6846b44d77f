package dev.tenure.plan.lint;

import dev.tenure.model.core.Affinity;
import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.Volume;
import dev.tenure.rules.qos.QosClass;
import dev.tenure.rules.qos.QosRule;
import dev.tenure.rules.taint.TolerationRule;
import dev.tenure.rules.taint.TolerationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// What is wrong with where pods ask to be, and what stands in their specs besides tolerations.
final class PlacementLintRule {
    private static final Map<String, String> LABELS = Map.of(
            "failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone",
            "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region",
            "beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type",
            "beta.kubernetes.io/os", "kubernetes.io/os",
            "beta.kubernetes.io/arch", "kubernetes.io/arch",
            "node-role.kubernetes.io/master", "node-role.kubernetes.io/control-plane");

    private PlacementLintRule() {}

    /// @param taints of all nodes
    static List<LintFinding> findings(LintedWorkload workload, NodeReach reach, Set<Taint> taints) {
        var found = new ArrayList<LintFinding>();
        alone(workload, found);
        if (!reach.anyNodes() || workload.nature() == LintedWorkload.Nature.STATIC) {
            return found;
        }
        Set<List<Taint>> nodes = reach.of(workload.template().spec());
        unmatched(workload, taints, found);
        if (nodes.isEmpty()) {
            found.add(LintFinding.of(LintCheck.TNR028, workload.subject(), wish(workload), ""));
        } else {
            pools(workload, nodes, taints, found);
        }
        return found;
    }

    private static String wish(LintedWorkload workload) {
        PodSpec spec = workload.template().spec();
        return spec.nodeSelector().isEmpty()
                ? "(required node affinity)"
                : "(node selector " + spec.nodeSelector() + ")";
    }

    private static void alone(LintedWorkload workload, List<LintFinding> found) {
        PodSpec spec = workload.template().spec();
        for (String key : new TreeSet<>(keys(spec))) {
            String better = LABELS.get(key);
            if (better != null) {
                found.add(LintFinding.of(LintCheck.TNR016, workload.subject(), key + "; now " + better, ""));
            }
        }
        if (spec.priorityClassName().startsWith("system-")
                && !workload.subject().namespace().equals("kube-system")) {
            found.add(LintFinding.of(
                    LintCheck.TNR024,
                    workload.subject(),
                    spec.priorityClassName(),
                    workload.specPatch("remove", "priorityClassName", "")));
        }
        if (!spec.nodeName().isEmpty() && workload.hasTemplate()) {
            found.add(LintFinding.of(
                    LintCheck.TNR036,
                    workload.subject(),
                    "(nodeName " + spec.nodeName() + ")",
                    workload.specPatch("remove", "nodeName", "")));
        }
        if (workload.nature() == LintedWorkload.Nature.DAEMON
                && QosRule.of(spec) == QosClass.BEST_EFFORT
                && !spec.priorityClassName().startsWith("system-")) {
            found.add(LintFinding.of(LintCheck.TNR038, workload.subject(), "", ""));
        }
        if (workload.subject().kind().equals("StatefulSet")) {
            spec.volumes().stream()
                    .filter(volume ->
                            volume.source() instanceof Volume.Source.EmptyDir(String medium, var _) && medium.isEmpty())
                    .forEach(volume -> found.add(LintFinding.of(
                            LintCheck.TNR025, workload.subject(), "(volume " + volume.name() + ")", "")));
        }
        workload.selector()
                .filter(selector -> !selector.matches(workload.template().labels()))
                .ifPresent(selector -> found.add(LintFinding.of(
                        LintCheck.TNR012,
                        workload.subject(),
                        "(selector %s, labels %s)"
                                .formatted(selector, workload.template().labels()),
                        "")));
    }

    private static List<String> keys(PodSpec spec) {
        Stream<String> required = spec.affinity().requiredNodes().stream()
                .flatMap(List::stream)
                .flatMap(term -> term.matchExpressions().stream())
                .map(NodeSelectorRequirement::key);
        Stream<String> spread = spec.topologySpreadConstraints().stream().map(each -> each.topologyKey());
        Stream<String> near = Stream.of(
                        spec.affinity().podAffinity(), spec.affinity().podAntiAffinity())
                .flatMap(terms -> terms.required().stream())
                .map(Affinity.PodTerm::topologyKey);
        return Stream.of(spec.nodeSelector().keySet().stream(), required, spread, near)
                .flatMap(each -> each)
                .toList();
    }

    private static void unmatched(LintedWorkload workload, Set<Taint> taints, List<LintFinding> found) {
        List<Toleration> all = workload.template().spec().tolerations();
        for (int i = 0; i < all.size(); i++) {
            Toleration one = all.get(i);
            if (!one.key().isEmpty()
                    && !LintFacts.wellKnown(one.key())
                    && taints.stream().noneMatch(taint -> TolerationRule.tolerates(one, taint, true))) {
                found.add(LintFinding.of(
                        LintCheck.TNR001,
                        workload.subject(),
                        TolerationText.of(one),
                        workload.specPatch("remove", "tolerations/" + i, "")));
            }
        }
    }

    private static void pools(
            LintedWorkload workload, Set<List<Taint>> nodes, Set<Taint> taints, List<LintFinding> found) {
        PodSpec spec = workload.template().spec();
        List<Taint> refused = nodes.stream()
                .flatMap(each -> untolerated(spec, each, TolerationRule.KEEPS_OFF).stream())
                .distinct()
                .toList();
        if (nodes.stream()
                .noneMatch(each ->
                        untolerated(spec, each, TolerationRule.KEEPS_OFF).isEmpty())) {
            found.add(LintFinding.of(LintCheck.TNR029, workload.subject(), refused.toString(), ""));
        } else if (workload.movable()) {
            taints.stream()
                    .filter(taint -> dedicated(taint, spec))
                    .filter(taint -> nodes.stream().anyMatch(each -> !each.contains(taint)))
                    .map(Taint::toString)
                    .sorted()
                    .forEach(taint -> found.add(LintFinding.of(LintCheck.TNR004, workload.subject(), taint, "")));
        }
        if (workload.nature() == LintedWorkload.Nature.DAEMON) {
            refused.stream()
                    .filter(taint -> taint.effect() == TaintEffect.NO_EXECUTE)
                    .map(Taint::toString)
                    .sorted()
                    .forEach(taint -> found.add(LintFinding.of(LintCheck.TNR009, workload.subject(), taint, "")));
        }
        for (int i = 0; i < spec.topologySpreadConstraints().size(); i++) {
            var constraint = spec.topologySpreadConstraints().get(i);
            if (constraint.hard() && !constraint.honorNodeTaints() && !refused.isEmpty()) {
                found.add(LintFinding.of(
                        LintCheck.TNR026,
                        workload.subject(),
                        refused.toString(),
                        workload.specPatch(
                                "add", "topologySpreadConstraints/" + i + "/nodeTaintsPolicy", "\"Honor\"")));
            }
        }
    }

    /// Whether the taint keeps others off, and the pod names it.
    private static boolean dedicated(Taint taint, PodSpec spec) {
        return !LintFacts.wellKnown(taint.key())
                && TolerationRule.KEEPS_OFF.contains(taint.effect())
                && spec.tolerations().stream()
                        .anyMatch(one -> !one.key().isEmpty() && TolerationRule.tolerates(one, taint, true));
    }

    private static Optional<Taint> untolerated(PodSpec spec, List<Taint> taints, Set<TaintEffect> effects) {
        return taints.stream()
                .filter(taint -> effects.contains(taint.effect()))
                .filter(taint -> !TolerationRule.anyTolerates(spec.tolerations(), taint, true))
                .findFirst();
    }
}
