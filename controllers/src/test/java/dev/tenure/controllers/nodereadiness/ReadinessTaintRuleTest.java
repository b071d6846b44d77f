package dev.tenure.controllers.nodereadiness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.nodereadiness.NodeReadinessRule.Mode;
import dev.tenure.controllers.nodereadiness.ReadinessTaintRule.Plan;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Every pair of rules about one taint, each in every situation, on a node with the taint and without it.
class ReadinessTaintRuleTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    /// How a rule stands to the node.
    private enum Situation {
        DRY_RUN("", "'dryRun': true,", "True", false),
        NOT_YET_IN_FORCE("'finalizers': [],", "", "False", false),
        UNREADY("", "", "False", false),
        READY("", "", "True", false),
        LEAVING("'deletionTimestamp': '2026-05-01T11:59:59Z',", "", "False", false),
        ELSEWHERE("", "'nodeSelector': {'matchLabels': {'other': 'y'}},", "False", false),
        NO_LONGER_HERE("", "'nodeSelector': {'matchLabels': {'other': 'y'}},", "False", true);

        private final String meta;
        private final String spec;
        private final String status;
        private final boolean formerly;

        Situation(String meta, String spec, String status, boolean formerly) {
            this.meta = meta;
            this.spec = spec;
            this.status = status;
            this.formerly = formerly;
        }

        private boolean wants() {
            return this == UNREADY;
        }

        private boolean content() {
            return this == READY || this == LEAVING || this == NO_LONGER_HERE;
        }

        private NodeReadinessRule rule(String name) {
            String finalizers =
                    meta.contains("finalizers") ? "" : "'finalizers': ['%s'],".formatted(NodeReadinessRule.FINALIZER);
            String selector = spec.contains("nodeSelector") ? "" : "'nodeSelector': {'matchLabels': {'here': 'y'}},";
            return Rules.read("""
                    {'metadata': {%s %s 'name': '%s', 'uid': 'u-%s'},
                     'spec': {%s %s 'conditions': [{'type': '%s', 'requiredStatus': 'True'}],
                       'enforcementMode': 'continuous', 'taint': {'key': 'k', 'effect': 'NoSchedule'}}}
                    """.formatted(finalizers, meta, name, name, spec, selector, name));
        }
    }

    private static Node node(boolean tainted, Situation a, Situation b) {
        return Rules.node("""
                {'metadata': {'name': 'n', 'labels': {'here': 'y'}}, 'spec': {'taints': [%s]},
                 'status': {'conditions': [{'type': 'a', 'status': '%s'}, {'type': 'b', 'status': '%s'}]}}
                """.formatted(
                        tainted ? "{'key': 'k', 'value': 'else', 'effect': 'NoSchedule'}" : "", a.status, b.status));
    }

    @Test
    void aTaintStaysAsLongAsOneOfItsRulesWantsIt() {
        var seen = new ArrayList<String>();
        for (Situation a : Situation.values()) {
            for (Situation b : Situation.values()) {
                for (boolean tainted : new boolean[] {false, true}) {
                    Plan plan = ReadinessTaintRule.decide(
                            node(tainted, a, b), List.of(a.rule("a"), b.rule("b")), knowing(a, b), NOW);
                    boolean wanted = a.wants() || b.wants();
                    boolean content = a.content() || b.content();
                    String expected = wanted && !tainted ? "add" : !wanted && content && tainted ? "remove" : "nothing";
                    String is = plan.changes().isEmpty()
                            ? "nothing"
                            : plan.changes().getFirst().add() ? "add" : "remove";
                    assertThat(is).as("%s and %s, tainted %s", a, b, tainted).isEqualTo(expected);
                    assertThat(plan.changes()).hasSizeLessThan(2);
                    seen.add(is);
                }
            }
        }
        assertThat(seen).hasSize(98).contains("add", "remove", "nothing");
    }

    private static ReadinessTaintRule.Knowledge knowing(Situation a, Situation b) {
        return new Rules.Known((rule, _) -> (rule.name().equals("a") ? a : b).formerly, (_, _) -> true);
    }

    @Test
    void otherTaintsAndTheValueOfItsOwnAreLeftAsTheyAre() {
        Node node = Rules.node("""
                {'metadata': {'name': 'n', 'labels': {'here': 'y'}}, 'spec': {'taints': [
                   {'key': 'k', 'effect': 'NoExecute'}, {'key': 'k', 'value': 'v', 'effect': 'NoSchedule'}]},
                 'status': {'conditions': [{'type': 'a', 'status': 'True'}]}}
                """);
        Plan plan = ReadinessTaintRule.decide(
                node, List.of(Situation.READY.rule("a")), knowing(Situation.READY, Situation.READY), NOW);
        assertThat(plan.taints(node)).containsExactly(new Taint("k", "", TaintEffect.NO_EXECUTE));
    }

    @Test
    void aNodeIsDoneWithBootstrapOnceItsConditionsHoldEvenIfAnotherRuleKeepsTheTaint() {
        NodeReadinessRule once = Rules.read("""
                {'metadata': {'name': 'once', 'uid': 'u1', 'finalizers': ['%s']},
                 'spec': {'conditions': [{'type': 'a', 'requiredStatus': 'True'}], 'enforcementMode': 'bootstrap-only',
                   'nodeSelector': {'matchLabels': {'here': 'y'}}, 'taint': {'key': 'k', 'effect': 'NoSchedule'}}}
                """.formatted(NodeReadinessRule.FINALIZER));
        assertThat(once.mode()).isEqualTo(Mode.BOOTSTRAP_ONLY);
        NodeReadinessRule other = Situation.UNREADY.rule("b");
        Plan plan = ReadinessTaintRule.decide(
                node(true, Situation.READY, Situation.UNREADY),
                List.of(once, other),
                knowing(Situation.READY, Situation.UNREADY),
                NOW);
        assertThat(plan.changes()).isEmpty();
        assertThat(plan.done())
                .containsExactly(Map.entry("readiness.k8s.io/bootstrap-completed-u1", "{\"rule-name\":\"once\"}"));
        for (String key : List.of("u1", "once")) {
            Node done = Rules.node("""
                    {'metadata': {'name': 'n', 'labels': {'here': 'y'},
                       'annotations': {'readiness.k8s.io/bootstrap-completed-%s': 'x'}}, 'spec': {}, 'status': {}}
                    """.formatted(key));
            assertThat(ReadinessTaintRule.decide(done, List.of(once), knowing(Situation.READY, Situation.READY), NOW)
                            .isEmpty())
                    .isTrue();
        }
    }

    @Test
    void aPlanIsSeenOnceTheNodeShowsAllOfIt() {
        Plan adds = ReadinessTaintRule.decide(
                node(false, Situation.UNREADY, Situation.UNREADY),
                List.of(Situation.UNREADY.rule("a")),
                knowing(Situation.UNREADY, Situation.UNREADY),
                NOW);
        assertThat(adds.isSeenOn(node(false, Situation.UNREADY, Situation.READY)))
                .isFalse();
        assertThat(adds.isSeenOn(node(true, Situation.UNREADY, Situation.READY)))
                .isTrue();
        var done = new Plan(List.of(), Map.of("k", "v"), Optional.empty());
        assertThat(done.isSeenOn(node(true, Situation.READY, Situation.READY))).isFalse();
    }

    @Test
    void aLimitKeepsTheTaintOffButNeverTakesItAway() {
        var never = new Rules.Known((_, _) -> false, (_, _) -> false);
        List<NodeReadinessRule> rules = List.of(Situation.UNREADY.rule("a"));
        for (boolean tainted : new boolean[] {false, true}) {
            Node node = node(tainted, Situation.UNREADY, Situation.UNREADY);
            assertThat(ReadinessTaintRule.decide(node, rules, never, NOW).changes())
                    .isEmpty();
        }
    }

    @Test
    void conditionsThatHaveNotLastedAreLookedAtAgain() {
        for (Situation situation : List.of(Situation.READY, Situation.UNREADY)) {
            NodeReadinessRule rule = Rules.read("""
                    {'metadata': {'name': 'a', 'uid': 'u', 'finalizers': ['%s'],
                       'annotations': {'tenure.dev/stabilization-window-seconds': '30'}},
                     'spec': {'conditions': [{'type': 'a', 'requiredStatus': 'True'}], 'enforcementMode': 'continuous',
                       'nodeSelector': {'matchLabels': {'here': 'y'}}, 'taint': {'key': 'k', 'effect': 'NoSchedule'}}}
                    """.formatted(NodeReadinessRule.FINALIZER));
            Node node = Rules.node("""
                    {'metadata': {'name': 'n', 'labels': {'here': 'y'}},
                     'spec': {'taints': [%s]}, 'status': {'conditions': [
                       {'type': 'a', 'status': '%s', 'lastTransitionTime': '2026-05-01T11:59:50Z'}]}}
                    """.formatted(
                    situation == Situation.READY ? "{'key': 'k', 'effect': 'NoSchedule'}" : "", situation.status));
            var known = knowing(situation, situation);
            Plan early = ReadinessTaintRule.decide(node, List.of(rule), known, NOW);
            assertThat(early.isEmpty()).as("%s", situation).isTrue();
            assertThat(early.again()).contains(NOW.plusSeconds(20));
            Plan late = ReadinessTaintRule.decide(node, List.of(rule), known, NOW.plusSeconds(20));
            assertThat(late.changes())
                    .as(situation.name().toLowerCase(Locale.ROOT))
                    .hasSize(1);
        }
    }

    @Test
    void whatIsNoRuleIsNotReadAndAnnotationsThatAreWrongDoNotCount() {
        assertThat(Rules.parsed("{'metadata': {'name': 'a'}, 'spec': {}}")).isEmpty();
        assertThat(Rules.parsed("""
                {'metadata': {'name': 'a'}, 'spec': {'conditions': [{'type': 'a', 'requiredStatus': 'True'}],
                  'taint': {'key': 'k', 'effect': 'Never'}}}""")).isEmpty();
        NodeReadinessRule rule = Rules.read("""
                {'metadata': {'name': 'a', 'annotations': {'tenure.dev/stabilization-window-seconds': '1e9',
                    'tenure.dev/max-tainted-nodes': 'half'}},
                 'spec': {'conditions': [{'type': 'a', 'requiredStatus': 'True'}],
                  'taint': {'key': 'k', 'effect': 'NoSchedule'}}}""");
        assertThat(rule.care()).isEqualTo(NodeReadinessRule.Care.NONE);
    }
}
