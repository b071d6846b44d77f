package dev.tenure.controllers.tainteviction;

import static dev.tenure.model.meta.ResourceTypes.CONFIG_MAPS;
import static dev.tenure.model.meta.ResourceTypes.NODES;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// In compat semantics; the documented ones are told apart in `sim`, where policies are served.
final class TaintEvictionLoopTest {
    private static final String GPU = "{key: gpu, effect: NoExecute}";
    private static final String EVICT = "delete pods default/";

    private final LoopStage stage = new LoopStage(NODES, PODS, CONFIG_MAPS);
    private final TaintEvictionLoop loop = new TaintEvictionLoop(
            stage.context(),
            new TaintEvictionLoop.Configuration(Semantics.KUBERNETES_1_36, false),
            TaintEvictionLoop.Metrics.in(new PrometheusRegistry()));

    private void node(String name, String taints) {
        stage.put(NODES, """
                kind: Node
                metadata: {name: %1$s, uid: of-%1$s}
                spec: {taints: [%2$s]}
                """.formatted(name, taints));
    }

    private void pod(String name, String node, String tolerations) {
        stage.put(PODS, """
                kind: Pod
                metadata: {name: %1$s, namespace: default, uid: of-%1$s}
                spec: {nodeName: "%2$s", tolerations: [%3$s]}
                """.formatted(name, node, tolerations));
    }

    private static String tolerates(String seconds) {
        return "{key: gpu, operator: Exists, effect: NoExecute%s}".formatted(seconds);
    }

    private List<String> evictions() {
        return stage.writes().stream()
                .filter(write -> write.startsWith(EVICT))
                .map(write -> write.substring(EVICT.length()))
                .toList();
    }

    @Test
    void whoDoesNotTolerateATaintLeavesAtOnceAndOthersWhenTheirStayIsOver() {
        node("n1", "");
        pod("plain", "n1", "");
        pod("minute", "n1", tolerates(", tolerationSeconds: 60"));
        pod("ever", "n1", tolerates(""));
        pod("elsewhere", "n2", "");
        stage.begin(loop::start);
        assertThat(evictions()).isEmpty();
        node("n1", GPU);
        assertThat(evictions()).containsExactly("plain");
        stage.advance(Duration.ofMinutes(1).minusNanos(1));
        assertThat(evictions()).isEmpty();
        stage.advance(Duration.ofNanos(1));
        assertThat(evictions()).containsExactly("minute");
        stage.advance(Duration.ofHours(1));
        assertThat(evictions()).isEmpty();
    }

    @Test
    void taintsThatStandAtTheStartCountToo() {
        node("n1", GPU);
        pod("plain", "n1", "");
        stage.begin(loop::start);
        assertThat(evictions()).containsExactly("plain");
    }

    @Test
    void otherEffectsMakeNobodyLeave() {
        node("n1", "{key: gpu, effect: NoSchedule}, {key: gpu, effect: PreferNoSchedule}");
        pod("plain", "n1", "");
        stage.begin(loop::start);
        stage.advance(Duration.ofHours(1));
        assertThat(evictions()).isEmpty();
    }

    @Test
    void whenTheTaintGoesTheStayIsForgottenAndTold() {
        node("n1", GPU);
        pod("minute", "n1", tolerates(", tolerationSeconds: 60"));
        stage.begin(loop::start);
        stage.advance(Duration.ofSeconds(59));
        node("n1", "");
        assertThat(stage.events()).hasSize(1).first().asString().contains("Cancelling deletion of Pod default/minute");
        stage.advance(Duration.ofHours(1));
        assertThat(evictions()).isEmpty();
    }

    @Test
    void aPodThatComesToATaintedNodeLeaves() {
        node("n1", GPU);
        pod("late", "", "");
        stage.begin(loop::start);
        assertThat(evictions()).isEmpty();
        pod("late", "n1", "");
        assertThat(evictions()).containsExactly("late");
    }

    @Test
    void aPodThatIsGoneIsNotEvicted() {
        node("n1", GPU);
        pod("minute", "n1", tolerates(", tolerationSeconds: 60"));
        stage.begin(loop::start);
        stage.remove(PODS, "default", "minute");
        stage.advance(Duration.ofHours(1));
        assertThat(evictions()).isEmpty();
    }

    @Test
    void anEvictionThatFailsIsTriedAgain() {
        node("n1", "");
        pod("plain", "n1", "");
        stage.begin(loop::start);
        stage.refuseWrites(PODS, status(500, "InternalError"));
        node("n1", GPU);
        stage.refuseNothing();
        stage.writes();
        stage.advance(Duration.ofSeconds(5));
        assertThat(stage.api().all(PODS)).isEmpty();
    }

    @Test
    void whatLiesAheadIsShown() {
        node("n1", GPU);
        pod("minute", "n1", tolerates(", tolerationSeconds: 60"));
        stage.begin(loop::start);
        stage.advance(Duration.ofSeconds(3));
        assertThat(loop.coming()).hasSize(1).first().asString().contains("minute");
        node("n1", "");
        stage.advance(Duration.ofSeconds(3));
        assertThat(loop.coming()).isEmpty();
    }

    @Test
    void anotherTaintAndAnotherNodeOfTheNameAreJudgedAnew() {
        node("n1", "{key: other, effect: NoExecute}");
        pod("minute", "n1", "{key: other, operator: Exists}, " + tolerates(", tolerationSeconds: 60"));
        stage.begin(loop::start);
        stage.advance(Duration.ofHours(1));
        assertThat(evictions()).isEmpty();
        node("n1", "{key: other, effect: NoExecute}, " + GPU);
        stage.advance(Duration.ofSeconds(60));
        assertThat(evictions()).containsExactly("minute");
    }

    @Test
    void whatHasLeftIsShownToo() {
        node("n1", "");
        pod("plain", "n1", "");
        stage.begin(loop::start);
        assertThat(loop.page(Map.of()).toString()).doesNotContain("plain");
        node("n1", GPU);
        stage.advance(Duration.ofSeconds(3));
        assertThat(loop.page(Map.of()).toString()).contains("plain", "gpu:NoExecute");
    }

    @Test
    void theTimersOfANodeThatIsGoneRunOn() {
        node("n1", GPU);
        pod("minute", "n1", tolerates(", tolerationSeconds: 60"));
        stage.begin(loop::start);
        stage.remove(NODES, "", "n1");
        stage.advance(Duration.ofSeconds(60));
        assertThat(evictions()).containsExactly("minute");
    }

    @Test
    void whoToleratesNoLongerLeavesAtOnce() {
        node("n1", GPU);
        pod("ever", "n1", tolerates(""));
        stage.begin(loop::start);
        assertThat(evictions()).isEmpty();
        pod("ever", "n1", "");
        assertThat(evictions()).containsExactly("ever");
    }
}
