package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Pods that have ended are kept up to a number.
final class EndedPodsTest {
    /// Four pods, each a few seconds younger than the one before, of which `d` goes on.
    private static List<String> left(int terminatedPodsMax) {
        Stage stage =
                new Stage(ClusterSettings.standard(1, Semantics.DOCUMENTED).withTerminatedPodsMax(terminatedPodsMax));
        stage.node("n").begin();
        for (String name : List.of("c", "b", "a", "d")) {
            stage.create(ResourceTypes.PODS, StageManifests.json("""
                    {'metadata': {'name': '%s', 'annotations': {'simulation.tenure.dev/run-for': '%s'}},
                     'spec': {'nodeName': 'n', 'restartPolicy': 'Never', 'containers': [{'name': 'main', 'image': 'i'}]}}
                    """.formatted(name, name.equals("d") ? "1h" : "3s")))
                    .pass(3);
        }
        stage.until(() -> stage.seePod("a").status().phase() == PodPhase.SUCCEEDED, 15);
        stage.pass(30);
        return stage.all(ResourceTypes.PODS).stream()
                .map(pod -> pod.key().name())
                .toList();
    }

    @Test
    void theOldestOfThoseThatEndedGoBeyondTheNumber() {
        assertThat(left(2)).containsExactly("a", "b", "d");
        assertThat(left(1)).containsExactly("a", "d");
    }

    @Test
    void allStayWhereNoNumberIsSet() {
        assertThat(left(0)).containsExactly("a", "b", "c", "d");
        assertThat(left(-1)).containsExactly("a", "b", "c", "d");
        assertThat(left(12_500)).containsExactly("a", "b", "c", "d");
    }
}
