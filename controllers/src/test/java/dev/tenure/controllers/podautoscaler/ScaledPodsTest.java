package dev.tenure.controllers.podautoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ScaledPodsTest {
    private int matched;
    private final ScaledPods scaled = new ScaledPods((selector, labels) -> {
        matched++;
        return selector.matches(labels);
    });

    private static ObjectKey key(String namespace, int number) {
        return ResourceTypes.HORIZONTAL_POD_AUTOSCALERS.key(namespace, "h" + number);
    }

    /// Ten pods each, all with one label alike.
    @Test
    void whoScalesAPodIsFoundWithoutALookAtAllAutoscalers() {
        int many = 500;
        for (int i = 0; i < many; i++) {
            scaled.put(key("ns", i), LabelSelector.ofLabels(Map.of("app", "a", "instance", "i" + i)));
        }
        for (int i = 0; i < many; i++) {
            List<Map<String, String>> pods = new ArrayList<>();
            for (int pod = 0; pod < 10; pod++) {
                pods.add(Map.of("app", "a", "instance", "i" + i, "pod", "p" + pod));
            }
            assertThat(scaled.scaling("ns", pods)).containsExactly(key("ns", i));
        }
        assertThat(matched).isEqualTo(many);
    }

    /// Against a look at all of them.
    @Test
    void theyAreFoundWhateverTheySelect() {
        var random = new Random(11);
        List<String> selectors = List.of("a=1", "a=1,b=2", "b in (1,2)", "!c", "a!=2", "", "b=2", "c", "a in (2)");
        Map<ObjectKey, LabelSelector> all = new HashMap<>();
        for (int step = 0; step < 2_000; step++) {
            ObjectKey key = key("ns" + random.nextInt(2), random.nextInt(8));
            if (random.nextInt(4) == 0) {
                scaled.remove(key);
                all.remove(key);
            } else {
                LabelSelector selector = LabelSelector.parse(selectors.get(random.nextInt(selectors.size())));
                scaled.put(key, selector);
                all.put(key, selector);
            }
            List<Map<String, String>> pods = List.of(labels(random), labels(random));
            List<ObjectKey> expected = all.entrySet().stream()
                    .filter(each -> each.getKey().namespace().equals("ns0")
                            && pods.stream().anyMatch(each.getValue()::matches))
                    .map(Map.Entry::getKey)
                    .toList();
            assertThat(scaled.scaling("ns0", pods)).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static Map<String, String> labels(Random random) {
        Map<String, String> labels = new HashMap<>();
        for (String name : List.of("a", "b", "c")) {
            int value = random.nextInt(3);
            if (value > 0) {
                labels.put(name, String.valueOf(value));
            }
        }
        return labels;
    }
}
