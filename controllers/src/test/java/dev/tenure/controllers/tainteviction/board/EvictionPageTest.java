package dev.tenure.controllers.tainteviction.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.record.EvictionCause;
import dev.tenure.controllers.tainteviction.record.LedgerEntry;
import dev.tenure.controllers.tainteviction.record.NodeRecord;
import dev.tenure.controllers.tainteviction.record.PastEviction;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class EvictionPageTest {
    private static final Instant NOW = Instant.parse("2026-01-10T00:00:00Z");

    private static ComingEviction coming(String pod, String node, int seconds) {
        return new ComingEviction(
                "ns",
                pod,
                "u-" + pod,
                node,
                new PastEviction.Why(EvictionCause.TAINT, "k:NoExecute"),
                Optional.of("k:NoExecute op=Exists for 60s"),
                Optional.of(NOW.plusSeconds(seconds - 60)),
                NOW.plusSeconds(seconds),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static PastEviction past(String pod, Instant at) {
        return new PastEviction(
                "n",
                "ns",
                pod,
                "u-" + pod,
                new PastEviction.Why(EvictionCause.TAINT, "k:NoExecute"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                at,
                "");
    }

    private static JsonNode page(
            Map<String, List<String>> query, List<ComingEviction> coming, List<PastEviction> past) {
        return new EvictionPage(query, NOW).of(Semantics.DOCUMENTED, coming, past);
    }

    @Test
    void whatIsToComeSaysWhyAndHowLongItTakes() {
        JsonNode page = page(Map.of(), List.of(coming("p", "n", 59)), List.of());
        assertThat(page.path("semantics").asText()).isEqualTo("documented");
        JsonNode eviction = page.path("coming").path(0);
        assertThat(eviction.path("pod").asText()).isEqualTo("p");
        assertThat(eviction.path("toleration").asText()).isEqualTo("k:NoExecute op=Exists for 60s");
        assertThat(eviction.path("since").asText()).isEqualTo("2026-01-09T23:59:59Z");
        assertThat(eviction.path("deadline").asText()).isEqualTo("2026-01-10T00:00:59Z");
        assertThat(eviction.path("secondsLeft").asDouble()).isEqualTo(59);
    }

    @Test
    void theParametersChoose() {
        List<ComingEviction> coming = List.of(coming("p", "n", 1), coming("q", "m", 2), coming("r", "m", 3));
        JsonNode page = page(Map.of("node", List.of("m"), "limit", List.of("1")), coming, List.of());
        assertThat(page.path("comingTotal").asInt()).isEqualTo(2);
        assertThat(page.path("coming")).hasSize(1);
        assertThat(page.path("coming").path(0).path("pod").asText()).isEqualTo("q");
        assertThat(page(Map.of("pod", List.of("x")), coming, List.of()).path("coming"))
                .isEmpty();
    }

    @Test
    void theLatestOfThePastIsShownAndWhatIsLongAgoIsNot() {
        List<PastEviction> past = List.of(
                past("old", NOW.minus(NodeRecord.LEDGER_AGE_MAX)),
                past("a", NOW.minusSeconds(20)),
                past("b", NOW.minusSeconds(10)));
        JsonNode page = page(Map.of("limit", List.of("1")), List.of(), past);
        assertThat(page.path("pastTotal").asInt()).isEqualTo(2);
        assertThat(page.path("past")).hasSize(1);
        assertThat(page.path("past").path(0).path("pod").asText()).isEqualTo("b");
        assertThat(page.path("past").path(0).has("deadline")).isFalse();
    }

    @Test
    void causesAreCountedAndEachSaysItsOwn() {
        var pressed = new PastEviction(
                "n",
                "ns",
                "q",
                "u-q",
                new PastEviction.Why(EvictionCause.NODE_PRESSURE, "The node was low on resource: memory."),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                NOW.minusSeconds(5),
                "");
        JsonNode page = page(
                Map.of("limit", List.of("1")),
                List.of(),
                List.of(past("a", NOW.minusSeconds(20)), past("b", NOW.minusSeconds(10)), pressed));
        assertThat(page.path("causes").toString())
                .isEqualTo("{\"taint\":{\"total\":2,\"last\":\"2026-01-09T23:59:50Z\"},"
                        + "\"node-pressure\":{\"total\":1,\"last\":\"2026-01-09T23:59:55Z\"}}");
        assertThat(page.at("/past/0/cause").asText()).isEqualTo("node-pressure");
        assertThat(page.at("/past/0/message").asText()).isEqualTo("The node was low on resource: memory.");
        assertThat(page.at("/past/0").has("taint")).isFalse();
    }

    @Test
    void anEntryOfALedgerIsReadAsItWasWritten() {
        for (EvictionCause cause : EvictionCause.values()) {
            LedgerEntry written = LedgerEntry.of(new PastEviction(
                    "n",
                    "ns",
                    "p",
                    "u",
                    new PastEviction.Why(cause, "why"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    NOW,
                    "ReplicaSet ns/web"));
            assertThat(LedgerEntry.of("n", Json.readObject(written.json().getBytes(StandardCharsets.UTF_8))))
                    .isEqualTo(written);
        }
    }

    @Test
    void anEntryOfAnEarlierVersionIsOfATaint() {
        String earlier = "{\"namespace\":\"ns\",\"pod\":\"p\",\"uid\":\"u\",\"taint\":\"k:NoExecute\","
                + "\"at\":\"2026-01-10T00:00:00Z\"}";
        LedgerEntry read = LedgerEntry.of("n", Json.readObject(earlier.getBytes(StandardCharsets.UTF_8)));
        assertThat(read.eviction().why()).isEqualTo(new PastEviction.Why(EvictionCause.TAINT, "k:NoExecute"));
    }
}
