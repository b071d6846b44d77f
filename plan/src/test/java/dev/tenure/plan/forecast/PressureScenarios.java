package dev.tenure.plan.forecast;

import static dev.tenure.plan.forecast.ForecastScenarios.ON_N1;
import static dev.tenure.plan.forecast.ForecastScenarios.apply;
import static dev.tenure.plan.forecast.ForecastScenarios.budget;
import static dev.tenure.plan.forecast.ForecastScenarios.drain;
import static dev.tenure.plan.forecast.ForecastScenarios.nodes;
import static dev.tenure.plan.forecast.ForecastScenarios.options;
import static dev.tenure.plan.forecast.ForecastScenarios.played;
import static dev.tenure.plan.forecast.ForecastScenarios.priority;
import static dev.tenure.plan.forecast.ForecastScenarios.taint;
import static dev.tenure.plan.forecast.ForecastScenarios.tolerating;
import static dev.tenure.plan.forecast.ForecastScenarios.web;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.forecast.ForecastScenarios.ForecastCase;
import java.util.List;

/// Of the scenarios of [ForecastScenarios] those in which pods use up what their node has.
final class PressureScenarios {
    private PressureScenarios() {}

    /// A pod that says what it uses.
    ///
    /// @param usage annotations behind `usage.simulation.tenure.dev/`, in flow style
    private static String using(String name, String node, String usage, String more) {
        return "{apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: default, annotations: {%s}}, spec: {nodeSelector: {kubernetes.io/hostname: %s}, %s containers: [{name: c, image: i, resources: {requests: {cpu: 50m, memory: 1Gi}}}]}}"
                .formatted(name, usage, node, more);
    }

    private static String memory(String usage) {
        return "usage.simulation.tenure.dev/memory: '%s'".formatted(usage);
    }

    static List<ForecastCase> all() {
        String modest = using("modest", "n1", memory("900Mi"), "");
        String swelling = using("swelling", "n1", memory("ramp from=1Gi to=8Gi after=5m over=5m"), "");
        return List.of(
                played(
                        "a new pod that uses up its node's memory",
                        nodes(2, modest, web(2, "100m", ON_N1)),
                        apply(using("hungry", "n1", memory("ramp from=1Gi to=8Gi over=3m"), ""))),
                played("a pod that will use up its node's memory", nodes(2, modest, swelling), new Change.Nothing()),
                played(
                        "a pod of higher priority that uses up the memory of others",
                        nodes(
                                2,
                                priority("high", 1000),
                                using("greedy", "n1", memory("ramp from=512Mi to=5Gi after=4m over=2m"), ""),
                                using(
                                        "precious",
                                        "n1",
                                        memory("ramp from=512Mi to=5Gi after=4m over=4m"),
                                        "priorityClassName: high,")),
                        new Change.Nothing()),
                played(
                        "a pod that writes more than it may",
                        nodes(
                                2,
                                using(
                                        "writing",
                                        "n1",
                                        "usage.simulation.tenure.dev/volume.v: 'ramp from=1Mi to=3Gi after=3m over=2m'",
                                        "volumes: [{name: v, emptyDir: {sizeLimit: 1Gi}}],")),
                        new Change.Nothing()),
                played(
                        "memory runs short on a node that is drained",
                        nodes(2, swelling, web(3, "100m", ON_N1), budget("web", "maxUnavailable: 1")),
                        drain(options(true, true, -1, false), "n1")),
                played(
                        "a taint on a node whose memory runs short",
                        nodes(2, swelling, web(3, "100m", ON_N1 + ", " + tolerating("420"))),
                        taint("k:NoExecute", "n1")));
    }
}
