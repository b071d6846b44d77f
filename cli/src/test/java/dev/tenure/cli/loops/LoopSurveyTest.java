package dev.tenure.cli.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.loops.LoopSurvey.Found;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.timeline.RemovedRecord;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LoopSurveyTest {
    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final RemovedRecord NOTHING = new RemovedRecord(List.of());

    private static StoredObject stored(ResourceType type, String name, String json) {
        var header = new StoredObject.Header(type.key("ns", name), name, Map.of(), List.of(), Map.of(), false);
        byte[] text = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return new StoredObject(header, text, 1, Views.reader(type));
    }

    private static StoredObject rejected(String name, int second) {
        return stored(ResourceTypes.PODS, name, """
                {'kind': 'Pod', 'metadata': {'name': '%1$s', 'namespace': 'ns', 'uid': '%1$s',
                 'creationTimestamp': '2026-01-01T12:00:%2$02dZ', 'ownerReferences': [{'apiVersion': 'apps/v1',
                 'kind': 'DaemonSet', 'name': 'd', 'uid': 'd', 'controller': true}]},
                 'spec': {'nodeName': 'n'}, 'status': {'phase': 'Failed', 'reason': 'OutOfcpu',
                 'message': 'Pod was rejected: no cpu'}}""".formatted(name, second));
    }

    private static StoredObject event(String pod, int second, int count) {
        return stored(ResourceTypes.EVENTS, pod, """
                {'kind': 'Event', 'metadata': {'name': '%1$s', 'namespace': 'ns'}, 'reason': 'FailedDaemonPod',
                 'message': 'Found failed daemon pod ns/%1$s on node n, will try to kill it', 'count': %3$d,
                 'involvedObject': {'kind': 'DaemonSet', 'namespace': 'ns', 'name': 'd'},
                 'firstTimestamp': '2026-01-01T12:00:%2$02dZ', 'lastTimestamp': '2026-01-01T12:00:%2$02dZ'}""".formatted(pod, second, count));
    }

    private static List<Found> find(List<StoredObject> pods, List<StoredObject> events, RemovedRecord removed) {
        return LoopSurvey.find(new LoopSurvey.Sight(pods, events, removed), 5, WINDOW);
    }

    @Test
    void podsThatAreThereAreCountedAndTheLastOfThemIsGiven() {
        List<StoredObject> pods =
                IntStream.range(0, 5).mapToObj(i -> rejected("p" + i, i)).toList();
        assertThat(find(pods.subList(0, 4), List.of(), NOTHING)).isEmpty();
        assertThat(find(pods, List.of(), NOTHING)).singleElement().satisfies(found -> {
            assertThat(found.loop().failure().owner()).isEqualTo("DaemonSet ns/d");
            assertThat(found.loop().often()).isEqualTo(5);
            assertThat(found.pod().map(pod -> pod.key().name())).contains("p4");
        });
    }

    /// The controller of DaemonSets removes pods that failed; its Events are left.
    @Test
    void podsOfDaemonSetsThatAreGoneAreKnownFromEvents() {
        List<StoredObject> events =
                IntStream.range(0, 5).mapToObj(i -> event("p" + i, i, 1)).toList();
        assertThat(find(List.of(), events, NOTHING)).singleElement().satisfies(found -> {
            assertThat(found.loop().failure().node()).isEqualTo("n");
            assertThat(found.pod()).isEmpty();
        });
        assertThat(find(List.of(), List.of(event("p", 1, 12)), NOTHING))
                .singleElement()
                .satisfies(found -> assertThat(found.loop().often()).isEqualTo(12));
    }

    @Test
    void aPodOfWhichAnEventTellsTooCountsOnce() {
        List<StoredObject> pods =
                IntStream.range(0, 4).mapToObj(i -> rejected("p" + i, i)).toList();
        List<StoredObject> events =
                IntStream.range(0, 4).mapToObj(i -> event("p" + i, i, 1)).toList();
        assertThat(find(pods, events, NOTHING)).isEmpty();
    }

    @Test
    void podsThatWereRemovedCountFromTheirRecord() {
        var map = Json.object();
        map.putObject("data").put("removed", """
                [{"namespace": "ns", "owner": "DaemonSet ns/d", "node": "n", "failure": "Rejected",
                  "reason": "OutOfcpu", "message": "m", "pod": "p9", "uid": "p9", "pods": 30,
                  "first": "2026-01-01T11:59:00Z", "last": "2026-01-01T12:00:00Z"}]""");
        assertThat(find(List.of(rejected("p1", 1)), List.of(), RemovedRecord.of(map)))
                .singleElement()
                .satisfies(found -> assertThat(found.loop().failure().pods()).isEqualTo(31));
        map.withObject("/data").put("removed", "[{\"first\": 1}]");
        assertThat(RemovedRecord.of(map).entries()).isEmpty();
    }
}
