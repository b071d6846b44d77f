package dev.tenure.plan.forecast;

import static dev.tenure.plan.forecast.ForecastScenarios.apply;
import static dev.tenure.plan.forecast.ForecastScenarios.nodes;
import static dev.tenure.plan.forecast.ForecastScenarios.played;
import static dev.tenure.plan.forecast.ForecastScenarios.priority;
import static dev.tenure.plan.forecast.ForecastScenarios.service;
import static dev.tenure.plan.forecast.ForecastScenarios.taint;
import static dev.tenure.plan.forecast.ForecastScenarios.web;
import static dev.tenure.plan.forecast.ForecastScenarios.workload;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.forecast.ForecastScenarios.ForecastCase;
import java.util.List;

/// Of the scenarios of [ForecastScenarios] those in which pods are made anew because a manifest says so, or
/// become ready late.
final class UpdateScenarios {
    private UpdateScenarios() {}

    static List<ForecastCase> all() {
        return List.of(
                played("a rolling update", nodes(3, web(3, "100m", ""), service("web")), apply(web(3, "200m", ""))),
                played(
                        "a rolling update without a surge",
                        nodes(3, rolling(web(4, "100m", ""), "maxSurge: 0, maxUnavailable: 2"), service("web")),
                        apply(rolling(web(4, "200m", ""), "maxSurge: 0, maxUnavailable: 2"))),
                played(
                        "an update that begins anew",
                        nodes(2, recreated(web(3, "100m", "")), service("web")),
                        apply(recreated(web(3, "200m", "")))),
                played(
                        "a new pod that preempts",
                        nodes(2, priority("high", 100), web(3, "900m", "")),
                        apply(
                                "{apiVersion: v1, kind: Pod, metadata: {name: urgent, namespace: default}, spec: {priorityClassName: high, containers: [{name: c, image: i, resources: {requests: {cpu: 1500m}}}]}}")),
                played(
                        "a rolling update of a StatefulSet",
                        nodes(2, workload("StatefulSet", "db", 3, "100m", "")),
                        apply(workload("StatefulSet", "db", 3, "200m", ""))),
                played(
                        "a rolling update of a DaemonSet",
                        nodes(3, workload("DaemonSet", "agent", 0, "100m", "")),
                        apply(workload("DaemonSet", "agent", 0, "200m", ""))),
                played(
                                "a pod whose readiness probe begins late",
                                nodes(2, probedLate(workload("StatefulSet", "db", 2, "100m", ""), 220)),
                                taint("k:NoSchedule", "n1"))
                        .after(new Change.Nothing(), 141));
    }

    private static String rolling(String deployment, String bounds) {
        return deployment.replaceFirst("spec: \\{", "spec: {strategy: {rollingUpdate: {" + bounds + "}}, ");
    }

    private static String probedLate(String workload, int seconds) {
        return workload.replaceFirst(
                "containers: \\[\\{",
                "containers: [{readinessProbe: {tcpSocket: {port: 80}, initialDelaySeconds: " + seconds + "}, ");
    }

    private static String recreated(String deployment) {
        return deployment.replaceFirst("spec: \\{", "spec: {strategy: {type: Recreate}, ");
    }
}
