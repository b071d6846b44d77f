package dev.tenure.plan.saved;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.change.Change.Step;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.Forecasts;
import dev.tenure.plan.forecast.StagedCluster;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.sim.scenario.Manifests;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A running cluster on virtual time of which plans are saved and in which they are carried out: three nodes
/// that are simulated and one, n4, that is not, a Deployment of two with a budget and a service, and a pod of
/// nobody.
final class SavedCluster {
    private static final Duration END = Duration.ofMinutes(30);

    final StagedCluster staged;
    final List<String> lines = new ArrayList<>();

    SavedCluster() {
        staged = new StagedCluster(
                Semantics.DOCUMENTED,
                7,
                node("n1", "simulated"),
                node("n2", "simulated"),
                node("n3", "simulated"),
                node("n4", "real"),
                """
                {apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: default}, spec: {replicas: 2,
                selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {nodeSelector:
                {role: simulated}, topologySpreadConstraints: [{maxSkew: 1, topologyKey: kubernetes.io/hostname,
                whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {app: web}}}],
                terminationGracePeriodSeconds: 5, containers: [{name: main, image: i}]}}}}""",
                """
                {apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web, namespace: default}, spec:
                {minAvailable: 1, selector: {matchLabels: {app: web}}}}""",
                "{apiVersion: v1, kind: Service, metadata: {name: web, namespace: default}, spec: {selector: {app: web}, ports: [{port: 80}]}}",
                "{apiVersion: v1, kind: Pod, metadata: {name: lone, namespace: default}, spec: {nodeName: n3, containers: [{name: main, image: i}]}}");
        staged.advance(Duration.ofSeconds(30));
    }

    private static String node(String name, String role) {
        return "{apiVersion: v1, kind: Node, metadata: {name: %s, labels: {kubernetes.io/hostname: %s, role: %s}, annotations: {tenure.dev/node: %s}}, status: {capacity: {cpu: '2', memory: 8Gi, pods: '20'}}}"
                .formatted(name, name, role, role);
    }

    /// The node on which a replica of the Deployment is.
    String ofWeb() {
        return staged.pods().stream()
                .filter(pod -> pod.meta().name().startsWith("web-"))
                .map(pod -> pod.spec().nodeName())
                .sorted()
                .findFirst()
                .orElseThrow();
    }

    SavedPlan plan(Change change) {
        ClusterDump dump = staged.dump();
        return SavedPlan.of(dump, change, Forecasts.of(dump, change, ForecastOptions.STANDARD));
    }

    List<String> stale(SavedPlan plan) {
        return StalenessRule.of(plan, staged.dump());
    }

    void apply(String manifest) {
        staged.play(new Change.Apply(Manifests.read(manifest), "default"));
    }

    /// Has its controller give up this pod before all others.
    void cheapen(String uid) {
        String name = staged.pods().stream()
                .filter(pod -> pod.meta().uid().equals(uid))
                .map(pod -> pod.meta().name())
                .findFirst()
                .orElseThrow();
        apply(
                "{apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: default, annotations: {controller.kubernetes.io/pod-deletion-cost: '-5'}}}"
                        .formatted(name));
    }

    /// Deletes a pod.
    void delete(String pod) {
        staged.cluster().client().delete(ResourceTypes.PODS, "default", pod, Document.of(Json.object()));
    }

    /// Begins to carry a plan out.
    PlanRun begin(SavedPlan plan, boolean stepwise) {
        var world = staged.cluster().world();
        var site = new PlanRun.Site(
                staged.cluster().client(), new StoredForms(), world.loop("acting"), world.loop("watching"));
        var run = new PlanRun(site, plan, new PlanRun.Settings(stepwise, Duration.ofMinutes(1)), lines::add);
        run.start();
        return run;
    }

    PlanFacts end(PlanRun run) {
        var until = staged.cluster().world().now().plus(END);
        while (run.facts().isEmpty() && until.isAfter(staged.cluster().world().now())) {
            staged.advance(Duration.ofSeconds(1));
        }
        return run.facts().orElseThrow();
    }

    PlanFacts run(SavedPlan plan) {
        return end(begin(plan, false));
    }

    static Change taint(String taint, String... nodes) {
        return new Change.TaintNodes(NodeChoice.named(nodes), List.of(TaintEdit.parse(taint)), false);
    }

    static Change drain(String... nodes) {
        return new Change.Drain(NodeChoice.named(nodes), Change.DrainOptions.STANDARD);
    }

    static Step at(int seconds, Change change) {
        return new Step(Duration.ofSeconds(seconds), change);
    }
}
