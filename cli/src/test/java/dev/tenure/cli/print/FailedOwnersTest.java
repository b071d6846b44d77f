package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.policy.PausedOwners;
import dev.tenure.plan.timeline.RemovedRecord;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FailedOwnersTest {
    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

    private static ObjectNode json(String text) {
        return Json.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static JsonNode removed(String owner, String failure, String last, int pods) {
        return json("""
                {'owner': '%s', 'node': 'n', 'failure': '%s', 'last': '%s', 'pods': %d, 'message': 'Pod was rejected: no'}""".formatted(owner, failure, last, pods));
    }

    @Test
    void podsThatAreRemovedCountBesideThoseThatAreThere() {
        ObjectNode status = json("""
                {'version': 'v', 'nodes': {}, 'rejected':
                 [{'owner': 'ReplicaSet a/web', 'node': 'n', 'pods': 2, 'last': '2026-05-01T11:59:00Z', 'why': 'no'}]}""");
        var record = new RemovedRecord(List.of(
                removed("ReplicaSet a/web", "Rejected", "2026-05-01T11:59:50Z", 7),
                removed("ReplicaSet a/api", "Rejected", "2026-05-01T11:30:00Z", 6),
                removed("ReplicaSet a/evicted", "Evicted", "2026-05-01T11:59:00Z", 9),
                removed("", "Rejected", "2026-05-01T11:59:00Z", 9),
                removed("ReplicaSet a/old", "Rejected", "2026-05-01T10:59:00Z", 9)));
        var paused = new PausedOwners(Map.of(
                "ReplicaSet a/web",
                json("{'until': '2026-05-01T12:05:00Z', 'retention': 'few', 'node': 'n', 'reason': 'NodeAffinity'}"),
                "ReplicaSet a/over",
                json("{'until': '2026-05-01T11:05:00Z', 'retention': 'few', 'node': 'n', 'reason': 'NodeAffinity'}")));

        FailedOwners.into(status, record, paused, NOON);

        assertThat(StatusText.of(status, NOON)).endsWith("""
                REJECTED   MADE BY            NODE   LAST      WHY
                9 pods     ReplicaSet a/web   n      10s ago   no
                6 pods     ReplicaSet a/api   n      30m ago   no

                MAKES NO PODS      FOR   NODE   REASON         RETENTION
                ReplicaSet a/web   5m    n      NodeAffinity   few
                """);
    }
}
