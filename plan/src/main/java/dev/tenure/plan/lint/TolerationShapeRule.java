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
            var looked = new Looked(workload, one, "tolerations/" + i, found);
            syntax(looked);
            stay(looked);
            reach(looked);
            if (all.subList(0, i).stream().anyMatch(one::sameAs)) {
                looked.tell(LintCheck.TNR021, looked.without(""));
            }
        }
        return found;
    }

    /// One toleration that is looked at.
    ///
    /// @param path where it stands in the spec of the pod
    /// @param found takes what is wrong with it
    private record Looked(LintedWorkload workload, Toleration one, String path, List<LintFinding> found) {
        private void tell(LintCheck check, String patch) {
            found.add(LintFinding.of(check, workload.subject(), TolerationText.of(one), patch));
        }

        /// A patch that takes a part of it away.
        ///
        /// @param part as `/value`; empty for all of it
        private String without(String part) {
            return workload.specPatch("remove", path + part, "");
        }

        /// @param part as `/key`
        /// @param json what it is to be
        private String with(String operation, String part, String json) {
            return workload.specPatch(operation, path + part, json);
        }
    }

    private static void syntax(Looked looked) {
        Toleration one = looked.one();
        boolean exists = one.operator() == TolerationOperator.EXISTS;
        if (exists && !one.value().isEmpty()) {
            looked.tell(LintCheck.TNR019, looked.without("/value"));
        }
        if (one.operator() == TolerationOperator.LT || one.operator() == TolerationOperator.GT) {
            looked.tell(LintCheck.TNR020, "");
        }
        if (one.key().isEmpty() && !exists) {
            looked.tell(LintCheck.TNR030, "");
        }
        String better = DEPRECATED.get(one.key());
        if (better != null) {
            looked.found()
                    .add(LintFinding.of(
                            LintCheck.TNR015,
                            looked.workload().subject(),
                            TolerationText.of(one) + (better.isEmpty() ? "" : "; now " + better),
                            better.isEmpty()
                                    ? looked.without("")
                                    : looked.with("replace", "/key", "\"" + better + "\"")));
        }
    }

    private static void stay(Looked looked) {
        Toleration one = looked.one();
        if (!(one.stay() instanceof Stay.AtMost(long seconds))) {
            return;
        }
        String without = looked.without("/tolerationSeconds");
        if (one.effect().isEmpty() || one.effect().get() != TaintEffect.NO_EXECUTE) {
            looked.tell(LintCheck.TNR018, without);
        } else if (looked.workload().nature() == LintedWorkload.Nature.STATIC) {
            looked.tell(LintCheck.TNR027, without);
        } else if (seconds <= 0) {
            looked.tell(LintCheck.TNR022, looked.without(""));
        } else if (seconds < SILENCE_SECONDS && silence(one.key())) {
            looked.tell(LintCheck.TNR008, looked.with("replace", "/tolerationSeconds", Long.toString(SILENCE_SECONDS)));
        }
    }

    private static void reach(Looked looked) {
        if (!looked.workload().movable()) {
            return;
        }
        Toleration one = looked.one();
        boolean forever = one.stay() instanceof Stay.Forever;
        boolean evicting = one.effect().isEmpty() || one.effect().get() == TaintEffect.NO_EXECUTE;
        boolean every = one.key().isEmpty() && one.operator() == TolerationOperator.EXISTS;
        if (every && one.effect().isEmpty()) {
            looked.found()
                    .add(LintFinding.of(LintCheck.TNR002, looked.workload().subject(), "", ""));
        } else if (forever && evicting && (every || silence(one.key()))) {
            boolean only = one.effect().equals(Optional.of(TaintEffect.NO_EXECUTE));
            looked.tell(LintCheck.TNR003, only ? looked.with("add", "/tolerationSeconds", "300") : "");
        }
        byKey(looked);
    }

    private static void byKey(Looked looked) {
        String key = looked.one().key();
        if (key.equals(WellKnownTaints.UNSCHEDULABLE)) {
            looked.tell(LintCheck.TNR032, looked.without(""));
        }
        if (key.equals(WellKnownTaints.DISK_PRESSURE) || key.equals(WellKnownTaints.PID_PRESSURE)) {
            looked.tell(LintCheck.TNR037, looked.without(""));
        }
        if (key.equals(WellKnownTaints.MEMORY_PRESSURE)
                && QosRule.of(looked.workload().template().spec()) == QosClass.BEST_EFFORT) {
            looked.tell(LintCheck.TNR023, looked.without(""));
        }
    }

    private static boolean silence(String key) {
        return key.equals(WellKnownTaints.NOT_READY) || key.equals(WellKnownTaints.UNREACHABLE);
    }
}
