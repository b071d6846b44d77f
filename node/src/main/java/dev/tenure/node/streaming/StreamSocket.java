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

/// A client's WebSocket whose messages go to the runtime and back. Messages may have any length: the next
/// part of one is asked for when the runtime has taken the part before. What comes from the runtime is sent
/// by a thread of its own, and a client that takes nothing for a while is cut off. Public like all its kinds,
/// for Jetty calls them by reflection.
public abstract class StreamSocket implements Session.Listener.AutoDemanding {
    /// Stands for the sub-protocol of a client that names none.
    static final String NONE = "";

    private static final Duration TAKEN_WITHIN = Duration.ofMinutes(1);
    private static final System.Logger LOG = System.getLogger(StreamSocket.class.getPackageName());

    private final WakeUp taken = new WakeUp();
    /// Whether nothing has come of the client's present message.
    private boolean begins = true;

    /// Sends one binary message to the client, and returns when it is on its way.
    interface Client {
        /// @throws IOException when the client is gone or takes nothing
        void send(ByteBuffer message) throws IOException;
    }

    /// Carries to the client what the runtime sends, until the runtime is through.
    abstract void carry(Client client) throws IOException;

    /// What came of a message of the client.
    ///
    /// @param part of at least one byte
    /// @param first whether a message begins with it
    abstract void part(ByteBuffer part, boolean first) throws IOException;

    /// Lets go of the runtime.
    abstract void end();

    @Override
    public final void onWebSocketOpen(Session session) {
        session.setIdleTimeout(Duration.ZERO);
        Background.run("stream-socket", () -> carry(session), session::disconnect);
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

    /// A runtime that takes nothing any more may still have something to say, for example how the command
    /// ended: what comes for it is dropped, and the other direction goes on to its end.
    @Override
    public final void onWebSocketPartialBinary(ByteBuffer payload, boolean last, Callback callback) {
        pass(payload, last);
        callback.succeed();
    }

    /// Python's client sends what is typed as text, its channel as the first character.
    @Override
    public final void onWebSocketPartialText(String text, boolean last) {
        pass(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), last);
    }

    private void pass(ByteBuffer bytes, boolean last) {
        boolean first = begins;
        begins = last || (first && !bytes.hasRemaining());
        try {
            if (bytes.hasRemaining()) {
                part(bytes, first);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "stream: {0}", e.getMessage());
        }
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
