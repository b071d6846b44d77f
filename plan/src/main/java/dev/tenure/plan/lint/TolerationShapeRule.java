package dev.tenure.plan.lint;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.rules.qos.QosClass;
import dev.tenure.rules.qos.QosRule;
import dev.tenure.rules.taint.TolerationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is wrong with tolerations whatever the nodes are.
final class TolerationShapeRule {
    /// How long a node is silent before anybody notices: the monitor's grace period of Kubernetes.
    private static final long SILENCE_SECONDS = 50;

    /// Given up, and what took their place; empty when nothing did.
    static final Map<String, String> DEPRECATED = Map.of(
            "node.alpha.kubernetes.io/notReady",
            WellKnownTaints.NOT_READY,
            "node.alpha.kubernetes.io/unreachable",
            WellKnownTaints.UNREACHABLE,
            "node-role.kubernetes.io/master",
            "node-role.kubernetes.io/control-plane",
            "node.kubernetes.io/out-of-disk",
            "");

    private TolerationShapeRule() {}

    static List<LintFinding> findings(LintedWorkload workload) {
        var found = new ArrayList<LintFinding>();
        List<Toleration> all = workload.template().spec().tolerations();
        for (int i = 0; i < all.size(); i++) {
            Toleration one = all.get(i);
            String path = "tolerations/" + i;
            syntax(workload, one, path, found);
            stay(workload, one, path, found);
            reach(workload, one, path, found);
            if (all.subList(0, i).stream().anyMatch(one::sameAs)) {
                found.add(LintFinding.of(
                        LintCheck.TNR021,
                        workload.subject(),
                        TolerationText.of(one),
                        workload.specPatch("remove", path, "")));
            }
        }
        return found;
    }

    private static void syntax(LintedWorkload workload, Toleration one, String path, List<LintFinding> found) {
        boolean exists = one.operator() == TolerationOperator.EXISTS;
        if (exists && !one.value().isEmpty()) {
            found.add(LintFinding.of(
                    LintCheck.TNR019,
                    workload.subject(),
                    TolerationText.of(one),
                    workload.specPatch("remove", path + "/value", "")));
        }
        if (one.operator() == TolerationOperator.LT || one.operator() == TolerationOperator.GT) {
            found.add(LintFinding.of(LintCheck.TNR020, workload.subject(), TolerationText.of(one), ""));
        }
        if (one.key().isEmpty() && !exists) {
            found.add(LintFinding.of(LintCheck.TNR030, workload.subject(), TolerationText.of(one), ""));
        }
        String better = DEPRECATED.get(one.key());
        if (better != null) {
            found.add(LintFinding.of(
                    LintCheck.TNR015,
                    workload.subject(),
                    TolerationText.of(one) + (better.isEmpty() ? "" : "; now " + better),
                    better.isEmpty()
                            ? workload.specPatch("remove", path, "")
                            : workload.specPatch("replace", path + "/key", "\"" + better + "\"")));
        }
    }

    private static void stay(LintedWorkload workload, Toleration one, String path, List<LintFinding> found) {
        if (!(one.stay() instanceof Stay.AtMost(long seconds))) {
            return;
        }
        String without = workload.specPatch("remove", path + "/tolerationSeconds", "");
        if (one.effect().isEmpty() || one.effect().get() != TaintEffect.NO_EXECUTE) {
            found.add(LintFinding.of(LintCheck.TNR018, workload.subject(), TolerationText.of(one), without));
        } else if (workload.nature() == LintedWorkload.Nature.STATIC) {
            found.add(LintFinding.of(LintCheck.TNR027, workload.subject(), TolerationText.of(one), without));
        } else if (seconds <= 0) {
            found.add(LintFinding.of(
                    LintCheck.TNR022,
                    workload.subject(),
                    TolerationText.of(one),
                    workload.specPatch("remove", path, "")));
        } else if (seconds < SILENCE_SECONDS && silence(one.key())) {
            found.add(LintFinding.of(
                    LintCheck.TNR008,
                    workload.subject(),
                    TolerationText.of(one),
                    workload.specPatch("replace", path + "/tolerationSeconds", Long.toString(SILENCE_SECONDS))));
        }
    }

    private static void reach(LintedWorkload workload, Toleration one, String path, List<LintFinding> found) {
        if (!workload.movable()) {
            return;
        }
        boolean forever = one.stay() instanceof Stay.Forever;
        boolean evicting = one.effect().isEmpty() || one.effect().get() == TaintEffect.NO_EXECUTE;
        boolean every = one.key().isEmpty() && one.operator() == TolerationOperator.EXISTS;
        if (every && one.effect().isEmpty()) {
            found.add(LintFinding.of(LintCheck.TNR002, workload.subject(), "", ""));
        } else if (forever && evicting && (every || silence(one.key()))) {
            String seconds = one.effect().equals(Optional.of(TaintEffect.NO_EXECUTE))
                    ? workload.specPatch("add", path + "/tolerationSeconds", "300")
                    : "";
            found.add(LintFinding.of(LintCheck.TNR003, workload.subject(), TolerationText.of(one), seconds));
        }
        byKey(workload, one, path, found);
    }

    private static void byKey(LintedWorkload workload, Toleration one, String path, List<LintFinding> found) {
        if (one.key().equals(WellKnownTaints.UNSCHEDULABLE)) {
            found.add(LintFinding.of(
                    LintCheck.TNR032,
                    workload.subject(),
                    TolerationText.of(one),
                    workload.specPatch("remove", path, "")));
        }
        if (one.key().equals(WellKnownTaints.DISK_PRESSURE) || one.key().equals(WellKnownTaints.PID_PRESSURE)) {
            found.add(LintFinding.of(
                    LintCheck.TNR037,
                    workload.subject(),
                    TolerationText.of(one),
                    workload.specPatch("remove", path, "")));
        }
        if (one.key().equals(WellKnownTaints.MEMORY_PRESSURE)
                && QosRule.of(workload.template().spec()) == QosClass.BEST_EFFORT) {
            found.add(LintFinding.of(
                    LintCheck.TNR023,
                    workload.subject(),
                    TolerationText.of(one),
                    workload.specPatch("remove", path, "")));
        }
    }

    private static boolean silence(String key) {
        return key.equals(WellKnownTaints.NOT_READY) || key.equals(WellKnownTaints.UNREACHABLE);
    }
}
