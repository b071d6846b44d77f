package dev.tenure.controllers.tainteviction;

import static dev.tenure.controllers.tainteviction.EvictionStage.GPU;
import static dev.tenure.controllers.tainteviction.EvictionStage.tolerates;
import static dev.tenure.model.meta.ResourceTypes.NODES;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// In compat semantics.
final class TaintEvictionLoopTest {
    private final EvictionStage stage = new EvictionStage(Semantics.KUBERNETES_1_36);

    @Test
    void whoDoesNotTolerateATaintLeavesAtOnceAndOthersWhenTheirStayIsOver() {
        stage.node("n1", "");
        stage.pod("plain", "n1", "");
        stage.pod("minute", "n1", tolerates(60));
        stage.pod("ever", "n1", tolerates());
        stage.pod("elsewhere", "n2", "");
        stage.begin();
        assertThat(stage.evictions()).isEmpty();
        stage.node("n1", GPU);
        assertThat(stage.evictions()).containsExactly("plain");
        stage.advance(Duration.ofMinutes(1).minusNanos(1));
        assertThat(stage.evictions()).isEmpty();
        stage.advance(Duration.ofNanos(1));
        assertThat(stage.evictions()).containsExactly("minute");
        stage.advance(Duration.ofHours(1));
        assertThat(stage.evictions()).isEmpty();
    }

    @Test
    void taintsThatStandAtTheStartCountToo() {
        stage.node("n1", GPU);
        stage.pod("plain", "n1", "");
        stage.begin();
        assertThat(stage.evictions()).containsExactly("plain");
    }

    @Test
    void otherEffectsMakeNobodyLeave() {
        stage.node("n1", "{key: gpu, effect: NoSchedule}, {key: gpu, effect: PreferNoSchedule}");
        stage.pod("plain", "n1", "");
        stage.begin();
        stage.advance(Duration.ofHours(1));
        assertThat(stage.evictions()).isEmpty();
    }

    @Test
    void whenTheTaintGoesTheStayIsForgottenAndTold() {
        stage.node("n1", GPU);
        stage.pod("minute", "n1", tolerates(60));
        stage.begin();
        stage.advance(Duration.ofSeconds(59));
        stage.node("n1", "");
        assertThat(stage.cluster().events())
                .hasSize(1)
                .first()
                .asString()
                .contains("Cancelling deletion of Pod default/minute");
        stage.advance(Duration.ofHours(1));
        assertThat(stage.evictions()).isEmpty();
    }

    @Test
    void aPodThatComesToATaintedNodeLeaves() {
        stage.node("n1", GPU);
        stage.pod("late", "", "");
        stage.begin();
        assertThat(stage.evictions()).isEmpty();
        stage.pod("late", "n1", "");
        assertThat(stage.evictions()).containsExactly("late");
    }

    @Test
    void aPodThatIsGoneIsNotEvicted() {
        stage.node("n1", GPU);
        stage.pod("minute", "n1", tolerates(60));
        stage.begin();
        stage.cluster().remove(PODS, "default", "minute");
        stage.advance(Duration.ofHours(1));
        assertThat(stage.evictions()).isEmpty();
    }

    @Test
    void anEvictionThatFailsIsTriedAgain() {
        stage.node("n1", "");
        stage.pod("plain", "n1", "");
        stage.begin();
        stage.cluster().refuseWrites(PODS, status(500, "InternalError"));
        stage.node("n1", GPU);
        stage.cluster().refuseNothing();
        stage.cluster().writes();
        stage.advance(Duration.ofSeconds(5));
        assertThat(stage.cluster().api().all(PODS)).isEmpty();
    }

    @Test
    void whatLiesAheadIsShown() {
        stage.node("n1", GPU);
        stage.pod("minute", "n1", tolerates(60));
        stage.begin();
        stage.advance(Duration.ofSeconds(3));
        assertThat(stage.loop().coming()).hasSize(1).first().asString().contains("minute");
        stage.node("n1", "");
        stage.advance(Duration.ofSeconds(3));
        assertThat(stage.loop().coming()).isEmpty();
    }

    @Test
    void anotherTaintAndAnotherNodeOfTheNameAreJudgedAnew() {
        stage.node("n1", "{key: other, effect: NoExecute}");
        stage.pod("minute", "n1", "{key: other, operator: Exists}, " + tolerates(60));
        stage.begin();
        stage.advance(Duration.ofHours(1));
        assertThat(stage.evictions()).isEmpty();
        stage.node("n1", "{key: other, effect: NoExecute}, " + GPU);
        stage.advance(Duration.ofSeconds(60));
        assertThat(stage.evictions()).containsExactly("minute");
    }

    @Test
    void whatHasLeftIsShownToo() {
        stage.node("n1", "");
        stage.pod("plain", "n1", "");
        stage.begin();
        assertThat(stage.loop().page(Map.of()).toString()).doesNotContain("plain");
        stage.node("n1", GPU);
        stage.advance(Duration.ofSeconds(3));
        assertThat(stage.loop().page(Map.of()).toString()).contains("plain", "gpu:NoExecute");
    }

    @Test
    void theTimersOfANodeThatIsGoneRunOn() {
        stage.node("n1", GPU);
        stage.pod("minute", "n1", tolerates(60));
        stage.begin();
        stage.cluster().remove(NODES, "", "n1");
        stage.advance(Duration.ofSeconds(60));
        assertThat(stage.evictions()).containsExactly("minute");
    }

    @Test
    void whoToleratesNoLongerLeavesAtOnce() {
        stage.node("n1", GPU);
        stage.pod("ever", "n1", tolerates());
        stage.begin();
        assertThat(stage.evictions()).isEmpty();
        stage.pod("ever", "n1", "");
        assertThat(stage.evictions()).containsExactly("ever");
    }
}
