package dev.tenure.sim.planted;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import java.util.List;

/// What is done to a cluster in which parts throw, as a user would do it who tries again, and what became of
/// it.
final class PlantedWorkloads {
    static final String TAINTED = "{'spec': {'taints': [{'key': 'k', 'value': 'v', 'effect': 'NoExecute'}]}}";
    private static final int TRIES_MAX = 200;
    private static final int CONFLICT = 409;

    private PlantedWorkloads() {}

    /// A workload whose pods have the label `app: NAME`.
    ///
    /// @param spec further lines of its spec, each with a comma behind it
    static String workload(String kind, String name, String spec) {
        return """
            {'apiVersion': 'apps/v1', 'kind': '%s', 'metadata': {'name': '%s'}, 'spec': {%s
             'selector': {'matchLabels': {'app': '%2$s'}},
             'template': {'metadata': {'labels': {'app': '%2$s'}}, 'spec': {'containers':
               [{'name': 'main', 'image': 'registry.test/app:1'}]}}}}\
            """.formatted(kind, name, spec);
    }

    /// Creates an object, a second later again where it is refused.
    static void create(Stage stage, ResourceType type, String manifest) {
        var document = Document.of(StageManifests.json(manifest));
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            ApiReply reply = stage.client().create(type, type.namespaced() ? "default" : "", document);
            boolean there = reply instanceof ApiReply.Failure(var status, var _) && status.code() == CONFLICT;
            if (there || reply instanceof ApiReply.One) {
                return;
            }
            stage.pass(1);
        }
        throw new IllegalStateException(type + " is never taken");
    }

    /// Patches a node.
    ///
    /// @return whether it was taken
    static boolean patched(Stage stage, String node, String patch) {
        try {
            stage.patch(ResourceTypes.NODES, node, patch);
            return true;
        } catch (IllegalStateException _) {
            return false;
        }
    }

    /// How many pods of a workload are ready and stay.
    static long ready(Stage stage, String app) {
        return stage.all(ResourceTypes.PODS).stream()
                .map(pod -> pod.view(Pod.class))
                .filter(pod -> app.equals(pod.meta().labels().get("app")))
                .filter(pod -> !pod.meta().deleting() && PodRule.ready(pod))
                .count();
    }

    /// All pods in words, for a test that fails.
    static List<String> pods(Stage stage) {
        return stage.all(ResourceTypes.PODS).stream()
                .map(pod -> pod.view(Pod.class))
                .map(pod -> "%s on %s %s %s%s"
                        .formatted(
                                pod.meta().name(),
                                pod.spec().nodeName(),
                                pod.status().phase(),
                                PodRule.ready(pod) ? "ready" : "not ready",
                                pod.meta().deleting() ? " deleting" : ""))
                .toList();
    }
}
