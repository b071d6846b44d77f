package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import org.junit.jupiter.api.Test;

/// How long pods stay whose node is gone. Garbage is looked for every 20 s.
final class OrphanedPodsTest {
    private static Stage stage() {
        return Stage.of(Semantics.KUBERNETES_1_36)
                .node("n")
                .node("other")
                .pod("p")
                .begin();
    }

    private static boolean stands(Stage stage) {
        return stage.find(ResourceTypes.PODS, "p").isPresent();
    }

    @Test
    void theyStayForFortySecondsAtLeast() {
        Stage stage = stage().at(1).delete(ResourceTypes.NODES, "n", "{}");
        assertThat(stands(stage.at(41))).isTrue();
        assertThat(stands(stage.at(90))).isFalse();
    }

    /// It was missing at two looks, was there for a second between two others, and is missing again.
    @Test
    void aNodeThatCameBackHasNotBeenMissingSinceTheFirstTime() {
        Stage stage = stage().at(1).delete(ResourceTypes.NODES, "n", "{}");
        stage.at(45).node("n").at(46).delete(ResourceTypes.NODES, "n", "{}");
        assertThat(stands(stage.at(86))).isTrue();
        assertThat(stands(stage.at(130))).isFalse();
    }
}
