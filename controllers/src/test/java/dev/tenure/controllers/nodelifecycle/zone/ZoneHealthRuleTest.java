package dev.tenure.controllers.nodelifecycle.zone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ZoneHealthRuleTest {
    static final ZoneHealthRule.Settings STANDARD = new ZoneHealthRule.Settings(0.1f, 0.01f, 0.55f, 50);

    @ParameterizedTest(name = "Z10: {0} ready, {1} not: {2}")
    @CsvSource({
        "9, 1, NORMAL",
        "1, 2, NORMAL",
        "2, 3, PARTIAL_DISRUPTION",
        "3, 3, NORMAL",
        "4, 5, PARTIAL_DISRUPTION",
        "5, 6, NORMAL",
        "9, 11, PARTIAL_DISRUPTION",
        "0, 1, FULL_DISRUPTION",
        "0, 3, FULL_DISRUPTION",
        "0, 0, NORMAL"
    })
    void z10TheCountsGiveTheHealth(int ready, int notReady, ZoneHealth health) {
        assertThat(ZoneHealthRule.health(new ZoneCount(ready, notReady), STANDARD))
                .isEqualTo(health);
    }

    /// All zones of up to 120 nodes: the rate is that of a healthy zone, unless the zone is partially
    /// disrupted.
    @Test
    void z11ToZ14TheRateFollowsTheHealthAndTheSize() {
        for (int size = 1; size <= 120; size++) {
            for (int down = 0; down <= size; down++) {
                var count = new ZoneCount(size - down, down);
                ZoneHealth health = ZoneHealthRule.health(count, STANDARD);
                double expected = STANDARD.evictionRate();
                if (health == ZoneHealth.PARTIAL_DISRUPTION) {
                    expected = size > 50 ? STANDARD.secondaryEvictionRate() : 0;
                }
                assertThat(ZoneHealthRule.rate(health, count, STANDARD))
                        .as("%s", count)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void z13TheSizeOfALargeZoneIsMoreThanTheThreshold() {
        assertThat(ZoneHealthRule.rate(ZoneHealth.PARTIAL_DISRUPTION, new ZoneCount(10, 40), STANDARD))
                .isZero();
        assertThat(ZoneHealthRule.rate(ZoneHealth.PARTIAL_DISRUPTION, new ZoneCount(10, 41), STANDARD))
                .isEqualTo(STANDARD.secondaryEvictionRate());
    }

    @Test
    void z24TheZoneKeyPrefersTheOldLabels() {
        assertThat(ZoneHealthRule.zoneKey(Map.of(
                        "topology.kubernetes.io/region", "r",
                        "topology.kubernetes.io/zone", "z",
                        "failure-domain.beta.kubernetes.io/zone", "b")))
                .isEqualTo("r:\0:b");
        assertThat(ZoneHealthRule.zoneKey(Map.of("topology.kubernetes.io/zone", "z")))
                .isEqualTo(":\0:z");
        assertThat(ZoneHealthRule.zoneKey(Map.of("topology.kubernetes.io/region", "r")))
                .isEqualTo("r:\0:");
        assertThat(ZoneHealthRule.zoneKey(Map.of("kubernetes.io/hostname", "n")))
                .isEmpty();
    }
}
