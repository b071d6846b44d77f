package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TaintsTextTest {
    private static final String NODE_A =
            "{'name': 'a', 'since': '2026-01-01T00:05:00Z', 'sinceFrom': 'timeAdded', 'by': 'argo', 'stale': false,"
                    + " 'listWrittenBy': [{'manager': 'argo', 'operation': 'Apply', 'at': '2026-01-01T00:05:00Z'}]}";
    private static final String NODE_B = "{'name': 'b', 'since': '2026-01-01T00:00:00Z', 'sinceFrom': 'managedFields',"
            + " 'byNote': 'x wrote the list last, but sets no such taint', 'why': 'stale: Ready is True', 'stale': true,"
            + " 'listWrittenBy': [{'manager': 'x', 'operation': 'Update', 'at': '2026-01-01T00:00:00Z'}]}";

    private static JsonNode document(String effect, String nodes, String rest) {
        return read("""
            {'now': '2026-01-01T00:10:00Z',
             'taints': [{'taint': 'k=v:%s', 'key': 'k', 'value': 'v', 'effect': '%s', 'nodes': [%s]%s}]}
            """.formatted(effect, effect, nodes, rest));
    }

    private static JsonNode read(String json) {
        return Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static String pods(String effect, String counts) {
        JsonNode taint = document(effect, NODE_A, ", 'pods': {" + counts + "}").at("/taints/0");
        return TaintsText.pods(taint, Instant.parse("2026-01-01T00:10:00Z"));
    }

    @Test
    void aTaintOfNodesThatDifferIsOneRow() {
        JsonNode document = document("NoExecute", NODE_A + "," + NODE_B, ", 'pods': {'standing': 0}");

        assertThat(TaintsText.list(document, false)).isEqualTo("""
                TAINT           NODES   SINCE                                       BY        WHY               PODS
                k=v:NoExecute   2       over 5m to 10m (managedFields, timeAdded)   several   stale on 1 of 2   0
                """);
        assertThat(TaintsText.list(document, true)).isEqualTo("""
                TAINT           NODES   SINCE                                       BY                  WHY               PODS   LIST LAST WRITTEN BY   WHICH
                k=v:NoExecute   2       over 5m to 10m (managedFields, timeAdded)   argo 1, unknown 1   stale on 1 of 2   0      argo 1, x 1            a,b
                """);
    }

    @Test
    void whatIsNotKnownIsCalledUnknown() {
        JsonNode document = document("NoExecute", "{'name': 'a', 'sinceFrom': 'unknown', 'stale': false}", "");

        assertThat(TaintsText.list(document, true)).isEqualTo("""
                TAINT           NODES   SINCE     BY        WHY      PODS      LIST LAST WRITTEN BY   WHICH
                k=v:NoExecute   1       unknown   unknown   <none>   unknown   unknown                a
                """);
    }

    @Test
    void podsAreToldByWhatBecomesOfThem() {
        assertThat(
                        pods(
                                "NoExecute",
                                "'standing': 7, 'notTolerating': 1, 'toleratingForAWhile': 2, 'tolerating': 2,"
                                        + " 'upToFeatureGate': 1, 'ending': 1, 'lastLeaves': '2026-01-01T00:14:50Z', 'keptOff': 3"))
                .isEqualTo("7: 1 must go, 2 leave within 4m50s, 2 stay, 1 up to a feature gate, 1 ending; keeps off 3");
        assertThat(pods("NoExecute", "'standing': 1, 'toleratingForAWhile': 1, 'longestStaySeconds': 300"))
                .isEqualTo("1: 1 leaves at most 5m after it came");
        assertThat(pods("NoExecute", "'standing': 1, 'toleratingForAWhile': 1, 'lastLeaves': '2026-01-01T00:09:59Z'"))
                .isEqualTo("1: 1 leaves now");
        assertThat(pods("NoSchedule", "'standing': 3, 'notTolerating': 2, 'tolerating': 1"))
                .isEqualTo("3: 2 without toleration, 1 with toleration");
        assertThat(pods("NoSchedule", "'standing': 0, 'keptOff': 1")).isEqualTo("0; keeps off 1");
    }

    @Test
    void oneTaintIsToldWithItsNodesItsPodsAndItsEnd() {
        String rest = """
            , 'podsThere': [
                {'namespace': 's', 'name': 'p', 'node': 'a', 'outcome': 'mustGo'},
                {'namespace': 's', 'name': 'q', 'node': 'b', 'outcome': 'leaves', 'toleration': 'k for 900s',
                 'until': '2026-01-01T00:15:00.75Z', 'secondsLeft': 300, 'atTheLatest': true},
                {'namespace': 's', 'name': 'r', 'node': 'b', 'outcome': 'leaves', 'toleration': 'k for 900s',
                 'staySeconds': 900},
                {'namespace': 's', 'name': 't', 'node': 'b', 'outcome': 'stays', 'toleration': 'op=Exists'},
                {'namespace': 's', 'name': 'u', 'node': 'b', 'outcome': 'mustGo', 'ending': true}],
              'podsKeptOff': ['s/w'],
              'removal': {'commands': ['kubectl taint nodes a b k:NoExecute-'],
                          'lookAhead': ['tenure plan taint nodes a b k:NoExecute-'],
                          'comesBack': [{'by': 'node lifecycle', 'why': 'Ready is False', 'nodes': ['a']}]}
            """;

        assertThat(TaintsText.detail(document("NoExecute", NODE_A + "," + NODE_B, rest)))
                .isEqualTo("""
                k=v:NoExecute

                NODE   SINCE                      BY        WHY                    LIST LAST WRITTEN
                a      5m (timeAdded)             argo      <none>                 argo, Apply, 5m ago
                b      over 10m (managedFields)   unknown   stale: Ready is True   x, Update, 10m ago
                b: x wrote the list last, but sets no such taint

                NAMESPACE   POD   NODE   TOLERATION   OUTCOME
                s           p     a      <none>       must go
                s           q     b      k for 900s   leaves at 2026-01-01T00:15:00Z at the latest, in 5m
                s           r     b      k for 900s   leaves 15m after it came
                s           t     b      op=Exists    stays
                s           u     b      <none>       is ending
                Kept off, and pending: s/w

                What would follow if it were removed:
                  tenure plan taint nodes a b k:NoExecute-
                To remove it:
                  kubectl taint nodes a b k:NoExecute-
                  (node lifecycle puts it back on a as long as this lasts: Ready is False)
                """);
    }

    @Test
    void whoCordonedStandsBesideTheCordon() {
        String node =
                "{'name': 'a', 'sinceFrom': 'unknown', 'by': 'node lifecycle', 'why': 'cordoned: x', 'stale': false,"
                        + " 'cordonedBy': [{'manager': 'kubectl', 'operation': 'Update', 'at': '2026-01-01T00:09:00Z'}]}";

        assertThat(TaintsText.detail(document("NoSchedule", node, ", 'podsThere': [], 'removal': {}")))
                .contains("cordoned: x (kubectl, Update, 1m ago)", "No pod stands there.");
        assertThat(TaintsText.detail(document("NoSchedule", node, ""))).contains("Pods: unknown");
    }

    @Test
    void changesAreLinesOfOneTable() {
        var text = new TaintChangesText();

        assertThat(List.of(
                        text.headings(),
                        text.line(
                                read(
                                        "{'at': '2026-01-01T00:00:01.5Z', 'node': 'a', 'change': 'added',"
                                                + " 'taint': 'k:NoSchedule', 'times': 1, 'writer': {'manager': 'm', 'operation': 'Apply'}}")),
                        text.line(read("{'at': '2026-01-01T00:00:02Z', 'node': 'a', 'change': 'removed',"
                                + " 'taint': 'k:NoSchedule', 'times': 2}"))))
                .containsExactly(
                        "TIME                   NODE           CHANGE      TAINT                                          TIMES   BY",
                        "2026-01-01T00:00:01Z   a              added       k:NoSchedule                                   1       m, Apply",
                        "2026-01-01T00:00:02Z   a              removed     k:NoSchedule                                   2       unknown");
    }

    @Test
    void untilWhenIsTold() {
        String termed = NODE_A.replace("'stale'", "'why': 'ticket', 'until': '%s', 'overdue': %s, 'stale'");
        JsonNode soon = document("NoExecute", termed.formatted("2026-01-01T02:09:00Z", false) + "," + NODE_B, "");
        JsonNode late = document("NoExecute", termed.formatted("2026-01-01T00:05:00Z", true), "");

        assertThat(TaintsText.list(soon, false)).isEqualTo("""
                TAINT           NODES   SINCE                                       UNTIL                BY        WHY               PODS
                k=v:NoExecute   2       over 5m to 10m (managedFields, timeAdded)   in 1h59m on 1 of 2   several   stale on 1 of 2   unknown
                """);
        assertThat(TaintsText.list(late, false)).isEqualTo("""
                TAINT           NODES   SINCE            UNTIL                          BY     WHY      PODS
                k=v:NoExecute   1       5m (timeAdded)   5m ago: nobody takes it away   argo   ticket   unknown
                """);
    }

    @Test
    void formerTermsAndUnreadableOnesAreTold() {
        JsonNode document = read("""
            {'now': '2026-01-01T00:10:00Z', 'taints': [{'taint': 'k=v:NoExecute', 'nodes': [%s], 'pastTerms': [
              {'node': 'a', 'at': '2026-01-01T00:01:00Z', 'how': 'cancelled', 'who': 'bob', 'term': 'k:NoExecute until x'}]}],
             'unreadableTerms': [{'node': 'b', 'annotation': 'n', 'why': 'bad'}]}
            """.formatted(NODE_A));

        assertThat(TaintsText.detail(document)).contains("""

                NODE   TERM OVER              HOW                TERM
                a      2026-01-01T00:01:00Z   cancelled by bob   k:NoExecute until x
                """);
        assertThat(TaintsText.list(document, false)).endsWith("node b: annotation n: bad\n");
    }
}
