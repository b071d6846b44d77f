package dev.tenure.store.etcd;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The answer to one call, for which one thread waits. What comes of it is put down by the connection's own thread, and
/// who waits is woken once: a thread that ran the callbacks itself would be woken for each of them.
final class EtcdAnswer extends ClientCall.Listener<byte[]> {
    /// Callbacks run where they come in, for they do next to nothing.
    static final CallOptions OPTIONS = CallOptions.DEFAULT.withExecutor(Runnable::run);

    private final ClientCall<byte[], byte[]> call;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile byte @Nullable [] message;
    private volatile Status status = Status.UNKNOWN;

    private EtcdAnswer(ClientCall<byte[], byte[]> call) {
        this.call = call;
    }

    /// Sends a request.
    static EtcdAnswer to(ClientCall<byte[], byte[]> call, byte[] request) {
        var answer = new EtcdAnswer(call);
        call.start(answer, new Metadata());
        // One more than can come, so that a second one would be noticed by the library.
        call.request(2);
        call.sendMessage(request);
        call.halfClose();
        return answer;
    }

    @Override
    public void onMessage(byte[] bytes) {
        message = bytes;
    }

    @Override
    public void onClose(Status end, Metadata trailers) {
        status = end;
        over.countDown();
    }

    /// Waits for it.
    ///
    /// @param longest after which the call is given up, whatever becomes of it
    /// @throws StatusRuntimeException when it failed, did not end in time, or the thread was interrupted
    byte[] await(Duration longest) {
        try {
            if (!over.await(longest.toNanos(), TimeUnit.NANOSECONDS)) {
                call.cancel("it took too long", null);
                throw Status.DEADLINE_EXCEEDED.asRuntimeException();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            call.cancel("interrupted", e);
            throw Status.CANCELLED.withCause(e).asRuntimeException();
        }
        byte[] found = message;
        if (!status.isOk()) {
            throw status.asRuntimeException();
        }
        if (found == null) {
            throw Status.INTERNAL.withDescription("it ended without an answer").asRuntimeException();
        }
        return found;
    }
}
