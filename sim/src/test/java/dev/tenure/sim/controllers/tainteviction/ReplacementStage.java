package dev.tenure.sim.controllers.tainteviction;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.tainteviction.board.ComingEviction;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Optional;

/// A Deployment `web` whose pods all stand on node `n`, and others nodes that can take more of them; they
/// take ten seconds to become ready. Second 0 is that of the taint.
final class ReplacementStage {
    static final String FIRST = "'replacement': 'First'";

    private final Stage stage = Stage.of(Semantics.DOCUMENTED);

    /// @param strategy a member of the Deployment's spec
    ReplacementStage(int replicas, String strategy) {
        stage.node("n").create(DefinedTypes.DEFINITIONS, PlayedKinds.policies());
        stage.cluster().startScheduler();
        stage.at(30).create(ResourceTypes.DEPLOYMENTS, StageManifests.json("""
                {'apiVersion': 'apps/v1', 'kind': 'Deployment', 'metadata': {'name': 'web'}, 'spec': {'replicas': %d,
                 %s, 'selector': {'matchLabels': {'app': 'web'}}, 'template': {'metadata': {'labels': {'app': 'web'},
                  'annotations': {'simulation.tenure.dev/start-delay': '10s'}}, 'spec': {'containers':
                 [{'name': 'main', 'image': 'registry.test/app:1'}]}}}}""".formatted(replicas, strategy)));
        stage.at(60).node("m").node("o").at(90);
    }

    ReplacementStage(int replicas) {
        this(replicas, "'strategy': {'rollingUpdate': {'maxSurge': 1, 'maxUnavailable': 0}}");
    }

    Stage stage() {
        return stage;
    }

    ReplacementStage policy(String spec) {
        return policy("first", "k", spec);
    }

    ReplacementStage policy(String name, String key, String spec) {
        stage.create(PolicyTypes.POLICIES, StageManifests.json("""
                {'apiVersion': 'tenure.dev/v1alpha1', 'kind': 'TaintEvictionPolicy', 'metadata': {'name': '%s'},
                 'spec': {'taints': [{'key': '%s', 'operator': 'Exists'}], %s}}
                """.formatted(name, key, spec)));
        return this;
    }

    ReplacementStage taint(String... taints) {
        stage.pass(1).begin().taints(taints.length == 0 ? new String[] {"k:NoExecute"} : taints);
        return this;
    }

    ReplacementStage at(double second) {
        stage.at(second);
        return this;
    }

    /// Those that neither have ended nor are being deleted, eldest first.
    List<Pod> pods() {
        return stage.all(ResourceTypes.PODS).stream()
                .map(pod -> pod.view(Pod.class))
                .filter(PodRule::active)
                .sorted((a, b) ->
                        a.meta().creationTimestamp().compareTo(b.meta().creationTimestamp()))
                .toList();
    }

    List<String> on(String node) {
        return pods().stream()
                .filter(pod -> pod.spec().nodeName().equals(node))
                .map(pod -> pod.meta().name())
                .toList();
    }

    int ready() {
        return (int) pods().stream().filter(PodRule::ready).count();
    }

    /// Pods that the Deployment itself controls.
    List<Pod> released() {
        return pods().stream()
                .filter(pod -> pod.meta()
                        .controllerOwner()
                        .map(OwnerReference::kind)
                        .filter("Deployment"::equals)
                        .isPresent())
                .toList();
    }

    List<String> held() {
        return stage.cluster().comingEvictions().stream()
                .map(ComingEviction::hold)
                .flatMap(Optional::stream)
                .map(Object::toString)
                .toList();
    }

    JsonNode status() {
        StoredObject policy = stage.find(PolicyTypes.POLICIES, "first").orElseThrow();
        return Json.readObject(policy.json()).path("status");
    }

    /// The least number of pods that were ready until a second came, looked at every tenth of one.
    int leastReadyUntil(double second) {
        int least = ready();
        double now = stage.until(() -> true, 0);
        while (now < second) {
            stage.pass(0.1);
            now += 0.1;
            least = Math.min(least, ready());
        }
        return least;
    }
}
