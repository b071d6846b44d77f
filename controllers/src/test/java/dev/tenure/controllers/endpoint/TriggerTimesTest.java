package dev.tenure.controllers.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Service;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Upstream: endpointslice/util/trigger_time_tracker_test.go.
final class TriggerTimesTest {
    private static final ObjectKey KEY = ResourceTypes.SERVICES.key("default", "s");

    private final TriggerTimes times = new TriggerTimes();

    private static Instant at(int second) {
        return Instant.parse("2026-01-31T10:00:00Z").plusSeconds(second);
    }

    private static Service service(int created) {
        return (Service) view(false, """
                {"metadata": {"name": "s", "namespace": "default", "uid": "1", "creationTimestamp": "%s"},
                 "spec": {"selector": {"app": "web"}}}""".formatted(at(created)));
    }

    private static Pod pod(String name, int ready) {
        return (Pod) view(true, """
                {"metadata": {"name": "%s", "namespace": "default", "uid": "%s"}, "spec": {"containers": []},
                 "status": {"conditions": [{"type": "Ready", "status": "True", "lastTransitionTime": "%s"}]}}""".formatted(name, name, at(ready)));
    }

    private static Object view(boolean pod, String json) {
        return Views.view(
                pod ? ResourceTypes.PODS : ResourceTypes.SERVICES,
                Json.readObject(json.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void ofANewServiceItIsTheCreationWhateverItsPodsSay() {
        assertThat(times.next(KEY, service(5), List.of(pod("a", 1)))).contains(at(5));
    }

    @Test
    void ofSeveralPodsItIsTheEarliestThatWasNotKnown() {
        times.next(KEY, service(5), List.of(pod("a", 1), pod("b", 6)));

        assertThat(times.next(KEY, service(5), List.of(pod("a", 9), pod("b", 8), pod("c", 7), pod("d", 6))))
                .contains(at(6));
        assertThat(times.next(KEY, service(5), List.of(pod("a", 9), pod("b", 8), pod("c", 8), pod("d", 6))))
                .contains(at(8));
    }

    @Test
    void whatTellsNoTimeTriggersNothing() {
        Pod silent = (Pod) view(true, """
                {"metadata": {"name": "q", "namespace": "default", "uid": "q"}, "spec": {"containers": []},
                 "status": {"conditions": [{"type": "Ready", "status": "False"}]}}""");
        times.next(KEY, service(5), List.of(pod("a", 6), pod("b", 6)));

        assertThat(times.next(KEY, service(5), List.of(pod("a", 6), silent))).isEmpty();
    }

    @Test
    void aServiceThatWasMadeAgainIsNew() {
        times.next(KEY, service(5), List.of(pod("a", 6)));
        assertThat(times.next(KEY, service(9), List.of(pod("a", 6)))).contains(at(9));

        times.forget(KEY);
        assertThat(times.next(KEY, service(9), List.of(pod("a", 6)))).contains(at(9));
    }
}
