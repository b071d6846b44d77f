package dev.tenure.launch.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RestTest {
    private static final long MIB = 1L << 20;
    private static final Duration STEP = Duration.ofMillis(20);

    private final Rest rest = new Rest(STEP, 100 * MIB);
    private long collections;
    private long asked;
    private boolean busy;

    /// Lets so many seconds pass.
    ///
    /// @return whether the heap is to be collected within them
    private boolean pass(int seconds, long used, int collectionsPerSecond) {
        for (int step = 0; step < seconds * 50; step++) {
            if (step % 50 == 0) {
                collections += collectionsPerSecond;
                asked += busy ? 1 : 0;
            }
            if (rest.collectNow(used, collections, asked)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void whatHasGrownIsCollectedAfterARest() {
        assertThat(pass(60, 400 * MIB, 30)).isFalse();
        assertThat(pass(13, 400 * MIB, 0)).isFalse();
        assertThat(pass(2, 400 * MIB, 0)).isTrue();
    }

    @Test
    void littleGrowthIsNoReason() {
        assertThat(pass(600, 190 * MIB, 0)).isFalse();
    }

    @Test
    void aServerThatRenewsLeasesRests() {
        assertThat(pass(15, 400 * MIB, 1)).isTrue();
    }

    @Test
    void aServerAtWorkIsNotDisturbed() {
        assertThat(pass(600, 900 * MIB, 3)).isFalse();
    }

    @Test
    void whatIsNeededIsNotCollectedAgain() {
        assertThat(pass(15, 900 * MIB, 0)).isTrue();
        rest.collected(850 * MIB, false);
        assertThat(pass(600, 900 * MIB, 0)).isFalse();
        assertThat(pass(600, 1_050 * MIB, 0)).isFalse();
        assertThat(pass(45, 1_070 * MIB, 0)).isTrue();
    }

    @Test
    void whatOnlyTheNextCollectionFreesIsCollectedOnceMore() {
        assertThat(pass(15, 400 * MIB, 0)).isTrue();
        rest.collected(380 * MIB, true);
        assertThat(pass(14, 380 * MIB, 0)).isFalse();
        assertThat(pass(2, 380 * MIB, 0)).isTrue();
        rest.collected(110 * MIB, false);
        assertThat(pass(600, 200 * MIB, 0)).isFalse();
    }

    @Test
    void whoAsksNowAndThenIsNotMadeToWait() {
        busy = true;
        assertThat(pass(9 * 60, 2_000 * MIB, 1)).isFalse();
        busy = false;
        assertThat(pass(46, 2_000 * MIB, 1)).isTrue();
    }

    @Test
    void whatHasGrownDoesNotWaitForEverForNobodyToAsk() {
        busy = true;
        assertThat(pass(10 * 60 + 1, 2_000 * MIB, 1)).isTrue();
    }

    @Test
    void aLargeHeapWaitsLonger() {
        assertThat(pass(44, 2_000 * MIB, 0)).isFalse();
        assertThat(pass(1, 2_000 * MIB, 0)).isTrue();
    }
}
