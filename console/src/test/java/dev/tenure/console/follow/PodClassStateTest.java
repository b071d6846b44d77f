package dev.tenure.console.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.StoredObject.Header;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Classes of tolerations that are kept say the same as counting anew.
class PodClassStateTest {
    private static final long SEED = 20_261_125;
    private static final List<String> TOLERATIONS =
            List.of("[]", "[{\"key\": \"a\"}]", "[{\"operator\": \"Exists\"}]", "[{\"key\": \"a\", \"value\": \"b\"}]");

    private static StoredObject pod(int number, String tolerations) {
        ObjectKey key = ResourceTypes.PODS.key("d", "pod-" + number);
        byte[] json = """
            {"metadata": {"name": "pod-%d", "namespace": "d"}, "spec": {"tolerations": %s, "containers": []}}\
            """.formatted(number, tolerations).getBytes(StandardCharsets.UTF_8);
        var header = new Header(key, "u" + number, Map.of(), List.of(), Map.of(), false);
        return new StoredObject(header, json, 1, Views.reader(ResourceTypes.PODS));
    }

    @Test
    void comingChangingAndGoingPodsAreCountedAsIfAnew() {
        var random = new Random(SEED);
        var state = new PodClassState();
        Map<ObjectKey, StoredObject> pods = new HashMap<>();
        for (int i = 0; i < 5_000; i++) {
            StoredObject next = pod(random.nextInt(100), TOLERATIONS.get(random.nextInt(TOLERATIONS.size())));
            StoredObject before = pods.get(next.key());
            if (before != null && random.nextInt(3) == 0) {
                state.deleted(before);
                pods.remove(next.key());
            } else {
                state.changed(Optional.ofNullable(before), next);
                pods.put(next.key(), next);
            }
            if (i % 100 == 0) {
                assertThat(state.classes()).as("seed %d, step %d", SEED, i).isEqualTo(anew(pods));
            }
        }
    }

    private static Map<List<Toleration>, Set<ObjectKey>> anew(Map<ObjectKey, StoredObject> pods) {
        Map<List<Toleration>, Set<ObjectKey>> classes = new HashMap<>();
        pods.values()
                .forEach(each -> classes.computeIfAbsent(
                                each.view(Pod.class).spec().tolerations(), _ -> new HashSet<>())
                        .add(each.key()));
        return classes;
    }
}
