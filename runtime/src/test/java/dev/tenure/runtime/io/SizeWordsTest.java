package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SizeWordsTest {
    @Test
    void aSizeIsToldInTheLargestUnitOfWhichItIsAtLeastOne() {
        assertThat(SizeWords.of(0)).isEqualTo("0 B");
        assertThat(SizeWords.of(1023)).isEqualTo("1023 B");
        assertThat(SizeWords.of(1024)).isEqualTo("1.0 KiB");
        assertThat(SizeWords.of(38_300)).isEqualTo("37.4 KiB");
        assertThat(SizeWords.of(1 << 20)).isEqualTo("1.0 MiB");
        assertThat(SizeWords.of(5L << 30)).isEqualTo("5.0 GiB");
        assertThat(SizeWords.of(Long.MAX_VALUE)).isEqualTo("8192.0 PiB");
    }
}
