package dev.tenure.model.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FrozenTest {
    private static final int KEYS = 4_096;

    /// A key whose hash is that of all others; it counts how often keys are compared.
    private record Colliding(int number, int[] comparisons) implements Comparable<Colliding> {
        @Override
        public boolean equals(Object other) {
            comparisons[0]++;
            return other instanceof Colliding that && number == that.number;
        }

        @Override
        public int hashCode() {
            return 7;
        }

        @Override
        public int compareTo(Colliding other) {
            comparisons[0]++;
            return Integer.compare(number, other.number);
        }
    }

    @Test
    void keysOfOneHashAreFoundWithFewComparisons() {
        int[] comparisons = {0};
        List<Colliding> keys = new ArrayList<>();
        Map<Colliding, Integer> source = new HashMap<>();
        for (int i = 0; i < KEYS; i++) {
            keys.add(new Colliding(i, comparisons));
            source.put(keys.getLast(), i);
        }
        comparisons[0] = 0;
        Map<Colliding, Integer> frozen = Frozen.map(source);
        Set<Colliding> set = Frozen.set(source.keySet());
        for (Colliding key : keys) {
            assertThat(frozen.get(key)).isEqualTo(key.number());
            assertThat(set.contains(key)).isTrue();
        }
        assertThat(comparisons[0]).isLessThan(KEYS * 200);
    }

    @Test
    void copiesAreEqualToWhatWasCopiedAndDoNotChange() {
        for (int size : new int[] {0, 1, 16, 17, 100}) {
            Map<String, String> source = new HashMap<>();
            for (int i = 0; i < size; i++) {
                source.put("k" + i, "v" + i);
            }
            Map<String, String> frozen = Frozen.map(source);
            Set<String> set = Frozen.set(source.keySet());
            assertThat(frozen).isEqualTo(source).hasSameHashCodeAs(source);
            assertThat(set).isEqualTo(source.keySet());
            assertThat(Frozen.map(frozen)).isSameAs(frozen);
            assertThat(Frozen.set(set)).isSameAs(set);
            assertThatThrownBy(() -> frozen.put("x", "y")).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> frozen.entrySet().add(Map.entry("x", "y")))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> set.add("x")).isInstanceOf(UnsupportedOperationException.class);
            source.put("later", "x");
            assertThat(frozen).hasSize(size);
        }
    }

    @Test
    void nullIsRefused() {
        Set<String> withNull = new HashSet<>();
        withNull.add(null);
        for (int i = 0; i < 20; i++) {
            withNull.add("e" + i);
        }
        assertThatThrownBy(() -> Frozen.set(withNull)).isInstanceOf(NullPointerException.class);
    }
}
