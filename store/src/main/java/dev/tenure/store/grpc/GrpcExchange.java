package dev.tenure.store.grpc;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/// The stream of HTTP/2 that carries a call, as Jetty tells of it, up to its one end. Callbacks come from
/// Jetty's threads, one after the other, and must not wait; the end may come from any thread.
abstract class GrpcExchange implements Stream.Listener, Promise<Stream> {
    private final Line line;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicBoolean left = new AtomicBoolean();
    private volatile @Nullable Stream stream;
    private volatile @Nullable HeadersFrame trailers;

    GrpcExchange(Line line) {
        this.line = line;
    }

    /// It has ended, once.
    ///
    /// @param failure none when it ended well
    abstract void ended(Optional<GrpcFailure> failure);

    /// The stream, once it has been opened.
    @Nullable
    Stream stream() {
        return stream;
    }

    boolean isOver() {
        return over.get();
    }

    final void end(Optional<GrpcFailure> failure) {
        if (over.compareAndSet(false, true)) {
            ended(failure);
        }
    }

    /// Everything has been read: it ends as the server has said.
    final void endRead() {
        HeadersFrame said = trailers;
        end(said == null ? Optional.of(Ending.withoutStatus()) : Ending.ofTrailers(said));
    }

    /// Ends it from this side; the server is told.
    final void cancel(GrpcFailure why) {
        end(Optional.of(why));
        reset(stream);
    }

    private static void reset(@Nullable Stream open) {
        if (open != null) {
            open.reset(new ResetFrame(open.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP);
        }
    }

    @Override
    public void succeeded(Stream opened) {
        stream = opened;
        if (isOver() && !opened.isClosed()) {
            reset(opened);
        }
    }

    /// The place on the connection is free again, which is later than the end of what is to be read.
    @Override
    public void onClosed(Stream closed) {
        leave();
    }

    private void leave() {
        if (left.compareAndSet(false, true)) {
            line.leave();
        }
    }

    /// It could not be opened, or nothing more can be sent on it.
    @Override
    public void failed(Throwable why) {
        leave();
        end(Optional.of(broken(why)));
    }

    private GrpcFailure broken(Throwable why) {
        return GrpcFailure.broken("the connection failed", line.failureOr(why));
    }

    @Override
    public void onHeaders(Stream from, HeadersFrame frame) {
        line.hear();
        if (!(frame.getMetaData() instanceof MetaData.Response)) {
            trailers = frame;
        } else if (frame.isEndStream()) {
            end(Ending.ofTrailers(frame));
        } else {
            Optional<GrpcFailure> wrong = Ending.ofHead(frame);
            if (wrong.isPresent()) {
                stream = from;
                cancel(wrong.get());
            } else {
                from.demand();
            }
        }
    }

    @Override
    public void onDataAvailable(Stream from) {
        line.hear();
        come(from);
    }

    /// Bytes have come.
    abstract void come(Stream from);

    @Override
    public void onReset(Stream from, ResetFrame frame, Callback callback) {
        end(Optional.of(Ending.ofReset(frame.getError())));
        callback.succeeded();
    }

    @Override
    public void onFailure(Stream from, int error, String reason, Throwable failure, Callback callback) {
        GrpcFailure why = error == ErrorCode.REFUSED_STREAM_ERROR.code
                ? Ending.ofReset(error)
                : broken(failure == null ? new IOException(String.valueOf(reason)) : failure);
        end(Optional.of(why));
        callback.succeeded();
    }
}
