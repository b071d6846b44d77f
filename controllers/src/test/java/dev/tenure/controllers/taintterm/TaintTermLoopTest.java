package dev.tenure.controllers.taintterm;

import static dev.tenure.model.meta.ResourceTypes.NODES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TaintTermLoopTest {
    private final LoopStage stage = new LoopStage(NODES);
    private final TaintTermLoop loop = new TaintTermLoop(stage.context(), new TermMetrics(new PrometheusRegistry()));

    private void node(String taintsAndTerm) {
        stage.put(NODES, taintsAndTerm);
    }

    private static String taintedUntil(String until) {
        return """
                kind: Node
                metadata:
                  name: node-1
                  annotations: {taint-term.tenure.dev/maint.noexecute: "maint=disk:NoExecute until %s by alice"}
                spec: {taints: [{key: maint, value: disk, effect: NoExecute}]}
                """.formatted(until);
    }

    private String taints() {
        return stage.the(NODES, "", "node-1").path("spec").path("taints").toString();
    }

    @Test
    void aTaintGoesAtTheMomentAtWhichItsTimeIsOver() {
        node(taintedUntil("2026-01-01T00:01:00Z"));
        stage.begin(loop::start);
        stage.advance(Duration.ofSeconds(60).minusNanos(1));
        assertThat(stage.writes()).isEmpty();
        assertThat(taints()).contains("maint");
        stage.advance(Duration.ofNanos(1));
        assertThat(stage.writes()).containsExactly("patch nodes node-1");
        assertThat(taints()).doesNotContain("maint");
        stage.advance(Duration.ofMinutes(5));
        assertThat(stage.writes()).as("nothing is left to do").isEmpty();
    }

    @Test
    void whatHappensToATermIsTold() {
        stage.begin(loop::start);
        node("{kind: Node, metadata: {name: node-1}}");
        node(taintedUntil("2026-01-01T01:00:00Z"));
        node(taintedUntil("2026-01-01T02:00:00Z"));
        stage.advance(Duration.ofHours(2));
        assertThat(stage.events())
                .map(event -> event.substring(0, event.indexOf(':')))
                .containsExactlyInAnyOrder("TaintTermSet", "TaintTermMoved", "TaintTermEnded");
    }

    @Test
    void aTermThatStandsAlreadyIsNotToldOf() {
        node(taintedUntil("2026-01-01T01:00:00Z"));
        stage.begin(loop::start);
        node(taintedUntil("2026-01-01T01:00:00Z"));
        assertThat(stage.events()).isEmpty();
    }

    @Test
    void whatIsNoTermIsToldOnceAndTheTaintStays() {
        stage.begin(loop::start);
        node("{kind: Node, metadata: {name: node-1}}");
        node(taintedUntil("tomorrow"));
        node(taintedUntil("tomorrow"));
        stage.advance(Duration.ofMinutes(1));
        assertThat(stage.events()).singleElement().asString().startsWith("TaintTermUnreadable: ");
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void nodesWithoutTermsAreLeftAlone() {
        node("{kind: Node, metadata: {name: node-1}, spec: {taints: [{key: a, effect: NoExecute}]}}");
        stage.begin(loop::start);
        stage.advance(Duration.ofMinutes(1));
        assertThat(stage.writes()).isEmpty();
    }
}
