package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ExplanationTextTest {
    private static String text(String json) {
        return ExplanationText.of(Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void pendingPodShowsWhoRefusedItWhereAndWhatWouldHelp() {
        assertThat(text("""
            {'namespace': 'default', 'name': 'p', 'node': '',
             'decision': {'outcome': 'unschedulable', 'message': '0/3 nodes are available: no.', 'nodes': {
               'a': {'code': 'Unschedulable', 'plugin': 'TaintToleration', 'reasons': ['tainted'],
                     'detail': 'taint k:NoSchedule'},
               'b': {'code': 'Unschedulable', 'plugin': 'TaintToleration', 'reasons': ['tainted'],
                     'detail': 'taint k:NoSchedule'},
               'c': {'code': 'Unschedulable', 'plugin': 'NodeUnschedulable', 'reasons': ['unschedulable']}}},
             'queue': {'pod': 'default/p', 'queue': 'unschedulable', 'attempts': 2,
                       'refusedBy': ['NodeUnschedulable', 'TaintToleration'],
                       'last': {'time': '2026-01-01T00:00:00Z'}},
             'remedies': [{'node': 'c', 'nodes': ['c'], 'changes': ['uncordon node c'], 'verified': true},
                          {'node': 'a', 'nodes': ['a', 'b', 'd', 'e'], 'changes': ['let pod p tolerate k:NoSchedule'],
                           'verified': true}]}
            """)).isEqualTo("""
                pod default/p is pending
                  0/3 nodes are available: no.
                  tried 2 times; in queue unschedulable
                  last attempt 2026-01-01T00:00:00Z
                  tried again when something changes that concerns NodeUnschedulable, TaintToleration

                REFUSED BY          NODES   WHY                  WHICH
                TaintToleration     2       taint k:NoSchedule   a, b
                NodeUnschedulable   1       unschedulable        c

                smallest change that would let it run (tried against all plugins), any one of:
                  uncordon node c: runs on c
                  let pod p tolerate k:NoSchedule: runs on a and 3 more
                """);
    }

    @Test
    void aPodThatWasTriedOnceIsNotSaidToHaveBeenTriedTimes() {
        assertThat(text("""
            {'namespace': 'default', 'name': 'p', 'decision': {'outcome': 'unschedulable'},
             'queue': {'pod': 'default/p', 'queue': 'unschedulable', 'attempts': 1}}
            """)).contains("  tried once; in queue unschedulable\n");
    }

    @Test
    void podOnANodeShowsTheScores() {
        assertThat(text("""
            {'namespace': 'default', 'name': 'p', 'node': 'a',
             'decision': {'outcome': 'scheduled', 'best': ['b'], 'nodes': {
               'a': {'code': 'Success'}, 'b': {'code': 'Success'}},
              'scores': {'a': {'total': 200, 'plugins': {'TaintToleration': {'weighted': 200}}},
                         'b': {'total': 397, 'plugins': {'TaintToleration': {'weighted': 300},
                                                         'NodeResourcesFit': {'weighted': 97}}}}}}
            """)).isEqualTo("""
                pod default/p is on node a
                  placed anew now, it would go to b

                NODE   SCORE   NodeResourcesFit   TaintToleration
                b      397     97                 300
                a      200     -                  200
                """);
    }

    @Test
    void thePolicyBecauseOfWhichAPodStaysIsNamed() {
        assertThat(text("""
            {'namespace': 'default', 'name': 'p', 'node': 'a', 'decision': {'outcome': 'scheduled', 'best': ['a']},
             'policies': [{'policy': 'calm', 'taint': 'k:NoExecute', 'says': 'has it stay'}]}
            """)).contains("\n  policy calm has it stay (taint k:NoExecute)\n");
    }

    @Test
    void ofNodesThatAreEquallyGoodOneIsTaken() {
        assertThat(text("""
            {'namespace': 'default', 'name': 'p', 'node': 'a', 'decision': {'outcome': 'scheduled', 'best': ['b', 'c', 'd']}}
            """)).contains("  placed anew now, it would go to b, c or d\n");
        assertThat(text("""
            {'namespace': 'default', 'name': 'p', 'decision': {'outcome': 'scheduled', 'best': ['b', 'c', 'd', 'e', 'f', 'g', 'h']}}
            """)).contains("is pending, and can be placed on one of b, c, d, e, f and 2 more\n");
    }

    @Test
    void roomThatPreemptionWouldMakeIsReported() {
        assertThat(text("""
            {'namespace': 'default', 'name': 'p', 'node': '',
             'decision': {'outcome': 'unschedulable', 'preemption': {'nominatedNodes': ['a'], 'candidates': [
               {'node': 'a', 'victims': ['default/v', 'default/w']},
               {'node': 'b', 'victims': ['default/x']}]}}, 'remedies': []}
            """)).isEqualTo("""
                pod default/p is pending

                room can be made on node a by removing default/v, default/w

                no small change that is known would let it run
                """);
    }

    @Test
    void manyNodesAreCutShort() {
        var nodes = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            nodes.append(i == 0 ? "" : ", ")
                    .append("'n%02d': {'code': 'Unschedulable', 'plugin': 'X', 'reasons': ['r']}".formatted(i));
        }
        assertThat(text("{'decision': {'outcome': 'unschedulable', 'nodes': {" + nodes + "}}}"))
                .contains("X            20      r     n00, n01, n02, n03, n04 and 15 more");
    }
}
