package dev.tenure.controllers.podautoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class GoIntegersTest {
    @Test
    void whatIsBeyondTheBoundsComesToWhatGoMakesOfIt() {
        assertThat(GoIntegers.toInt(7.9)).isEqualTo(7);
        assertThat(GoIntegers.toInt(-7.9)).isEqualTo(-7);
        assertThat(GoIntegers.toInt(0x1p31)).isEqualTo(Integer.MIN_VALUE);
        assertThat(GoIntegers.toInt(0x1p32 + 5)).isEqualTo(5);
        assertThat(GoIntegers.toInt(1e300)).isZero();
        assertThat(GoIntegers.toInt(Double.NaN)).isZero();
        assertThat(GoIntegers.toLong(Double.POSITIVE_INFINITY)).isEqualTo(Long.MIN_VALUE);
        assertThat(GoIntegers.toLong(0x1p62)).isEqualTo(1L << 62);
    }
}
