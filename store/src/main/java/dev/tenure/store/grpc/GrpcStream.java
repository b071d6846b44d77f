package dev.tenure.store.grpc;

import dev.tenure.store.grpc.GrpcFailure.Code;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// A call with messages in both directions. Any thread may send, one receives; what it has not yet received
/// waits with the server beyond a few megabytes.
public final class GrpcStream extends GrpcExchange {
    private final GrpcReader reader = new GrpcReader();
    private final ReentrantLock changing = new ReentrantLock();
    private final Condition changed = changing.newCondition();
    private final Deque<byte[]> toSend = new ArrayDeque<>();
    private boolean sending = true;
    private boolean came;
    private Optional<GrpcFailure> end = Optional.empty();

    /// Used by the thread that receives.
    private Stream.@Nullable Data rest;

    GrpcStream(Line line) {
        super(line);
    }

    /// Sends a message behind those before it, without waiting; one for a stream that has ended goes nowhere.
    public void send(byte[] message) {
        changing.lock();
        try {
            toSend.add(message);
            if (sending) {
                return;
            }
            sending = true;
        } finally {
            changing.unlock();
        }
        sendNext();
    }

    @Override
    public void succeeded(Stream opened) {
        super.succeeded(opened);
        sendNext();
        wake();
    }

    /// Jetty takes one frame of a stream at a time.
    private void sendNext() {
        byte[] next;
        changing.lock();
        try {
            next = toSend.poll();
            if (next == null) {
                sending = false;
                return;
            }
        } finally {
            changing.unlock();
        }
        Stream open = stream();
        if (open != null && !isOver()) {
            var frame = new DataFrame(open.getId(), GrpcReader.framed(next), false);
            open.data(frame, Callback.from(this::sendNext, this::failed));
        }
    }

    /// Waits for the next message.
    ///
    /// @throws GrpcFailure when the stream has ended; with the code `OK` when the server ended it well
    public byte[] receive() {
        while (true) {
            byte[] message = read();
            if (message != null) {
                return message;
            }
            changing.lock();
            try {
                while (!came && !isOver()) {
                    changed.awaitUninterruptibly();
                }
                if (!came) {
                    throw end.orElseGet(() -> new GrpcFailure(Code.OK, "it ended the stream"));
                }
                came = false;
            } finally {
                changing.unlock();
            }
        }
    }

    private byte @Nullable [] read() {
        Stream open = stream();
        while (open != null && !isOver()) {
            Stream.Data data = rest == null ? open.readData() : rest;
            if (data == null) {
                open.demand();
                return null;
            }
            rest = data;
            byte[] message = take(data);
            if (message != null) {
                return message;
            }
        }
        return null;
    }

    private byte @Nullable [] take(Stream.Data data) {
        byte[] message;
        try {
            message = reader.take(data.frame().getByteBuffer());
        } catch (GrpcFailure e) {
            cancel(e);
            return null;
        }
        if (message == null) {
            rest = null;
            data.release();
            if (data.frame().isEndStream()) {
                endRead();
            }
        }
        return message;
    }

    @Override
    void come(Stream from) {
        wake();
    }

    private void wake() {
        changing.lock();
        try {
            came = true;
            changed.signal();
        } finally {
            changing.unlock();
        }
    }

    @Override
    void ended(Optional<GrpcFailure> failure) {
        changing.lock();
        try {
            end = failure;
            changed.signal();
        } finally {
            changing.unlock();
        }
    }

    /// Ends it from this side.
    public void cancel(String why) {
        cancel(new GrpcFailure(Code.CANCELLED, why));
    }
}
