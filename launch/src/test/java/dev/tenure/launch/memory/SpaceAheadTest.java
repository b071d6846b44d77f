package dev.tenure.launch.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.launch.memory.SpaceAhead.Stretch;
import org.junit.jupiter.api.Test;

class SpaceAheadTest {
    private static final long MEGABYTE = 1 << 20;
    private static final long COMMITTED = 1_000 * MEGABYTE;

    private final SpaceAhead reserve = new SpaceAhead(64 * MEGABYTE, 10 * MEGABYTE);

    /// @return where the reserve ends after so many steps in which nothing is added
    private long rest(int steps, long used) {
        long end = 0;
        for (int i = 0; i < steps; i++) {
            end = reserve.next(used, COMMITTED).to();
        }
        return end;
    }

    @Test
    void makesNothingReadyForASpaceAtRest() {
        assertThat(rest(100, 10 * MEGABYTE)).isEqualTo(10 * MEGABYTE);
    }

    @Test
    void fillsUpWhileTheSpaceDoesNotGrowAsFarAsItHasGrown() {
        assertThat(rest(100, 20 * MEGABYTE)).isEqualTo(30 * MEGABYTE);
        assertThat(rest(100, 200 * MEGABYTE)).isEqualTo(264 * MEGABYTE);
    }

    @Test
    void isLeftAloneDownToHalfWhileTheSpaceGrows() {
        rest(100, 200 * MEGABYTE);

        for (long used = 204; used <= 232; used += 4) {
            assertThat(reserve.next(used * MEGABYTE, COMMITTED).length()).isZero();
        }
        assertThat(reserve.next(236 * MEGABYTE, COMMITTED).length()).isBetween(MEGABYTE, 6 * MEGABYTE);
    }

    @Test
    void keepsAnEighthAtLeast() {
        rest(100, 200 * MEGABYTE);

        assertThat(reserve.next(300 * MEGABYTE, COMMITTED).length()).isBetween(8 * MEGABYTE, 12 * MEGABYTE);
    }

    @Test
    void followsAConstantPace() {
        long used = 10 * MEGABYTE;
        long end = 0;
        for (int step = 0; step < 400; step++) {
            used += MEGABYTE;
            end = reserve.next(used, COMMITTED).to();
        }

        assertThat(end - used).isBetween(28 * MEGABYTE, 36 * MEGABYTE);
    }

    @Test
    void endsWhereTheSpaceDoesAndBeginsAnewAfterItBecameSmaller() {
        rest(100, 200 * MEGABYTE);

        assertThat(reserve.next(260 * MEGABYTE, 262 * MEGABYTE)).isEqualTo(new Stretch(262 * MEGABYTE, 262 * MEGABYTE));
        assertThat(reserve.next(20 * MEGABYTE, 21 * MEGABYTE)).isEqualTo(new Stretch(21 * MEGABYTE, 21 * MEGABYTE));
        assertThat(reserve.next(40 * MEGABYTE, COMMITTED).from()).isEqualTo(40 * MEGABYTE);
    }
}
