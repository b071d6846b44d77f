package dev.tenure.apiserver.http.proxy;

import dev.tenure.apiserver.http.exchange.SocketMessages;
import dev.tenure.apiserver.http.exchange.WebSockets;
import dev.tenure.runtime.io.Background;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;

/// The log of a container over a WebSocket: an empty message first, then one for each piece that comes, as it
/// is or in base64. What the client sends is not looked at. Upstream: wsstream/stream.go (Reader).
public final class LogSocket implements WebSockets.Served {
    private static final String BINARY = "binary.k8s.io";
    private static final String BASE64 = "base64.binary.k8s.io";
    private static final int PIECE_BYTES_MAX = 2_048;

    private final InputStream log;
    private final Socket peer;
    private final boolean encoded;
    private final SocketMessages messages = new SocketMessages();

    /// @param log what the agent sends
    /// @param peer the connection to it, which ends with this one
    LogSocket(InputStream log, Socket peer, Protocol protocol) {
        this.log = log;
        this.peer = peer;
        this.encoded = protocol == Protocol.ENCODED;
    }

    /// How messages are written.
    enum Protocol {
        PLAIN(Optional.empty()),
        BINARY(Optional.of(LogSocket.BINARY)),
        ENCODED(Optional.of(BASE64));

        private static final Map<String, Protocol> BY_NAME = Map.of(LogSocket.BINARY, BINARY, BASE64, ENCODED);

        final Optional<String> named;

        Protocol(Optional<String> named) {
            this.named = named;
        }

        /// The first one that is spoken here; absent when none is.
        static Optional<Protocol> of(List<String> offered) {
            return offered.isEmpty()
                    ? Optional.of(PLAIN)
                    : offered.stream()
                            .flatMap(name -> Optional.ofNullable(BY_NAME.get(name)).stream())
                            .findFirst();
        }
    }

    @Override
    public void abandon() {
        end();
    }

    @Override
    public void onWebSocketOpen(Session session) {
        session.setIdleTimeout(Duration.ZERO);
        Background.run("log-socket", () -> send(session), session::disconnect);
    }

    @Override
    public void onWebSocketClose(int status, String reason, Callback callback) {
        messages.gone();
        end();
        callback.succeed();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        messages.gone();
        end();
    }

    private void send(Session session) {
        try (peer) {
            byte[] piece = new byte[PIECE_BYTES_MAX];
            boolean taken = send(session, new byte[0], 0);
            for (int n = log.read(piece); taken && n >= 0; n = log.read(piece)) {
                taken = send(session, piece, n);
            }
            if (taken) {
                session.close(StatusCode.NORMAL, "", Callback.NOOP);
            } else {
                session.disconnect();
            }
        } catch (IOException _) {
            session.disconnect();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean send(Session session, byte[] piece, int length) throws InterruptedException {
        ByteBuffer bytes = ByteBuffer.wrap(piece, 0, length);
        return encoded
                ? messages.text(
                        session, new String(Base64.getEncoder().encode(bytes).array(), StandardCharsets.US_ASCII))
                : messages.binary(session, bytes);
    }

    private void end() {
        Background.run("log-end", () -> {
            try {
                peer.close();
            } catch (IOException _) {
                // it is gone either way
            }
        });
    }
}
