package dev.tenure.controllers.podautoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CutNumbersTest {
    @Test
    void whatIsBeyondTheBoundsComesToWhatGoMakesOfIt() {
        assertThat(CutNumbers.toInt(7.9)).isEqualTo(7);
        assertThat(CutNumbers.toInt(-7.9)).isEqualTo(-7);
        assertThat(CutNumbers.toInt(0x1p31)).isEqualTo(Integer.MIN_VALUE);
        assertThat(CutNumbers.toInt(0x1p32 + 5)).isEqualTo(5);
        assertThat(CutNumbers.toInt(1e300)).isZero();
        assertThat(CutNumbers.toInt(Double.NaN)).isZero();
        assertThat(CutNumbers.toLong(Double.POSITIVE_INFINITY)).isEqualTo(Long.MIN_VALUE);
        assertThat(CutNumbers.toLong(0x1p62)).isEqualTo(1L << 62);
    }
}
