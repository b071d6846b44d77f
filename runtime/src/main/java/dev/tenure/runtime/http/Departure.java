package dev.tenure.runtime.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;

/// Tells when the client of a long answer has gone, though nothing is sent to it meanwhile. Over HTTP/2 the
/// protocol says so. Over HTTP/1.1 nobody reads while a request is answered, so this does: an end means that
/// the client has gone, bytes are the next request, which is given back when the answer is complete. To be
/// used for requests whose body has been read or that have none.
public final class Departure implements AutoCloseable {
    private static final int NEXT_REQUEST_BYTES = 8 * 1024;

    private final Runnable onGone;
    private final AtomicBoolean reported = new AtomicBoolean();
    private final Optional<Line> line;

    private Departure(Request request, Runnable onGone) {
        this.onGone = onGone;
        Connection connection = request.getConnectionMetaData().getConnection();
        boolean streams = request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
        this.line = !streams && connection.getEndPoint() instanceof AbstractEndPoint end
                ? Optional.of(new Line(end, connection))
                : Optional.empty();
    }

    /// @param onGone called at most once, by any thread; it must not block
    public static Departure of(Request request, Runnable onGone) {
        var departure = new Departure(request, onGone);
        request.addFailureListener(_ -> departure.gone());
        request.addIdleTimeoutListener(_ -> false);
        departure.line.ifPresent(Line::listen);
        return departure;
    }

    private void gone() {
        if (reported.compareAndSet(false, true)) {
            onGone.run();
        }
    }

    /// The answer is about to be completed.
    @Override
    public void close() {
        reported.set(true);
        line.ifPresent(Line::giveBack);
    }

    /// A connection of HTTP/1.1 while a request of it is answered.
    private final class Line implements Callback {
        private final AbstractEndPoint end;
        private final Connection connection;
        private final ByteBuffer early = ByteBuffer.allocate(NEXT_REQUEST_BYTES).limit(0);
        private boolean over;

        Line(AbstractEndPoint end, Connection connection) {
            this.end = end;
            this.connection = connection;
        }

        void listen() {
            end.tryFillInterested(this);
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }

        @Override
        public void succeeded() {
            if (ended()) {
                gone();
            }
        }

        private synchronized boolean ended() {
            if (over || early.hasRemaining()) {
                return false;
            }
            try {
                int bytes = end.fill(early);
                if (bytes == 0) {
                    listen();
                }
                return bytes < 0;
            } catch (IOException _) {
                return true;
            }
        }

        @Override
        public void failed(Throwable cause) {
            gone();
        }

        synchronized void giveBack() {
            over = true;
            end.getFillInterest().onFail(new EofException("the answer is complete"));
            if (early.hasRemaining() && connection instanceof Connection.UpgradeTo back) {
                back.onUpgradeTo(early);
            }
        }
    }
}
