package dev.tenure.apiserver.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class GzipTest {
    private static InetSocketAddress client(int... address) throws IOException {
        byte[] bytes = new byte[address.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) address[i];
        }
        return new InetSocketAddress(InetAddress.getByAddress(bytes), 40_000);
    }

    @Test
    void paysForClientsElsewhereThatTakeIt() throws IOException {
        assertThat(Gzip.pays("gzip", client(10, 0, 0, 7))).isTrue();
        assertThat(Gzip.pays("deflate, gzip", null)).isTrue();
        assertThat(Gzip.pays("", client(10, 0, 0, 7))).isFalse();
        assertThat(Gzip.pays("identity", client(10, 0, 0, 7))).isFalse();
    }

    @Test
    void doesNotPayOnTheSameMachine() throws IOException {
        assertThat(Gzip.pays("gzip", client(127, 0, 0, 1))).isFalse();
        assertThat(Gzip.pays("gzip", client(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))
                .isFalse();
    }

    @Test
    void whatIsCompressedIsReadBack() throws IOException {
        byte[] text = "{\"kind\":\"PodList\",\"items\":[]}".repeat(10_000).getBytes(StandardCharsets.UTF_8);
        byte[] packed = Gzip.compressed(text);
        assertThat(packed.length).isLessThan(text.length / 20);
        try (var in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            assertThat(in.readAllBytes()).isEqualTo(text);
        }
    }
}
