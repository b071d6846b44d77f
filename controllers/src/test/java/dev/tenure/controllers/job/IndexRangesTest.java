package dev.tenure.controllers.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class IndexRangesTest {
    private static IndexRanges of(String text, int completions) {
        return IndexRanges.parse(text, completions);
    }

    @Test
    void rangesAreReadAndCounted() {
        IndexRanges ranges = of("0-2,5,7-8", 8);
        assertThat(ranges.lastByFirst()).isEqualTo(Map.of(0, 2, 5, 5, 7, 7));
        assertThat(ranges.count()).isEqualTo(5);
        for (int i = 0; i < 10; i++) {
            assertThat(ranges.contains(i)).as("%d", i).isEqualTo(i <= 2 || i == 5 || i == 7);
        }
    }

    @Test
    void rangesThatOverlapAreOne() {
        IndexRanges ranges = of("0-10,5-6,3,10-12", 100);
        assertThat(ranges.lastByFirst()).isEqualTo(Map.of(0, 12));
        assertThat(ranges.contains(8)).isTrue();
    }

    @Test
    void whatIsNoNumberIsPassedOver() {
        assertThat(of("", 5).count()).isZero();
        assertThat(of("a,-1,3-1,12345678901,4", 5).lastByFirst()).isEqualTo(Map.of(4, 4));
    }

    @Test
    void oneThousandMillionNumbersAreOneRange() {
        IndexRanges ranges = of("0-999999999", Integer.MAX_VALUE);
        assertThat(ranges.count()).isEqualTo(1_000_000_000);
        assertThat(ranges.contains(999_999_999)).isTrue();
        assertThat(ranges.contains(1_000_000_000)).isFalse();
    }
}
