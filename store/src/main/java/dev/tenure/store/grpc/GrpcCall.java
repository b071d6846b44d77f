package dev.tenure.store.grpc;

import dev.tenure.runtime.loop.WaitLimits;
import dev.tenure.store.grpc.GrpcFailure.Code;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.http2.api.Stream;
import org.jspecify.annotations.Nullable;

/// A call with one answer, for which one thread waits. What comes is put down by the connection's own thread,
/// and who waits is woken once.
final class GrpcCall extends GrpcExchange {
    private final GrpcReader reader = new GrpcReader();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile byte @Nullable [] answer;
    private volatile Optional<GrpcFailure> failure = Optional.empty();

    GrpcCall(Line line) {
        super(line);
    }

    @Override
    void come(Stream from) {
        while (true) {
            Stream.Data data = from.readData();
            if (data == null) {
                from.demand();
                return;
            }
            boolean last = data.frame().isEndStream();
            try {
                take(data.frame().getByteBuffer());
            } catch (GrpcFailure e) {
                cancel(e);
                return;
            } finally {
                data.release();
            }
            if (last) {
                endRead();
                return;
            }
        }
    }

    private void take(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            byte[] message = reader.take(bytes);
            if (message != null && answer != null) {
                throw new GrpcFailure(Code.INTERNAL, "it answered twice");
            }
            answer = message;
        }
    }

    @Override
    void ended(Optional<GrpcFailure> why) {
        failure = why;
        over.countDown();
    }

    /// Waits for the answer.
    ///
    /// @param longest after which the call is given up, whatever becomes of it
    /// @throws GrpcFailure when it failed, did not end in time, or the thread was interrupted
    byte[] await(WaitLimits limits, Duration longest) {
        try (WaitLimits.Limit _ = limits.begin(longest, this::giveUp)) {
            over.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            cancel(new GrpcFailure(Code.CANCELLED, "interrupted"));
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
        byte[] found = answer;
        if (found == null) {
            throw new GrpcFailure(Code.INTERNAL, "it ended without an answer");
        }
        return found;
    }

    private void giveUp() {
        cancel(new GrpcFailure(Code.DEADLINE_EXCEEDED, "it did not end in time"));
    }
}
