package dev.tenure.launch.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LullTest {
    private final Lull lull = new Lull();

    @Test
    void aSpaceIsNearlyFullFromThreeQuartersOn() {
        assertThat(Lull.isNearlyFull(74, 100)).isFalse();
        assertThat(Lull.isNearlyFull(75, 100)).isTrue();
    }

    @Test
    void nobodyAskedForThreeLooks() {
        assertThat(lull.collectNow(7)).isFalse();
        assertThat(lull.collectNow(7)).isFalse();
        assertThat(lull.collectNow(7)).isFalse();
        assertThat(lull.collectNow(7)).isTrue();
    }

    @Test
    void aProcessThatNobodyAsksWorksAllTheSame() {
        for (int look = 0; look < 10; look++) {
            assertThat(lull.collectNow(0)).isFalse();
        }
    }

    @Test
    void aRequestBeginsTheCountAnew() {
        lull.collectNow(7);
        lull.collectNow(7);
        lull.collectNow(8);
        assertThat(lull.collectNow(8)).isFalse();
        assertThat(lull.collectNow(8)).isFalse();
        assertThat(lull.collectNow(8)).isTrue();
    }

    @Test
    void afterACollectionALullOfItsOwnIsNeeded() {
        for (int look = 0; look < 4; look++) {
            lull.collectNow(7);
        }
        lull.collected();
        assertThat(lull.collectNow(7)).isFalse();
        assertThat(lull.collectNow(7)).isFalse();
    }
}
