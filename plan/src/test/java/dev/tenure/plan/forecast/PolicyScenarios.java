package dev.tenure.plan.forecast;

import static dev.tenure.plan.forecast.ForecastScenarios.apply;
import static dev.tenure.plan.forecast.ForecastScenarios.nodes;
import static dev.tenure.plan.forecast.ForecastScenarios.played;
import static dev.tenure.plan.forecast.ForecastScenarios.taint;
import static dev.tenure.plan.forecast.ForecastScenarios.workload;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.forecast.ForecastScenarios.ForecastCase;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Scenarios with policies of taint evictions.
final class PolicyScenarios {
    private static final String ON_N1 = "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution:"
            + " [{weight: 100, preference: {matchExpressions: [{key: kubernetes.io/hostname, operator: In, values:"
            + " [n1]}]}}]}}";

    private PolicyScenarios() {}

    private static String policy(String spec) {
        return "{apiVersion: tenure.dev/v1alpha1, kind: TaintEvictionPolicy, metadata: {name: gentle}, spec: {taints:"
                + " [{key: k, operator: Exists}], " + spec + "}}";
    }

    private static String budget(String bound) {
        return "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web, namespace: default}, spec: {"
                + bound + ", selector: {matchLabels: {app: web}}}}";
    }

    private static List<String> cluster(String... more) {
        List<String> all = new ArrayList<>();
        ObjectNode definition = PlayedKinds.policies();
        definition.remove("status");
        all.add(definition.toString());
        all.addAll(nodes(2, more));
        all.add(workload("Deployment", "web", 3, "100m", ON_N1));
        return all;
    }

    static List<ForecastCase> all() {
        return List.of(
                played("pods leave at a pace", cluster(policy("podsPerMinute: 4")), taint("k:NoExecute", "n1")),
                played("nobody leaves during a pause", cluster(policy("paused: true")), taint("k:NoExecute", "n1")),
                played(
                        "a budget lets one pod go after the other",
                        cluster(policy("budgets: Respect"), budget("maxUnavailable: 1")),
                        taint("k:NoExecute", "n1")),
                played(
                        "a budget that lets nobody go, until the deadline",
                        cluster(policy("budgets: Respect, budgetDeadlineSeconds: 240"), budget("minAvailable: 3")),
                        taint("k:NoExecute", "n1")),
                played(
                        "replacements come first",
                        cluster(policy("replacement: First, maxSurge: 1")),
                        taint("k:NoExecute", "n1")),
                played(
                        "pods leave because of a taint that only keeps new ones away",
                        cluster(policy("alsoEvictFor: [NoSchedule], podsPerMinute: 6")),
                        taint("k:NoSchedule", "n1")),
                played(
                        "nobody goes in circles on a node that is not preferred",
                        cluster(policy("alsoEvictFor: [PreferNoSchedule], minStaySeconds: 20")),
                        taint("k:PreferNoSchedule", "n1", "n2")),
                played(
                        "an expression chooses the taints under which pods stay for a while",
                        cluster(policy("tolerate: true, tolerateSeconds: 40")
                                .replace("key: k, operator: Exists", "expression: \"int(taint.value) > 950\"")),
                        new Change.Steps(List.of(
                                new Change.Step(Duration.ZERO, taint("sla=960:NoExecute", "n1")),
                                new Change.Step(Duration.ofSeconds(20), taint("sla=gold:NoExecute", "n2"))))),
                played("a brake that holds", cluster(policy("maxTaintedNodes: 1")), taint("k:NoExecute", "n1", "n2")),
                played(
                        "a pause that is made before the taint, and ends",
                        cluster(),
                        new Change.Steps(List.of(
                                new Change.Step(Duration.ZERO, apply(policy("paused: true"))),
                                new Change.Step(Duration.ofSeconds(20), taint("k:NoExecute", "n1")),
                                new Change.Step(Duration.ofSeconds(80), apply(policy("paused: false")))))));
    }
}
