package dev.tenure.runtime.callout;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.runtime.time.SystemTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HttpsClientsTest {
    @Test
    void whoNeverShowsWhoHeIsIsGivenUp() throws IOException {
        var clients = new HttpsClients(new SystemTime(), Runnable::run, Duration.ofMillis(200));
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            URI address = URI.create("https://127.0.0.1:%d/".formatted(silent.getLocalPort()));
            var peer = new Peer("127.0.0.1", new Peer.Trust.Anybody(), false, Optional.empty());
            assertThatThrownBy(() -> clients.connect(address, peer)).isInstanceOf(SocketTimeoutException.class);
        }
    }
}
