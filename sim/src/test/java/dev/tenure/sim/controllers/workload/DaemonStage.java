package dev.tenure.sim.controllers.workload;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.apps.DaemonSet;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A set of daemons on a stage, and what is seen of it.
final class DaemonStage {
    private DaemonStage() {}

    static Stage stage(int nodes) {
        Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", nodes);
        stage.cluster().startScheduler();
        return stage.at(30).begin();
    }

    /// @param spec further fields of the set's spec, each followed by a comma
    /// @param podSpec further fields of the pods' spec, each followed by a comma
    static Stage daemons(Stage stage, String spec, String podSpec) {
        return stage.create(ResourceTypes.DAEMON_SETS, StageManifests.json("""
                {'apiVersion': 'apps/v1', 'kind': 'DaemonSet', 'metadata': {'name': 'd'}, 'spec': {%s
                 'selector': {'matchLabels': {'app': 'd'}}, 'template': %s}}""".formatted(spec, template(1, podSpec))));
    }

    static String template(int image, String podSpec) {
        return """
                {'metadata': {'labels': {'app': 'd'}}, 'spec': {%s 'containers':
                 [{'name': 'main', 'image': 'registry.test/app:%d'}]}}""".formatted(podSpec, image);
    }

    static Stage running(int nodes, String spec, String podSpec) {
        return daemons(stage(nodes), spec, podSpec).at(20);
    }

    static Stage running(int nodes) {
        return running(nodes, "", "");
    }

    static List<Pod> pods(Stage stage) {
        return stage.all(ResourceTypes.PODS).stream()
                .map(pod -> pod.view(Pod.class))
                .filter(pod -> !pod.meta().deleting())
                .toList();
    }

    static Set<String> nodes(Stage stage) {
        return pods(stage).stream().map(pod -> pod.spec().nodeName()).collect(Collectors.toCollection(TreeSet::new));
    }

    static DaemonSet.DaemonSetStatus status(Stage stage) {
        return stage.find(ResourceTypes.DAEMON_SETS, "d")
                .orElseThrow()
                .view(DaemonSet.class)
                .status();
    }

    static List<StoredObject> revisions(Stage stage) {
        return stage.all(ResourceTypes.CONTROLLER_REVISIONS);
    }

    static long withImage(Stage stage, int image) {
        return pods(stage).stream()
                .filter(pod -> pod.spec().containers().getFirst().image().endsWith(":" + image))
                .count();
    }

    static Stage roll(Stage stage, int image) {
        return stage.patch(ResourceTypes.DAEMON_SETS, "d", "{'spec': {'template': %s}}".formatted(template(image, "")));
    }
}
