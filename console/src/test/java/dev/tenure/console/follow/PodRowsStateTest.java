package dev.tenure.console.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.console.shown.Shown;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.StoredObject.Header;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Rows that are kept say the same as looking through all pods anew.
class PodRowsStateTest {
    private static final long SEED = 20_261_126;
    private static final List<String> STATUS = List.of(
            "{\"phase\": \"Pending\"}",
            "{\"phase\": \"Running\"}",
            "{\"phase\": \"Failed\", \"reason\": \"Evicted\"}",
            "{\"phase\": \"Failed\", \"reason\": \"OutOfcpu\"}");
    private static final List<String> SEARCHED = List.of("", "pod-1", "b", "a-b/", "a/pod-3", "nothing");
    private static final List<String> SHOWN = List.of("", "Running", "Failed", "Evicted", "Terminating");

    private static StoredObject pod(Random random, int number) {
        String namespace = List.of("a", "a-b", "b").get(number % 3);
        ObjectKey key = ResourceTypes.PODS.key(namespace, "pod-" + number);
        boolean deleting = random.nextInt(5) == 0;
        String leaving = deleting ? ", \"deletionTimestamp\": \"2026-01-01T00:00:00Z\"" : "";
        String node = random.nextBoolean() ? "\"nodeName\": \"n\", " : "";
        byte[] json = """
            {"metadata": {"name": "pod-%d", "namespace": "%s"%s}, "spec": {%s"containers": []}, "status": %s}\
            """.formatted(number, namespace, leaving, node, STATUS.get(random.nextInt(STATUS.size())))
                .getBytes(StandardCharsets.UTF_8);
        var header = new Header(key, "u" + number, Map.of(), List.of(), Map.of(), deleting);
        return new StoredObject(header, json, 1, Views.reader(ResourceTypes.PODS));
    }

    @Test
    void comingChangingAndGoingPodsAreFoundAndCountedAsIfAnew() {
        var random = new Random(SEED);
        var state = new PodRowsState();
        Map<ObjectKey, StoredObject> pods = new HashMap<>();
        for (int i = 0; i < 3_000; i++) {
            StoredObject next = pod(random, random.nextInt(60));
            if (random.nextInt(3) == 0) {
                state.deleted(next.key());
                pods.remove(next.key());
            } else {
                state.changed(next);
                pods.put(next.key(), next);
            }
            if (i % 50 == 0) {
                counts(state, pods);
                SEARCHED.forEach(part -> SHOWN.forEach(shown -> search(state, pods, part, shown)));
            }
        }
    }

    private static void counts(PodRowsState state, Map<ObjectKey, StoredObject> pods) {
        List<Pod> all = views(pods);
        assertThat(state.total()).isEqualTo(all.size());
        assertThat(state.leaving()).isEqualTo((int)
                all.stream().filter(pod -> pod.meta().deleting()).count());
        for (PodPhase phase : PodPhase.values()) {
            assertThat(state.count(phase)).isEqualTo((int) all.stream()
                    .filter(pod -> !pod.meta().deleting() && pod.status().phase() == phase)
                    .count());
        }
        assertThat(state.evicted())
                .containsExactlyInAnyOrderElementsOf(all.stream()
                        .filter(pod -> pod.status().reason().equals("Evicted"))
                        .map(PodRowsStateTest::key)
                        .toList());
    }

    private static void search(PodRowsState state, Map<ObjectKey, StoredObject> pods, String part, String shown) {
        List<Pod> fit = views(pods).stream()
                .filter(pod -> pod.qualifiedName().contains(part))
                .filter(pod -> shown.isEmpty() || Shown.phase(pod).equals(shown) || isIn(shown, pod))
                .sorted(Comparator.comparing((Pod pod) -> pod.spec().bound())
                        .thenComparing(pod -> pod.meta().namespace())
                        .thenComparing(pod -> pod.meta().name()))
                .toList();
        PodRowsState.Found found = state.find(new PodRowsState.Sought("", part, shown), 7);
        assertThat(found.count()).as("%s, %s", part, shown).isEqualTo(fit.size());
        assertThat(found.first())
                .as("%s, %s", part, shown)
                .isEqualTo(fit.stream().limit(7).map(PodRowsStateTest::key).toList());
    }

    /// Pages show a reason in the phase's stead; such a pod is found by its phase, too.
    private static boolean isIn(String phase, Pod pod) {
        return !pod.meta().deleting() && pod.status().phase().word().equals(phase);
    }

    private static ObjectKey key(Pod pod) {
        return ResourceTypes.PODS.key(pod.meta().namespace(), pod.meta().name());
    }

    private static List<Pod> views(Map<ObjectKey, StoredObject> pods) {
        return pods.values().stream().map(pod -> pod.view(Pod.class)).toList();
    }
}
