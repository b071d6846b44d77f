package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

    /// Word for word what a server in Go says.
    @Test
    @Timeout(20)
    void whoSpeaksHttpWithoutTlsIsToldSo() throws IOException {
        for (String begins : List.of("GET / ", "GET /api ", "HEAD / ", "POST /api ", "PUT /api ", "OPTIONS * ")) {
            assertThat(answer(begins + "HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                    .as(begins)
                    .isEqualTo("HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n");
        }
    }

    @Test
    @Timeout(20)
    void whatIsNeitherTlsNorHttpIsNotAnsweredInWords() throws IOException {
        for (String begins : List.of("SSH-2.0-OpenSSH_9.2\r\n", "\r\n\r\n\r\n", "DELETE /api HTTP/1.1\r\n\r\n")) {
            assertThat(answer(begins)).as(begins).doesNotContain("HTTP");
        }
        assertThat(agreed("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256")).isNotEmpty();
    }

    /// What comes until the server ends the connection.
    private String answer(String sent) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
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
