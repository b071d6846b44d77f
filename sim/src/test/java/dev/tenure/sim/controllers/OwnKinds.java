package dev.tenure.sim.controllers;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.nodereadiness.ReadinessTypes;
import dev.tenure.controllers.podgc.retention.RetentionTypes;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.PlayedKinds;

/// Objects of kinds that are none of Kubernetes, and annotations of Tenure's own, which give controllers
/// something to do.
final class OwnKinds {
    private OwnKinds() {}

    /// A policy that asks budgets, and a pod that it is about.
    static void evictionPolicies(Stage stage) {
        stage.create(DefinedTypes.DEFINITIONS, PlayedKinds.policies());
        stage.create(PolicyTypes.POLICIES, StageManifests.json("""
                {'apiVersion': 'tenure.dev/v1alpha1', 'kind': 'TaintEvictionPolicy', 'metadata': {'name': 'kind'},
                 'spec': {'taints': [{'key': 'k', 'operator': 'Exists'}], 'budgets': 'Respect',
                          'podSelector': {'matchLabels': {'app': 'asked'}}}}
                """));
        stage.pod("asked").patch(ResourceTypes.PODS, "asked", "{'metadata': {'labels': {'app': 'asked'}}}");
    }

    /// A policy that has a pod of a Deployment replaced first, on a node that it then makes leave.
    static void replacedFirst(Stage stage) {
        stage.create(PolicyTypes.POLICIES, StageManifests.json("""
                {'apiVersion': 'tenure.dev/v1alpha1', 'kind': 'TaintEvictionPolicy', 'metadata': {'name': 'first'},
                 'spec': {'taints': [{'key': 'first', 'operator': 'Exists'}], 'replacement': 'First'}}
                """));
        String node = stage.all(ResourceTypes.PODS).stream()
                .filter(pod -> pod.key().name().startsWith("web-"))
                .map(pod -> pod.view(Pod.class))
                .filter(PodRule::ready)
                .map(pod -> pod.spec().nodeName())
                .findFirst()
                .orElseThrow();
        stage.patch(ResourceTypes.NODES, node, "{'spec': {'taints': [{'key': 'first', 'effect': 'NoExecute'}]}}")
                .pass(5);
        stage.patch(ResourceTypes.NODES, node, "{'spec': {'taints': null}}");
    }

    /// One that is in force, and one that looks at pods.
    static void readinessRules(Stage stage) {
        stage.create(DefinedTypes.DEFINITIONS, PlayedKinds.readinessRules());
        for (boolean dryRun : new boolean[] {false, true}) {
            stage.create(ReadinessTypes.RULES, StageManifests.json("""
                {'apiVersion': 'readiness.node.x-k8s.io/v1alpha1', 'kind': 'NodeReadinessRule',
                 'metadata': {'name': 'dry-%1$s'},
                 'spec': {'conditions': [{'type': 'Net', 'requiredStatus': 'True'}], 'enforcementMode': 'continuous',
                          'taint': {'key': 'readiness.k8s.io/net', 'effect': '%2$s'}, 'dryRun': %1$s,
                          'nodeSelector': {'matchLabels': {'kubernetes.io/hostname': 'a-3'}}}}
                """.formatted(
                            dryRun, dryRun ? "NoExecute" : "PreferNoSchedule")));
        }
    }

    /// One that keeps no failed pod.
    static void retentions(Stage stage) {
        stage.create(DefinedTypes.DEFINITIONS, PlayedKinds.retentions());
        stage.create(RetentionTypes.RETENTIONS, StageManifests.json("""
                {'apiVersion': 'tenure.dev/v1alpha1', 'kind': 'FailedPodRetention', 'metadata': {'name': 'few'},
                 'spec': {'keepPerOwner': 0, 'loops': {'times': 2, 'pauseSeconds': 60}}}
                """));
    }

    /// A taint of a node of its own that is to go soon.
    static void taintTerm(Stage stage) {
        stage.patch(ResourceTypes.NODES, "a-1", """
                {'metadata': {'annotations': {'taint-term.tenure.dev/t': 't:PreferNoSchedule until %s'}},
                 'spec': {'taints': [{'key': 't', 'effect': 'PreferNoSchedule'}]}}
                """.formatted(
                        stage.cluster().world().wall().plusSeconds(30)));
    }
}
