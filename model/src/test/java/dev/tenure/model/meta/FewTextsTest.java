package dev.tenure.model.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FewTextsTest {
    private static Map<String, String> filled(int size) {
        var map = new HashMap<String, String>();
        for (int i = 0; i < size; i++) {
            map.put("key-" + i, "value-" + i);
        }
        return map;
    }

    @Test
    void isEqualToAMapOfTheSameEntriesWhateverItsSize() {
        for (int size = 0; size < 40; size++) {
            Map<String, String> map = filled(size);

            Map<String, String> copy = FewTexts.copyOf(map);

            assertThat(copy).isEqualTo(map).hasSameHashCodeAs(map).hasSize(size);
            assertThat(map).isEqualTo(copy);
            assertThat(copy.get("key-" + (size - 1))).isEqualTo(map.get("key-" + (size - 1)));
            assertThat(copy.getOrDefault("other", "")).isEmpty();
            assertThat(copy.containsKey("other")).isFalse();
            assertThat(FewTexts.copyOf(copy)).isSameAs(copy);
        }
    }

    @Test
    void isACopyThatNobodyCanChange() {
        Map<String, String> map = filled(2);
        Map<String, String> copy = FewTexts.copyOf(map);

        map.put("key-0", "changed");

        assertThat(copy).isEqualTo(filled(2));
        assertThatThrownBy(() -> copy.put("a", "b")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> copy.remove("key-0")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> copy.entrySet().iterator().next().setValue("b"))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
