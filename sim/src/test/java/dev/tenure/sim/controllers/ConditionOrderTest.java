package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Conditions that a controller adds stand behind those that are there, as if the whole status had been
/// written.
final class ConditionOrderTest {
    private static final String HELD = "{'metadata': {'finalizers': ['example.com/hold']}}";

    private static List<String> conditions(Stage stage, String pod) {
        return stage.seePod(pod).status().conditions().stream()
                .map(Condition::type)
                .toList();
    }

    private static Condition target(Stage stage) {
        return stage.seePod("p").status().condition(Pod.DISRUPTION_TARGET).orElseThrow();
    }

    private static Stage stage() {
        Stage stage =
                Stage.of(Semantics.KUBERNETES_1_36).node("n").node("other").pod("p");
        return stage.patch(ResourceTypes.PODS, "p", HELD).at(20).begin();
    }

    @Test
    void anEvictionIsToldBehindWhatTheNodeSays() {
        Stage stage = stage();
        List<String> before = conditions(stage, "p");
        assertThat(before).isNotEmpty();
        stage.taints("k:NoExecute").at(1);
        assertThat(conditions(stage, "p"))
                .startsWith(before.toArray(String[]::new))
                .endsWith(Pod.DISRUPTION_TARGET);
    }

    @Test
    void aPodWithoutItsNodeSaysSoBehindWhatTheNodeSaid() {
        Stage stage = stage();
        List<String> before = conditions(stage, "p");
        stage.delete(ResourceTypes.NODES, "n", "{}").at(70);
        assertThat(target(stage).reason()).isEqualTo("DeletionByPodGC");
        assertThat(conditions(stage, "p"))
                .startsWith(before.toArray(String[]::new))
                .endsWith(Pod.DISRUPTION_TARGET);
    }

    @Test
    void aSilentNodeIsUnknownBehindWhatItSaid() {
        Stage stage = Stage.of(Semantics.KUBERNETES_1_36);
        var node = StageManifests.node("quiet", "z");
        node.withObjectProperty("status")
                .set("conditions", StageManifests.json("""
                        {'of': [{'type': 'NetworkUnavailable', 'status': 'False'}, {'type': 'DiskPressure', 'status': 'False'}]}
                        """).path("of"));
        node.withObjectProperty("metadata").putObject("annotations").put("tenure.dev/fault", "partitioned");
        stage.create(ResourceTypes.NODES, node).at(200);
        assertThat(stage.seeNode("quiet").status().conditions())
                .extracting(Condition::type)
                .containsExactly("NetworkUnavailable", "DiskPressure", "Ready", "MemoryPressure", "PIDPressure");
    }
}
