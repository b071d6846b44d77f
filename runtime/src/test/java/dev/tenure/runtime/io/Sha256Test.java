package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class Sha256Test {
    /// Of FIPS 180-2, appendix B.1.
    @Test
    void abcHasTheDigestOfTheStandard() {
        byte[] abc = "abc".getBytes(StandardCharsets.US_ASCII);
        assertThat(Sha256.hex(abc)).isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(Sha256.of(abc)).hasSize(32).startsWith(0xba, 0x78);
    }
}
