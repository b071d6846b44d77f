package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EvictionRowsTest {
    private static final ObjectNode PAGE = Json.readObject("""
        {"now": "2026-01-01T00:10:00Z",
         "past": [{"namespace": "ns", "pod": "a", "uid": "1", "node": "n", "taint": "k:NoExecute",
                   "at": "2026-01-01T00:09:00Z"},
                  {"namespace": "ns", "pod": "c", "uid": "3", "node": "n", "cause": "node-pressure",
                   "message": "The node was low on resource: memory. Threshold quantity: 500Mi, available: 1Ki.",
                   "at": "2026-01-01T00:09:30Z"}],
         "coming": [{"namespace": "ns", "pod": "b", "uid": "2", "node": "n", "taint": "k:NoExecute",
                     "toleration": "k:NoExecute op=Exists for 300s", "since": "2026-01-01T00:09:59Z",
                     "deadline": "2026-01-01T00:14:59Z", "secondsLeft": 299.0}]}
        """.getBytes(StandardCharsets.UTF_8));

    @ParameterizedTest
    @CsvSource({"0,0s", "59,59s", "60,1m", "299,4m59s", "3600,1h", "11100,3h5m", "90000,1d1h", "172800,2d", "-5,0s"})
    void spansHaveTwoUnits(long seconds, String text) {
        assertThat(Spans.text(Duration.ofSeconds(seconds))).isEqualTo(text);
    }

    @Test
    void whatIsPastComesBeforeWhatIsToCome() {
        assertThat(EvictionRows.of(PAGE, false))
                .extracting(EvictionRows.Row::cells)
                .containsExactly(
                        List.of("ns", "a", "n", "taint", "k:NoExecute", "1m ago"),
                        List.of("ns", "c", "n", "node-pressure", "The node was low on resource: memory", "30s ago"),
                        List.of("ns", "b", "n", "taint", "k:NoExecute", "in 4m59s"));
    }

    @Test
    void podsThatWereRemovedStandAmongThosePast() {
        ObjectNode page = PAGE.deepCopy();
        page.putArray("removed")
                .addObject()
                .put("namespace", "ns")
                .put("owner", "ReplicaSet ns/r")
                .put("node", "n")
                .put("failure", "Rejected")
                .put("reason", "OutOfcpu")
                .put("message", "Pod was rejected: no cpu. Really")
                .put("pod", "r-1")
                .put("uid", "9")
                .put("pods", 12)
                .put("first", "2026-01-01T00:01:00Z")
                .put("last", "2026-01-01T00:09:15Z");
        assertThat(EvictionRows.of(page, false).get(1).cells())
                .containsExactly("ns", "r-1 and 11 more", "n", "rejected", "OutOfcpu: no cpu", "45s ago");
        assertThat(EvictionRows.of(page, true).get(1).cells()).endsWith("9", "ReplicaSet ns/r");
    }

    @Test
    void aPolicyThatMakesAStayAnotherIsNamed() {
        ObjectNode page = PAGE.deepCopy();
        ObjectNode coming = (ObjectNode) page.path("coming").get(0);
        coming.putObject("stay")
                .put("policy", "quick")
                .put("by", "maxStaySeconds")
                .put("seconds", 60);
        assertThat(EvictionRows.of(page, false).getLast().cells()).endsWith("in 4m59s (policy quick: 1m at most)");
        coming.putObject("stay")
                .put("policy", "slow")
                .put("by", "minStaySeconds")
                .put("seconds", 600);
        assertThat(EvictionRows.of(page, false).getLast().cells()).endsWith("in 4m59s (policy slow: 10m at least)");
    }

    @Test
    void whatIsHeldSaysByWhom() {
        ObjectNode page = PAGE.deepCopy();
        ObjectNode coming = (ObjectNode) page.path("coming").get(0);
        coming.putObject("held").put("policy", "p").put("reason", "Pace").put("message", "30 a minute");
        assertThat(EvictionRows.of(page, false).getLast().cells())
                .containsExactly("ns", "b", "n", "taint", "k:NoExecute", "held by p: 30 a minute");
    }

    @Test
    void wideRowsSayWhyAndSinceWhen() {
        assertThat(EvictionRows.of(PAGE, true))
                .extracting(EvictionRows.Row::cells)
                .allSatisfy(cells -> assertThat(cells).hasSameSizeAs(EvictionRows.headings(true)));
        assertThat(EvictionRows.of(PAGE, true).getFirst().cells())
                .endsWith("<none>", "<none>", "<none>", "1", "<none>");
        assertThat(EvictionRows.of(PAGE, true).getLast().cells())
                .endsWith(
                        "k:NoExecute op=Exists for 300s",
                        "2026-01-01T00:09:59Z",
                        "2026-01-01T00:14:59Z",
                        "2",
                        "<none>");
    }

    @Test
    void anEvictionIsTheSameAtEveryLook() {
        ObjectNode later = PAGE.deepCopy().put("now", "2026-01-01T00:11:00Z");
        assertThat(EvictionRows.of(later, false))
                .extracting(EvictionRows.Row::identity)
                .isEqualTo(EvictionRows.of(PAGE, false).stream()
                        .map(EvictionRows.Row::identity)
                        .toList());
        assertThat(EvictionRows.cancelled(EvictionRows.of(PAGE, false).getLast())
                        .cells())
                .endsWith("cancelled");
    }
}
