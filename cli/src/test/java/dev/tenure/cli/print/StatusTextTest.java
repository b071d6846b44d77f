package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StatusTextTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");

    private static String text(String json) {
        return StatusText.of(Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)), NOW);
    }

    @Test
    void aQuietClusterHasOneTable() {
        assertThat(text("""
            {'version': 'v1', 'nodes': {'total': 3, 'ready': 3, 'cordoned': 0, 'withNoExecuteTaint': 0},
             'taints': {}, 'pressure': {}, 'pods': {}, 'zones': [], 'evictions': {}}
            """)).isEqualTo("""
                VERSION   NODES   READY   CORDONED   NOEXECUTE   PODS
                v1        3       3       0          0           0
                """);
    }

    @Test
    void taintsPressureZonesAndEvictionsAreReported() {
        assertThat(text("""
            {'version': 'v1', 'nodes': {'total': 5, 'ready': 4, 'cordoned': 1, 'withNoExecuteTaint': 1},
             'taints': {'key1=value1:NoExecute': ['a'], 'node.kubernetes.io/memory-pressure:NoSchedule': ['b']},
             'pressure': {'MemoryPressure': ['b', 'c', 'd', 'e']},
             'pods': {'Pending': 1, 'Running': 2},
             'zones': [{'region': '', 'zone': 'z', 'state': 'Normal', 'ready': 4, 'notReady': 1, 'waiting': 0,
                        'message': ''}],
             'held': [{'policy': 'calm', 'pods': 3, 'reason': 'Paused', 'message': 'paused'}],
             'failingPolicies': [{'policy': 'enough', 'message': 'it fails'}],
             'evictions': {'taint': {'total': 2, 'last': '2026-01-01T00:09:56Z'},
                           'node-pressure': {'total': 1, 'last': '2026-01-01T00:05:00Z'}}}
            """)).isEqualTo("""
                VERSION   NODES   READY   CORDONED   NOEXECUTE   PODS
                v1        5       4       1          1           1 Pending, 2 Running

                TAINT                                           NODES   WHICH
                key1=value1:NoExecute                           1       a
                node.kubernetes.io/memory-pressure:NoSchedule   1       b

                PRESSURE         NODES   WHICH
                MemoryPressure   4       b, c, d and 1 more

                REGION   ZONE   STATE    READY   NOTREADY   WAITING   MESSAGE
                <none>   z      Normal   4       1          0

                HELD BY   PODS   REASON   MESSAGE
                calm      3      Paused   paused

                ! policy enough counts only in part: it fails

                EVICTED BY      PODS   LAST
                taint           2      4s ago
                node-pressure   1      5m ago
                """);
    }

    @Test
    void podsThatANodeRejectsAgainAndAgainAreReported() {
        assertThat(text("""
            {'version': 'v1', 'nodes': {'total': 1, 'ready': 1, 'cordoned': 0, 'withNoExecuteTaint': 0},
             'pods': {'Failed': 46}, 'rejected': [
              {'owner': 'ReplicaSet default/web', 'node': 'a', 'pods': 42, 'last': '2026-01-01T00:09:58Z', 'why': 'short'},
              {'owner': 'ReplicaSet default/few', 'node': 'a', 'pods': 4, 'last': '2026-01-01T00:09:58Z', 'why': 'short'}]}
            """)).isEqualTo("""
                VERSION   NODES   READY   CORDONED   NOEXECUTE   PODS
                v1        1       1       0          0           46 Failed

                REJECTED   MADE BY                  NODE   LAST     WHY
                42 pods    ReplicaSet default/web   a      2s ago   short
                """);
    }
}
