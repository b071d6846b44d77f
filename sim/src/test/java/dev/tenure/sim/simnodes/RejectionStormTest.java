package dev.tenure.sim.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.node.HeldState;
import dev.tenure.rules.pod.RejectedPodsRule;
import dev.tenure.sim.stage.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Pods that are made for a node which does not take them, again and again.
final class RejectionStormTest {
    private static final String HOLD =
            "{'metadata': {'annotations': {'" + HeldState.MEMORY_PRESSURE.annotation() + "': 'always'}}}";

    private static List<Pod> rejected(Stage stage) {
        return stage.all(ResourceTypes.PODS).stream()
                .map(pod -> pod.view(Pod.class))
                .filter(RejectedPodsRule::rejected)
                .toList();
    }

    @Test
    void aNodeRejectsAsManyPodsASecondAsARealClusterBringsItAndSaysSo() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).node("n").at(20).begin();
        stage.patch(ResourceTypes.NODES, "n", HOLD).pass(1);
        for (int i = 0; i < 100; i++) {
            stage.pod("p-" + i);
        }
        stage.begin().at(1);
        assertThat(rejected(stage)).hasSizeBetween(20, 40);
        stage.at(5);
        assertThat(rejected(stage)).hasSizeBetween(55, 75);
        stage.at(10);
        assertThat(rejected(stage)).hasSize(100);
        assertThat(stage.events("RejectingPods")).hasSize(1);
        assertThat(stage.events("RejectingPods").getFirst())
                .contains("rejected 20 pods in a row: The node had condition: [MemoryPressure].");
    }

    @Test
    void aPodThatWaitsToBeRejectedIsTakenWhenTheNodeIsNoLongerShort() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).node("n").at(20).begin();
        stage.patch(ResourceTypes.NODES, "n", HOLD).pass(1);
        for (int i = 0; i < 50; i++) {
            stage.pod("p-" + i);
        }
        stage.patch(ResourceTypes.NODES, "n", HOLD.replace("'always'", "null")).pass(20);
        assertThat(rejected(stage)).hasSizeLessThan(30);
        assertThat(stage.all(ResourceTypes.PODS).stream().map(pod -> pod.view(Pod.class)))
                .filteredOn(pod -> pod.status().phase().word().equals("Running"))
                .hasSizeGreaterThan(20);
    }
}
