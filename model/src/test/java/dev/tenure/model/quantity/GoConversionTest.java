package dev.tenure.model.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class GoConversionTest {
    @Test
    void fractionsAreCutOff() {
        assertThat(GoConversion.toInt64(7.9)).isEqualTo(7);
        assertThat(GoConversion.toInt64(-7.9)).isEqualTo(-7);
        assertThat(GoConversion.toInt32(-7.9)).isEqualTo(-7);
    }

    @Test
    void whatHasNoRoomComesToTheLeastNumber() {
        assertThat(GoConversion.toInt64(0x1p63)).isEqualTo(Long.MIN_VALUE);
        assertThat(GoConversion.toInt64(-0x1p63)).isEqualTo(Long.MIN_VALUE);
        assertThat(GoConversion.toInt64(-0x1.8p63)).isEqualTo(Long.MIN_VALUE);
        assertThat(GoConversion.toInt64(Double.POSITIVE_INFINITY)).isEqualTo(Long.MIN_VALUE);
        assertThat(GoConversion.toInt64(Double.NaN)).isEqualTo(Long.MIN_VALUE);
        assertThat(GoConversion.toInt64(Math.nextDown(0x1p63))).isEqualTo(Long.MAX_VALUE - 1023);
        assertThat(GoConversion.toInt64(0x1p62)).isEqualTo(1L << 62);
    }

    @Test
    void int32KeepsTheLowerHalf() {
        assertThat(GoConversion.toInt32(0x1p31)).isEqualTo(Integer.MIN_VALUE);
        assertThat(GoConversion.toInt32(0x1p32 + 5)).isEqualTo(5);
        assertThat(GoConversion.toInt32(1e300)).isZero();
        assertThat(GoConversion.toInt32(Double.NaN)).isZero();
    }
}
