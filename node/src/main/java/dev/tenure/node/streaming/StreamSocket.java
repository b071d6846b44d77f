package dev.tenure.node.streaming;

import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.loop.WakeUp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;

/// A client's WebSocket whose messages go to the runtime and back. The next message of the client is asked
/// for when the runtime has taken the one before; what comes from the runtime is sent by a thread of its
/// own, and a client that takes nothing for a while is cut off.
public abstract class StreamSocket implements Session.Listener.AutoDemanding {
    private static final Duration TAKEN_WITHIN = Duration.ofMinutes(1);
    private static final System.Logger LOG = System.getLogger(StreamSocket.class.getPackageName());

    private final WakeUp taken = new WakeUp();

    /// Sends one binary message to the client, and returns when it is on its way.
    interface Client {
        /// @throws IOException when the client is gone or takes nothing
        void send(ByteBuffer message) throws IOException;
    }

    /// Carries to the client what the runtime sends, until the runtime is through.
    abstract void carry(Client client) throws IOException;

    /// A message of the client.
    abstract void message(ByteBuffer message) throws IOException;

    /// Lets go of the runtime.
    abstract void end();

    @Override
    public final void onWebSocketOpen(Session session) {
        session.setIdleTimeout(Duration.ZERO);
        Background.run("stream-socket", () -> carry(session));
    }

    private void carry(Session session) {
        try {
            carry(message -> send(session, message));
            session.close(StatusCode.NORMAL, "", Callback.NOOP);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "stream: {0}", e.getMessage());
            session.close(StatusCode.SERVER_ERROR, "", Callback.NOOP);
        } finally {
            end();
        }
    }

    private void send(Session session, ByteBuffer message) throws IOException {
        session.sendBinary(message, Callback.from(taken::raise, _ -> taken.raise()));
        try {
            if (!taken.await(TAKEN_WITHIN) || !session.isOpen()) {
                throw new IOException("the client takes nothing any more");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /// A runtime that takes nothing any more may still have something to say, for example how the command ended:
    /// what comes for it is dropped, and the other direction goes on to its end.
    @Override
    public final void onWebSocketBinary(ByteBuffer payload, Callback callback) {
        try {
            message(payload);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "stream: {0}", e.getMessage());
        }
        callback.succeed();
    }

    /// Python's client sends what is typed as text, its channel as the first character.
    @Override
    public final void onWebSocketText(String text) {
        onWebSocketBinary(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), Callback.NOOP);
    }

    @Override
    public final void onWebSocketClose(int status, String reason, Callback callback) {
        taken.raise();
        end();
        callback.succeed();
    }

    @Override
    public final void onWebSocketError(Throwable cause) {
        taken.raise();
        end();
    }
}
