package dev.tenure.plan.forecast;

import static dev.tenure.plan.forecast.ForecastScenarios.apply;
import static dev.tenure.plan.forecast.ForecastScenarios.nodes;
import static dev.tenure.plan.forecast.ForecastScenarios.played;
import static dev.tenure.plan.forecast.ForecastScenarios.web;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.forecast.ForecastScenarios.ForecastCase;
import dev.tenure.sim.world.PlayedKinds;
import java.util.ArrayList;
import java.util.List;

/// Of the scenarios of [ForecastScenarios] those in which nodes come and go with the machines of a set.
final class MachineSetScenarios {
    private MachineSetScenarios() {}

    /// Two machines of a set, which have nodes n1's size, and pods that are to be there.
    private static List<String> machines(int replicas) {
        List<String> all = new ArrayList<>();
        PlayedKinds.machines().forEach(definition -> {
            definition.remove("status");
            all.add(definition.toString());
        });
        all.add(
                "{apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, metadata: {name: gpu, namespace: default},"
                        + " spec: {replicas: 2, selector: {matchLabels: {set: gpu}}, template: {metadata: {labels: {set: gpu}},"
                        + " spec: {metadata: {labels: {pool: gpu}}, taints: [{key: gpu, value: 'yes', effect: NoExecute}]}}}}");
        all.addAll(nodes(1));
        all.add(web(
                replicas,
                "500m",
                "nodeSelector: {pool: gpu}, tolerations: [{key: gpu, operator: Exists, effect: NoExecute}]"));
        return all;
    }

    static List<ForecastCase> all() {
        String template =
                "{apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, metadata: {name: gpu, namespace:"
                        + " default}, spec: {replicas: %d, selector: {matchLabels: {set: gpu}}, template: {metadata: {labels:"
                        + " {set: gpu}}, spec: {metadata: {labels: {pool: gpu}}, taints: [{key: %s, effect: NoExecute}]}}}}";
        return List.of(
                played(
                        "a machine set is scaled down",
                        machines(4),
                        new Change.Scale("machineset", "default", "gpu", 1)),
                played(
                        "a machine set is scaled down to less than its pods need",
                        machines(6),
                        new Change.Scale("machinesets.machine.openshift.io", "default", "gpu", 1)),
                played(
                        "a machine set is scaled up for a pod that waits",
                        machines(9),
                        new Change.Scale("machinesets", "default", "gpu", 3)),
                played(
                        "another taint in a machine set leaves the machines that are there",
                        machines(4),
                        apply(template.formatted(2, "other"))),
                played(
                        "another taint in a machine set keeps pods from its new machines",
                        machines(9),
                        apply(template.formatted(3, "other"))));
    }
}
