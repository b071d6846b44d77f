package dev.tenure.controllers.podautoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class GoNumbersTest {
    @Test
    void whatIsBeyondTheBoundsComesToWhatGoMakesOfIt() {
        assertThat(GoNumbers.toInt(7.9)).isEqualTo(7);
        assertThat(GoNumbers.toInt(-7.9)).isEqualTo(-7);
        assertThat(GoNumbers.toInt(0x1p31)).isEqualTo(Integer.MIN_VALUE);
        assertThat(GoNumbers.toInt(0x1p32 + 5)).isEqualTo(5);
        assertThat(GoNumbers.toInt(1e300)).isZero();
        assertThat(GoNumbers.toInt(Double.NaN)).isZero();
        assertThat(GoNumbers.toLong(Double.POSITIVE_INFINITY)).isEqualTo(Long.MIN_VALUE);
        assertThat(GoNumbers.toLong(0x1p62)).isEqualTo(1L << 62);
    }
}
