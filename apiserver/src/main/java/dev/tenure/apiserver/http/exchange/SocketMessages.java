package dev.tenure.apiserver.http.exchange;

import dev.tenure.runtime.loop.WakeUp;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;

/// Sends messages over one WebSocket, each when the one before it was taken. For one thread; [#gone] for any.
public final class SocketMessages {
    private static final Duration TAKEN_WITHIN = Duration.ofMinutes(1);

    private final WakeUp taken = new WakeUp();

    /// The client has gone, so that nobody waits for it.
    public void gone() {
        taken.raise();
    }

    /// @return false when the client did not take it within a minute or has gone
    /// @throws InterruptedException when this thread is told to stop
    public boolean text(Session session, String message) throws InterruptedException {
        session.sendText(message, told());
        return isTaken(session);
    }

    /// @return false as of [#text]
    /// @throws InterruptedException when this thread is told to stop
    public boolean binary(Session session, ByteBuffer message) throws InterruptedException {
        session.sendBinary(message, told());
        return isTaken(session);
    }

    private Callback told() {
        return Callback.from(taken::raise, _ -> taken.raise());
    }

    private boolean isTaken(Session session) throws InterruptedException {
        return taken.await(TAKEN_WITHIN) && session.isOpen();
    }
}
