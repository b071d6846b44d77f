package dev.tenure.store.etcd;

import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdOptions.Endpoint;
import dev.tenure.store.etcd.EtcdOptions.Servers;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// Finds out why somebody does not answer when the client's library only says that the connection was closed:
/// because of the wrong scheme, or because a server that is shown no certificate, or a wrong one, says so
/// after the handshake (in TLS 1.3). Nothing is asked but for the version.
final class EtcdProbe {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /// How Java calls an answer that is no TLS.
    private static final String NO_TLS = "Unsupported or unrecognized SSL message";

    private static final int ANSWER_BYTES = 5;

    private enum Speech {
        TLS,
        PLAIN,
        UNKNOWN
    }

    private EtcdProbe() {}

    /// The failure, or a better one that no waiting mends.
    static StoreUnavailableException explained(Servers servers, StoreUnavailableException failure) {
        if (!failure.mayPass()) {
            return failure;
        }
        Endpoint first = servers.endpoints().getFirst();
        return switch (heard(first)) {
            case TLS ->
                servers.secure()
                        ? refused(servers, first).orElse(failure)
                        : new StoreUnavailableException(
                                "etcd at %s speaks TLS: name it as https://%s, with --etcd-cafile and, if it asks for one, a client certificate"
                                        .formatted(first, first),
                                failure);
            case PLAIN ->
                servers.secure()
                        ? new StoreUnavailableException(
                                "etcd at %s speaks no TLS: name it as http://%s, or have it serve TLS"
                                        .formatted(first, first),
                                failure)
                        : failure;
            case UNKNOWN -> failure;
        };
    }

    /// A server without TLS answers a question in plain text; one with it closes, and begins a handshake.
    private static Speech heard(Endpoint endpoint) {
        try (var socket = new Socket()) {
            connect(socket, endpoint);
            String question = "GET /version HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(endpoint);
            socket.getOutputStream().write(question.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readNBytes(ANSWER_BYTES), StandardCharsets.US_ASCII);
            return answer.startsWith("HTTP/") ? Speech.PLAIN : shaken(endpoint);
        } catch (IOException _) {
            return shaken(endpoint);
        }
    }

    private static Speech shaken(Endpoint endpoint) {
        try (var socket = (SSLSocket) SSLSocketFactory.getDefault().createSocket()) {
            connect(socket, endpoint);
            socket.startHandshake();
            return Speech.TLS;
        } catch (SSLException e) {
            // A certificate that is not trusted here is one nevertheless.
            boolean none = e.getCause() instanceof EOFException
                    || String.valueOf(e.getMessage()).contains(NO_TLS);
            return none ? Speech.UNKNOWN : Speech.TLS;
        } catch (IOException _) {
            return Speech.UNKNOWN;
        }
    }

    /// What a server says to the certificate of this client, which it says instead of its settings.
    private static Optional<StoreUnavailableException> refused(Servers servers, Endpoint endpoint) {
        SSLSocketFactory sockets = EtcdTls.context(servers.tls()).getSocketFactory();
        try (var socket = (SSLSocket) sockets.createSocket()) {
            connect(socket, endpoint);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            int _ = socket.getInputStream().read();
            return Optional.empty();
        } catch (SSLException e) {
            return Optional.of(new StoreUnavailableException(
                    "etcd at %s cannot be reached: %s".formatted(servers, EtcdFailures.reason(e)), e));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static void connect(Socket socket, Endpoint endpoint) throws IOException {
        int millis = (int) PATIENCE.toMillis();
        socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), millis);
        socket.setSoTimeout(millis);
    }
}
