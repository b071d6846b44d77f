package dev.tenure.client.events;

import static dev.tenure.model.meta.ResourceTypes.EVENTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.testkit.cluster.MemoryApi;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class EventRecorderTest {
    private static final InvolvedObject WEB_0 = InvolvedObject.pod("shop", "web-0", "u-1");
    private static final InvolvedObject NODE_1 = InvolvedObject.node("node-1", "");

    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00.75Z"));
    private final SimulatedWorld.SimulatedLoop loop = world.loop("recorder");
    private final MemoryApi api = new MemoryApi(EVENTS);
    private final EventRecorder recorder = new EventRecorder(
            loop, new ClusterClient(api, Caller.component("component", List.of(), "test")), "a-controller");

    private void record(InvolvedObject about, String message) {
        loop.post("record", () -> recorder.record(about, EventRecorder.Type.Normal, "Reason", message));
        world.settle();
    }

    private List<JsonNode> events() {
        return api.all(EVENTS).stream().map(event -> Json.read(event.json())).toList();
    }

    /// On virtual time two components tell of one object at one moment.
    @Test
    void whatTwoComponentsTellAtOnceAreTwoEvents() {
        var other = new EventRecorder(
                loop, new ClusterClient(api, Caller.component("component", List.of(), "test")), "another-controller");
        loop.post("record", () -> other.record(WEB_0, EventRecorder.Type.Normal, "Reason", "its own"));
        record(WEB_0, "something");
        record(WEB_0, "something");

        assertThat(events())
                .extracting(event -> event.path("message").asText() + event.path("count"))
                .containsExactlyInAnyOrder("its own1", "something2");
    }

    @Test
    void anEventSaysWhatHappenedToWhomWhenAndWhoSaysSo() {
        record(WEB_0, "something");
        JsonNode event = events().getFirst();
        assertThat(event.path("metadata").path("namespace").asText()).isEqualTo("shop");
        long moment = Instant.parse("2026-01-01T00:00:00Z").getEpochSecond() * 1_000_000_000L + 750_000_000L;
        String name = event.path("metadata").path("name").asText();
        assertThat(name).startsWith("web-0.");
        assertThat(Long.parseLong(name.substring("web-0.".length()), 16)).isBetween(moment, moment + 999_999);
        assertThat(event.path("involvedObject"))
                .isEqualTo(Json.object()
                        .put("apiVersion", "v1")
                        .put("kind", "Pod")
                        .put("name", "web-0")
                        .put("namespace", "shop")
                        .put("uid", "u-1"));
        assertThat(event.path("type").asText()).isEqualTo("Normal");
        assertThat(event.path("message").asText()).isEqualTo("something");
        assertThat(event.path("count").asInt()).isEqualTo(1);
        assertThat(event.path("firstTimestamp").asText()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(event.path("source").path("component").asText()).isEqualTo("a-controller");
    }

    @Test
    void theSameEventAgainRaisesTheCount() {
        record(WEB_0, "something");
        world.advance(Duration.ofSeconds(5));
        record(WEB_0, "something");
        record(WEB_0, "something");
        JsonNode event = events().getFirst();
        assertThat(events()).hasSize(1);
        assertThat(event.path("count").asInt()).isEqualTo(3);
        assertThat(event.path("firstTimestamp").asText()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(event.path("lastTimestamp").asText()).isEqualTo("2026-01-01T00:00:05Z");
    }

    @Test
    void theRevisionIsToldAndMakesNoOtherEvent() {
        record(new InvolvedObject("v1", "Pod", "shop", "web-0", "u-1", 7, ""), "something");
        record(new InvolvedObject("v1", "Pod", "shop", "web-0", "u-1", 8, ""), "something");
        assertThat(events()).hasSize(1);
        assertThat(events().getFirst().path("count").asInt()).isEqualTo(2);
        assertThat(events().getFirst().at("/involvedObject/resourceVersion").asText())
                .isEqualTo("7");
    }

    @Test
    void aPartIsToldAndMakesAnotherEvent() {
        record(WEB_0, "something");
        record(WEB_0.part("spec.containers{web}"), "something");
        assertThat(events()).hasSize(2);
        assertThat(events().getFirst().path("involvedObject").has("fieldPath")).isFalse();
        assertThat(events().getLast().at("/involvedObject/fieldPath").asText()).isEqualTo("spec.containers{web}");
    }

    @Test
    void whateverDiffersIsAnotherEvent() {
        record(WEB_0, "something");
        record(WEB_0, "something else");
        record(InvolvedObject.pod("shop", "web-0", "u-2"), "something");
        loop.post("warning", () -> recorder.record(WEB_0, EventRecorder.Type.Warning, "Reason", "something"));
        loop.post(
                "annotated",
                () -> recorder.record(WEB_0, EventRecorder.Type.Normal, "Reason", "something", Map.of("k", "v")));
        world.settle();
        assertThat(events())
                .hasSize(5)
                .allSatisfy(event -> assertThat(event.path("count").asInt()).isEqualTo(1));
    }

    @Test
    void eventsOfClusterObjectsStandInTheDefaultNamespaceWithoutAnEmptyUid() {
        record(NODE_1, "something");
        JsonNode event = events().getFirst();
        assertThat(event.path("metadata").path("namespace").asText()).isEqualTo("default");
        assertThat(event.path("involvedObject").has("namespace")).isFalse();
        assertThat(event.path("involvedObject").has("uid")).isFalse();
    }

    @Test
    void anEventThatHasExpiredIsMadeAnewWithItsCount() {
        record(WEB_0, "something");
        String name = events().getFirst().path("metadata").path("name").asText();
        api.remove(EVENTS, "shop", name);
        record(WEB_0, "something");
        assertThat(events()).hasSize(1);
        assertThat(events().getFirst().path("count").asInt()).isEqualTo(2);
    }

    @Test
    void aWriteThatFailsIsDroppedAndTheNextOneGoesOn() {
        api.refuse(_ -> Optional.of(MemoryApi.status(503, "ServiceUnavailable")));
        record(WEB_0, "lost");
        api.refuse(_ -> Optional.empty());
        record(NODE_1, "kept");
        assertThat(events()).extracting(event -> event.path("message").asText()).containsExactly("kept");
    }

    @Test
    void aStormIsBoundedByTheWritesThatAreUnderWay() {
        world.latency((_, _, _) -> Duration.ofSeconds(1));
        loop.post("storm", () -> {
            for (int i = 0; i < 12_000; i++) {
                recorder.record(pod(i), EventRecorder.Type.Normal, "Reason", "something");
            }
        });
        world.advance(Duration.ofSeconds(2));
        assertThat(api.count(Verb.CREATE)).isEqualTo(10_000);
        record(NODE_1, "after the storm");
        world.advance(Duration.ofSeconds(2));
        assertThat(api.count(Verb.CREATE)).isEqualTo(10_001);
    }

    @Test
    void soManyDifferentEventsAreCountedAndTheEldestIsForgottenFirst() {
        for (int i = 0; i < 4_097; i++) {
            record(pod(i), "something");
        }
        long patches = api.count(Verb.PATCH);
        record(pod(4_096), "something");
        assertThat(api.count(Verb.PATCH) - patches).isEqualTo(1);
        record(pod(0), "something");
        assertThat(api.count(Verb.PATCH) - patches).as("forgotten: a new Event").isEqualTo(1);
        assertThat(events()).hasSize(4_098);
    }

    private static InvolvedObject pod(int number) {
        return InvolvedObject.pod("shop", "web-" + number, "u-" + number);
    }

    @Test
    void fromTheTenthOnEventsThatDifferInTheirMessageShareOne() {
        for (int i = 1; i <= 12; i++) {
            record(WEB_0, "message " + i);
            world.advance(Duration.ofSeconds(1));
        }
        record(NODE_1, "message 13");
        assertThat(events()).hasSize(11);
        JsonNode shared = combined().getFirst();
        assertThat(shared.path("message").asText()).isEqualTo("(combined from similar events): message 12");
        assertThat(shared.path("count").asInt()).isEqualTo(3);
        assertThat(shared.path("firstTimestamp").asText()).isEqualTo("2026-01-01T00:00:09Z");
        assertThat(shared.path("lastTimestamp").asText()).isEqualTo("2026-01-01T00:00:11Z");
        assertThat(shared.path("reportingComponent").asText("absent")).isEmpty();
        assertThat(shared.path("source").path("component").asText()).isEqualTo("a-controller");
    }

    @Test
    void oneOfTheNineThatStandIsCountedWhenItIsToldAgain() {
        for (int i = 1; i <= 9; i++) {
            record(WEB_0, "message " + i);
        }
        record(WEB_0, "message 3");
        assertThat(events()).hasSize(9);
        assertThat(combined()).isEmpty();
    }

    @Test
    void afterTenMinutesOfSilenceDifferentEventsStandAloneAgain() {
        for (int i = 1; i <= 9; i++) {
            record(WEB_0, "message " + i);
        }
        world.advance(Duration.ofMinutes(10).plusSeconds(1));
        record(WEB_0, "message 10");
        assertThat(events()).hasSize(10);
        assertThat(combined()).isEmpty();
    }

    @Test
    void anObjectWithTwentyFiveEventsHasOneMoreEveryFiveMinutesWhichTellsHowOften() {
        for (int i = 1; i <= 30; i++) {
            record(WEB_0, "something");
        }
        record(NODE_1, "something");
        assertThat(counts()).containsExactlyInAnyOrder(25, 1);
        world.advance(Duration.ofMinutes(5).minusSeconds(1));
        record(WEB_0, "something");
        assertThat(counts()).containsExactlyInAnyOrder(25, 1);
        world.advance(Duration.ofSeconds(1));
        record(WEB_0, "something");
        assertThat(counts()).containsExactlyInAnyOrder(32, 1);
    }

    private List<Integer> counts() {
        return events().stream().map(event -> event.path("count").asInt()).toList();
    }

    private List<JsonNode> combined() {
        return events().stream()
                .filter(event -> event.path("message").asText().startsWith("(combined"))
                .toList();
    }
}
