package dev.tenure.model.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class VersionOrderTest {
    private static final List<String> BEST_FIRST = List.of(
            "v11",
            "v2",
            "v1",
            "v0",
            "v12beta1",
            "v1beta10",
            "v1beta2",
            "v0beta1",
            "v2alpha1",
            "v1alpha3",
            "beta",
            "v",
            "v1beta",
            "v1betaalpha1",
            "v1gamma2",
            "v99999999999999999999",
            "v9v9",
            "w1");

    @Test
    void stableVersionsAreBestAndHigherOnesAndWhatIsNoVersionComesByName() {
        for (int seed = 0; seed < 20; seed++) {
            var shuffled = new ArrayList<>(BEST_FIRST);
            Collections.shuffle(shuffled, new Random(seed));
            shuffled.sort(VersionOrder.BEST_FIRST);
            assertThat(shuffled).as("seed %d", seed).isEqualTo(BEST_FIRST);
        }
    }
}
