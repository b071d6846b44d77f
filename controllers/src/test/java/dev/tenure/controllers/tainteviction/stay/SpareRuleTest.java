package dev.tenure.controllers.tainteviction.stay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The pod tolerates `gpu` until [#DEADLINE].
final class SpareRuleTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final Instant DEADLINE = NOW.plusSeconds(100);
    private static final Taint GPU = new Taint("gpu", "", TaintEffect.NO_EXECUTE);
    private static final Taint OTHER = new Taint("other", "", TaintEffect.NO_EXECUTE);
    private static final Taint ONLY_NEW = new Taint("new", "", TaintEffect.NO_SCHEDULE);
    private static final Toleration A_WHILE = tolerates("gpu", new Stay.AtMost(100));

    private static Toleration tolerates(String key, Stay stay) {
        return new Toleration(key, TolerationOperator.EXISTS, "", Optional.of(TaintEffect.NO_EXECUTE), stay);
    }

    private static Optional<Instant> sparedAt(Taint first, Map<Taint, Optional<Instant>> ends, Toleration... own) {
        return SpareRule.sparedAt(List.of(own), new StayVerdict.EvictAt(DEADLINE, first, A_WHILE), ends, NOW);
    }

    private static Optional<Instant> in(long seconds) {
        return Optional.of(NOW.plusSeconds(seconds));
    }

    @Test
    void aPodIsSparedWhenItsTaintGoesByItsDeadline() {
        assertThat(sparedAt(GPU, Map.of(GPU, in(60)), A_WHILE)).isEqualTo(in(60));
        assertThat(sparedAt(GPU, Map.of(GPU, in(100)), A_WHILE)).isEqualTo(in(100));
        assertThat(sparedAt(GPU, Map.of(GPU, Optional.of(DEADLINE.plusNanos(1))), A_WHILE))
                .isEmpty();
    }

    @Test
    void aTaintWithoutATermSparesNobody() {
        assertThat(sparedAt(GPU, Map.of(GPU, Optional.empty()), A_WHILE)).isEmpty();
        assertThat(sparedAt(GPU, Map.of(), A_WHILE)).isEmpty();
    }

    @Test
    void aTermThatHasBeenOverForAMinuteIsTakenAwayByNobody() {
        Instant minuteAgo = NOW.minus(Duration.ofMinutes(1));
        assertThat(sparedAt(GPU, Map.of(GPU, Optional.of(minuteAgo)), A_WHILE)).isEmpty();
        assertThat(sparedAt(GPU, Map.of(GPU, Optional.of(minuteAgo.plusNanos(1))), A_WHILE))
                .isPresent();
    }

    @Test
    void ofSeveralTaintsTheLastToGoCounts() {
        Toleration other = tolerates("other", new Stay.AtMost(500));
        assertThat(sparedAt(GPU, Map.of(GPU, in(20), OTHER, in(80)), A_WHILE, other))
                .isEqualTo(in(80));
        assertThat(sparedAt(GPU, Map.of(GPU, in(80), OTHER, in(20)), A_WHILE, other))
                .isEqualTo(in(80));
        assertThat(sparedAt(GPU, Map.of(GPU, in(20), OTHER, in(101)), A_WHILE, other))
                .isEmpty();
        assertThat(sparedAt(GPU, Map.of(GPU, in(20), OTHER, Optional.empty()), A_WHILE, other))
                .isEmpty();
    }

    @Test
    void aTaintThatIsToleratedForEverDoesNotMatterAndOneThatIsNotMattersAlways() {
        Toleration other = tolerates("other", Stay.forever());
        assertThat(sparedAt(GPU, Map.of(GPU, in(20), OTHER, Optional.empty()), A_WHILE, other))
                .isEqualTo(in(20));
        assertThat(sparedAt(GPU, Map.of(GPU, in(20), OTHER, in(20)), A_WHILE)).isEmpty();
    }

    @Test
    void ofTaintsThatOnlyKeepNewPodsAwayTheOneWhoseStayRunsCounts() {
        assertThat(sparedAt(GPU, Map.of(GPU, in(20), ONLY_NEW, Optional.empty()), A_WHILE))
                .isEqualTo(in(20));
        assertThat(sparedAt(ONLY_NEW, Map.of(ONLY_NEW, in(20)))).isEqualTo(in(20));
        assertThat(sparedAt(ONLY_NEW, Map.of(ONLY_NEW, Optional.empty()))).isEmpty();
    }

    private static Node node(String annotations) {
        String json = "{'metadata': {'name': 'n', 'annotations': {%s}}, 'spec': {}}".formatted(annotations);
        return (Node) Views.view(
                ResourceTypes.NODES, Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theEndsOfANodeWithTermsAreThoseOfAllItsTaints() {
        assertThat(SpareRule.ends(node(""), List.of(GPU, OTHER))).isEmpty();
        Node node = node("'taint-term.tenure.dev/gpu.noexecute': 'gpu:NoExecute until 2026-01-01T12:00:20Z'");
        assertThat(SpareRule.ends(node, List.of(GPU, OTHER)))
                .containsExactlyInAnyOrderEntriesOf(Map.of(GPU, in(20), OTHER, Optional.empty()));
        assertThat(SpareRule.ends(node, List.of())).isEmpty();
    }
}
