package dev.tenure.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.memory.Reserve.Stretch;
import org.junit.jupiter.api.Test;

class ReserveTest {
    private static final long COMMITTED = 10_000;

    private final Reserve reserve = new Reserve(500, 1_000);

    @Test
    void makesNothingReadyForASpaceAtRest() {
        assertThat(reserve.next(1_000, COMMITTED).length()).isZero();
    }

    @Test
    void staysAsFarAheadAsTheSpaceGrowsAndNoFurtherThanAllowed() {
        assertThat(reserve.next(1_010, COMMITTED)).isEqualTo(new Stretch(1_010, 1_090));
        assertThat(reserve.next(1_210, COMMITTED)).isEqualTo(new Stretch(1_210, 1_710));
        assertThat(reserve.next(1_310, COMMITTED)).isEqualTo(new Stretch(1_710, 1_810));
    }

    @Test
    void endsWhereTheSpaceDoes() {
        assertThat(reserve.next(1_400, 1_500)).isEqualTo(new Stretch(1_400, 1_500));
        assertThat(reserve.next(1_500, 1_500).length()).isZero();
        assertThat(reserve.next(1_500, COMMITTED)).isEqualTo(new Stretch(1_500, 2_000));
    }

    @Test
    void beginsAnewAfterTheSpaceBecameSmaller() {
        reserve.next(1_400, COMMITTED);

        assertThat(reserve.next(600, 700)).isEqualTo(new Stretch(700, 700));
        assertThat(reserve.next(800, COMMITTED)).isEqualTo(new Stretch(800, 1_300));
    }
}
