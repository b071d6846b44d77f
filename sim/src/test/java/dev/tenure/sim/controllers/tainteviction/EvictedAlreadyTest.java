package dev.tenure.sim.controllers.tainteviction;

import static dev.tenure.sim.stage.StageManifests.tolerating;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What becomes of a pod that was told to leave and is still there, in the semantics of upstream's
/// controller: it is told again whenever another stay ends or a taint comes that is not tolerated.
final class EvictedAlreadyTest {
    private final Stage stage = Stage.of(Semantics.KUBERNETES_1_36).node("n").node("other");

    private Stage held(String... tolerations) {
        return stage.pod("p", tolerations)
                .patch(ResourceTypes.PODS, "p", "{'metadata': {'finalizers': ['example.com/hold']}}")
                .at(20)
                .begin();
    }

    private List<String> told() {
        return stage.events("TaintManagerEviction");
    }

    @Test
    void aStayThatEndsTellsItAgain() {
        held(tolerating("k", 2), tolerating("l", 2), tolerating("m", 0))
                .taints("k:NoExecute")
                .at(2.5);
        assertThat(told()).hasSize(1);
        stage.at(5).taints("l:NoExecute").at(6.5);
        assertThat(told()).hasSize(1);
        stage.at(8);
        assertThat(told()).hasSize(2);
        stage.taints("m:NoExecute").at(10);
        assertThat(told()).hasSize(3).containsOnly("TaintManagerEviction: Marking for deletion Pod default/p");
    }

    @Test
    void theStayOfOneThatGoesMeanwhileIsTakenBack() {
        held(tolerating("k", 0), tolerating("l", 20)).taints("k:NoExecute").at(1);
        stage.taints("l:NoExecute").at(2);
        stage.patch(ResourceTypes.PODS, "p", "{'metadata': {'finalizers': null}}")
                .at(60);
        assertThat(stage.find(ResourceTypes.PODS, "p")).isEmpty();
        assertThat(told())
                .containsExactly(
                        "TaintManagerEviction: Marking for deletion Pod default/p",
                        "TaintManagerEviction: Cancelling deletion of Pod default/p");
    }

    @Test
    void aTaintThatIsNotToleratedTellsItAgain() {
        held(tolerating("k", 0)).taints("k:NoExecute").at(1);
        long generation = condition().observedGeneration();
        stage.taints("l:NoExecute").at(2);
        assertThat(told()).hasSize(2);
        assertThat(condition().observedGeneration())
                .as("the condition says the same, and is left alone")
                .isEqualTo(generation);
    }

    private Condition condition() {
        return stage.seePod("p").status().condition(Pod.DISRUPTION_TARGET).orElseThrow();
    }

    @Test
    void aPodThatIsReleasedIsToldAnew() {
        held(tolerating("k", 0)).taints("k:NoExecute").at(1).taints().at(2);
        stage.taints("k:NoExecute").at(3);
        assertThat(told()).hasSize(2);
    }

    @Test
    void aPodOfTheSameNameIsJudgedForItself() {
        held(tolerating("k", 0)).taints("k:NoExecute").at(1);
        stage.patch(ResourceTypes.PODS, "p", "{'metadata': {'finalizers': null}}")
                .at(60);
        stage.pod("p", tolerating("k", 4)).at(63.9);
        assertThat(stage.seePod("p").meta().deleting()).isFalse();
        stage.at(70);
        assertThat(told()).hasSize(2);
    }

    @Test
    void anArmedTimerStaysWhenTheStayBecomesNothing() {
        stage.pod("p", tolerating("k", 10), tolerating("l", 0)).at(20).begin();
        stage.taints("k:NoExecute").at(3);
        stage.taints("k:NoExecute", "l:NoExecute").at(30);
        assertThat(stage.left("p").orElseThrow()).isCloseTo(10, within(0.05));
        assertThat(told()).hasSize(1);
    }
}
