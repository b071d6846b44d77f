package dev.tenure.launch.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuietMomentTest {
    private static final long MEGABYTE = 1 << 20;
    private static final long SIZE = 24 * MEGABYTE;
    private static final int A_WHILE = 50;

    private final QuietMoment quiet = new QuietMoment();

    /// @return after how many steps in which `each` bytes were added a collection is wanted, or -1: not
    ///     within a while
    private int steps(long used, long each) {
        for (int step = 1; step <= A_WHILE; step++) {
            if (quiet.collectNow(used + step * each, SIZE)) {
                return step;
            }
        }
        return -1;
    }

    @Test
    void collectsWhenTheSpaceHasHardlyGrownForSomeSteps() {
        assertThat(steps(12 * MEGABYTE, 1_000)).isEqualTo(6);
    }

    @Test
    void leavesASpaceAloneThatGrows() {
        assertThat(steps(0, MEGABYTE / 4)).isEqualTo(-1);
    }

    @Test
    void leavesASpaceAloneOfWhichLittleIsUsed() {
        assertThat(steps(5 * MEGABYTE, 0)).isEqualTo(-1);
    }

    @Test
    void doesNotCollectAgainRightAfterACollection() {
        steps(12 * MEGABYTE, 0);

        assertThat(steps(7 * MEGABYTE, 0)).as("those that stayed are in use").isEqualTo(6);
        assertThat(steps(MEGABYTE, 0)).isEqualTo(-1);
    }
}
