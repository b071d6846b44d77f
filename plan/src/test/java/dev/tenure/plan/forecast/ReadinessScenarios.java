package dev.tenure.plan.forecast;

import static dev.tenure.plan.forecast.ForecastScenarios.apply;
import static dev.tenure.plan.forecast.ForecastScenarios.nodes;
import static dev.tenure.plan.forecast.ForecastScenarios.played;
import static dev.tenure.plan.forecast.ForecastScenarios.workload;

import dev.tenure.plan.forecast.ForecastScenarios.ForecastCase;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// Scenarios with rules of node readiness.
final class ReadinessScenarios {
    private ReadinessScenarios() {}

    private static String rule(String effect, String hostname, String more) {
        return "{apiVersion: readiness.node.x-k8s.io/v1alpha1, kind: NodeReadinessRule, metadata: {name: net%s}, spec:"
                        .formatted(more)
                + " {conditions: [{type: Net, requiredStatus: 'True'}], enforcementMode: continuous, taint: {key:"
                + " readiness.k8s.io/net, effect: %s}, nodeSelector: {matchLabels: {kubernetes.io/hostname: %s}}}}"
                        .formatted(effect, hostname);
    }

    private static List<String> cluster(String... more) {
        List<String> all = new ArrayList<>();
        ObjectNode definition = PlayedKinds.readinessRules();
        definition.remove("status");
        all.add(definition.toString());
        all.addAll(nodes(2, more));
        all.add(workload("Deployment", "web", 3, "100m", ""));
        return all;
    }

    static List<ForecastCase> all() {
        return List.of(
                played("a rule that makes pods leave", cluster(), apply(rule("NoExecute", "n1", ""))),
                played(
                        "a rule that keeps pods off",
                        cluster(),
                        apply(rule("NoSchedule", "n1", "") + "\n---\n"
                                + workload("Deployment", "late", 2, "100m", ""))),
                played(
                        "a second rule of the taint of the first, elsewhere",
                        cluster(rule("NoExecute", "n1", "")),
                        apply(rule("NoExecute", "n2", "-too"))));
    }
}
