package dev.tenure.plan.forecast;

import static dev.tenure.plan.forecast.ForecastScenarios.ALONE;
import static dev.tenure.plan.forecast.ForecastScenarios.ON_N1;
import static dev.tenure.plan.forecast.ForecastScenarios.budget;
import static dev.tenure.plan.forecast.ForecastScenarios.drain;
import static dev.tenure.plan.forecast.ForecastScenarios.nodes;
import static dev.tenure.plan.forecast.ForecastScenarios.options;
import static dev.tenure.plan.forecast.ForecastScenarios.played;
import static dev.tenure.plan.forecast.ForecastScenarios.web;
import static dev.tenure.plan.forecast.ForecastScenarios.workload;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.DrainOptions;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.forecast.ForecastScenarios.ForecastCase;
import java.util.ArrayList;
import java.util.List;

/// Of the scenarios of [ForecastScenarios] those in which nodes are drained: paced, blocked and refused, with
/// each flag.
final class DrainScenarios {
    private DrainScenarios() {}

    static List<ForecastCase> all() {
        var all = new ArrayList<>(drains());
        all.addAll(drainsWithFlags());
        return all;
    }

    private static List<ForecastCase> drains() {
        String two = web(2, "100m", ON_N1);
        return List.of(
                played("a cordon", nodes(2, two), new Change.Cordon(NodeChoice.named("n1"), true)),
                played("a drain without budgets", nodes(2, two), drain(DrainOptions.STANDARD, "n1")),
                played(
                        "a drain that a budget paces",
                        nodes(2, web(3, "100m", ON_N1), budget("web", "minAvailable: 2")),
                        drain(DrainOptions.STANDARD, "n1")),
                played(
                        "a drain that a share paces",
                        nodes(2, web(4, "100m", ON_N1), budget("web", "maxUnavailable: 25%")),
                        drain(DrainOptions.STANDARD, "n1")),
                played(
                        "a drain that a budget blocks",
                        nodes(2, two, budget("web", "minAvailable: 2")),
                        drain(DrainOptions.STANDARD, "n1")),
                played(
                        "a drain of two nodes with a budget",
                        nodes(3, web(4, "100m", ""), budget("web", "maxUnavailable: 1")),
                        drain(DrainOptions.STANDARD, "n1", "n2")),
                played(
                        "a drain that a lonely pod refuses",
                        nodes(2, two, ALONE.formatted("")),
                        drain(DrainOptions.STANDARD, "n1")),
                played(
                        "a drain by force",
                        nodes(2, two, ALONE.formatted("")),
                        drain(options(true, false, -1, false), "n1")));
    }

    private static List<ForecastCase> drainsWithFlags() {
        String two = web(2, "100m", ON_N1);
        return List.of(
                played(
                        "a drain that local data refuses",
                        nodes(2, two, ALONE.formatted(", volumes: [{name: v, emptyDir: {}}]")),
                        drain(options(true, false, -1, false), "n1")),
                played(
                        "a drain that gives local data up",
                        nodes(2, ALONE.formatted(", volumes: [{name: v, emptyDir: {}}]")),
                        drain(options(true, true, -1, false), "n1")),
                played(
                        "a drain that asks no budget",
                        nodes(2, two, budget("web", "minAvailable: 2")),
                        drain(options(false, false, -1, true), "n1")),
                played(
                        "a drain with a grace period of its own",
                        nodes(2, two),
                        drain(options(false, false, 3, false), "n1")),
                played(
                        "a drain that leaves a DaemonSet alone",
                        nodes(2, two, workload("DaemonSet", "agent", 0, "10m", "")),
                        drain(DrainOptions.IGNORING_DAEMON_SETS, "n1")),
                played(
                        "a drain that a DaemonSet refuses",
                        nodes(2, two, workload("DaemonSet", "agent", 0, "10m", "")),
                        drain(DrainOptions.STANDARD, "n1")),
                played(
                        "a drain of a StatefulSet with a budget",
                        nodes(2, workload("StatefulSet", "db", 2, "100m", ON_N1), budget("db", "maxUnavailable: 1")),
                        drain(DrainOptions.STANDARD, "n1")),
                played("a drain without room", nodes(2, web(3, "900m", "")), drain(DrainOptions.STANDARD, "n1")));
    }
}
