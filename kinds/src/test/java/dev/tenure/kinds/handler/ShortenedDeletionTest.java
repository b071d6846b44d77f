package dev.tenure.kinds.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A deletion with a grace period that is made shorter later never ends before the moment at which it was
/// made so.
class ShortenedDeletionTest {
    private static final Duration GRACE = Duration.ofSeconds(30);

    private static ApiRequest request(Verb verb, String body) {
        String name = verb == Verb.CREATE ? "" : "pod";
        var target = new Target("", "v1", "pods", "default", name, "");
        byte[] bytes = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return new ApiRequest(
                verb,
                target,
                Map.of(),
                new Body(Body.JSON, bytes),
                new Caller("admin", "", List.of("system:masters"), Map.of(), "test/v1"));
    }

    private static JsonNode metadata(SameServers servers) {
        return ObjectTrees.metadata(
                Document.of(servers.stored().orElseThrow().content()).tree());
    }

    private static Instant end(JsonNode metadata) {
        return Instant.parse(metadata.path("deletionTimestamp").asText(""));
    }

    private static void delete(SameServers servers, long seconds) {
        servers.send(request(Verb.DELETE, "{'gracePeriodSeconds': %d}".formatted(seconds)));
    }

    private static void create(SameServers servers) {
        servers.send(
                request(
                        Verb.CREATE,
                        "{'metadata': {'name': 'pod'}, 'spec': {'nodeName': 'n', 'containers': [{'name': 'c', 'image': 'i'}]}}"));
    }

    @Test
    void periodsOfCenturiesEndWhenUpstreamSaysSo() {
        for (long seconds : new long[] {300_000_000_000L, Long.MAX_VALUE}) {
            try (var servers = new SameServers(ResourceTypes.PODS.key("default", "pod"), 1)) {
                create(servers);
                delete(servers, GRACE.toSeconds());
                Instant now = end(metadata(servers)).minus(GRACE);
                delete(servers, 0);
                create(servers);
                delete(servers, seconds);
                assertThat(metadata(servers).path("deletionGracePeriodSeconds").asLong())
                        .isEqualTo(seconds);
                assertThat(end(metadata(servers)))
                        .isEqualTo(now.plus(Duration.ofNanos(seconds * 1_000_000_000L))
                                .truncatedTo(ChronoUnit.SECONDS));
                delete(servers, 20);
                assertThat(end(metadata(servers)))
                        .as("what is stored of the moment before has no fractions")
                        .isBetween(now.plusSeconds(19), now.plusSeconds(20));
            }
        }
    }

    @Test
    void endsAtOnceWhenWhatIsLeftIsOver() {
        try (var servers = new SameServers(ResourceTypes.PODS.key("default", "pod"), 1)) {
            create(servers);
            delete(servers, GRACE.toSeconds());
            Instant begun = end(metadata(servers)).minus(GRACE);

            servers.pass(Duration.ofSeconds(5));
            delete(servers, 20);
            assertThat(end(metadata(servers))).isEqualTo(begun.plusSeconds(20));
            assertThat(metadata(servers).path("deletionGracePeriodSeconds").asLong())
                    .isEqualTo(20);

            servers.pass(Duration.ofSeconds(10));
            delete(servers, 3);
            assertThat(end(metadata(servers))).isEqualTo(begun.plusSeconds(15));
            assertThat(metadata(servers).path("deletionGracePeriodSeconds").asLong())
                    .isEqualTo(1);
        }
    }
}
