package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import java.io.IOException;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TlsTest {
    private final RunningServer server = new RunningServer().listening(InFlightLimits.standard(), List.of());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void suitesInCipherBlockChainingAreNotOffered() throws IOException {
        assertThat(agreed("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"))
                .isEqualTo("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256");
        assertThatThrownBy(() -> agreed("TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"))
                .isInstanceOf(SSLException.class);
        assertThatThrownBy(() -> agreed("TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384"))
                .isInstanceOf(SSLException.class);
    }

    private String agreed(String suite) throws IOException {
        try (var socket = (SSLSocket) server.trusting().getSocketFactory().createSocket("127.0.0.1", server.port())) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            socket.setEnabledCipherSuites(new String[] {suite});
            socket.startHandshake();
            return socket.getSession().getCipherSuite();
        }
    }
}
