package dev.tenure.apiserver.http;

import dev.tenure.apiserver.http.exchange.SocketMessages;
import dev.tenure.apiserver.http.exchange.WebSockets;
import dev.tenure.apiserver.negotiate.EventFrames;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchCursor.Course;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.runtime.io.Background;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;

/// One watch over a WebSocket: a message an event, as text, or as binary without the length before it when it
/// is protobuf. What the client sends is not looked at. A client that takes nothing for a minute is cut off.
public final class WatchSocket implements WebSockets.Served {
    private static final int BATCH = 64;
    private static final int LENGTH_BYTES = 4;

    private final WatchWait wait;
    private final EventFrames.Encoding encoding;
    private final boolean text;
    private final SocketMessages messages = new SocketMessages();

    /// @param wait for the events of the watch; whose cursor is closed with the socket
    /// @param text whether messages are text
    WatchSocket(WatchWait wait, EventFrames.Encoding encoding, boolean text) {
        this.wait = wait;
        this.encoding = encoding;
        this.text = text;
    }

    @Override
    public void abandon() {
        wait.cursor().close();
    }

    @Override
    public void onWebSocketOpen(Session session) {
        session.setIdleTimeout(Duration.ZERO);
        Background.run("watch-socket", () -> waitForEvents(session), session::disconnect);
    }

    @Override
    public void onWebSocketClose(int status, String reason, Callback callback) {
        wait.leave();
        messages.gone();
        callback.succeed();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        wait.leave();
        messages.gone();
    }

    private void waitForEvents(Session session) {
        try (WatchCursor _ = wait.cursor()) {
            while (session.isOpen() && !isOver(session)) {
                wait.await();
            }
            session.close(StatusCode.NORMAL, "", Callback.NOOP);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Sends what there is.
    ///
    /// @return whether there will be no more
    private boolean isOver(Session session) throws InterruptedException {
        while (true) {
            Course course = wait.cursor().course();
            List<WatchEvent> events = wait.cursor().poll(BATCH);
            for (WatchEvent event : events) {
                if (!send(session, encoding.frame(event))) {
                    session.disconnect();
                    return true;
                }
            }
            if (events.isEmpty()) {
                return course == Course.OVER || wait.isOver();
            }
            if (events.getLast() instanceof WatchEvent.Failed) {
                return true;
            }
        }
    }

    private boolean send(Session session, byte[] frame) throws InterruptedException {
        if (text) {
            return messages.text(session, new String(frame, StandardCharsets.UTF_8));
        }
        return messages.binary(session, ByteBuffer.wrap(Arrays.copyOfRange(frame, LENGTH_BYTES, frame.length)));
    }
}
