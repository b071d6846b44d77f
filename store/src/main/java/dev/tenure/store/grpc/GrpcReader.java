package dev.tenure.store.grpc;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Puts messages together from what comes: each is a byte that says whether it is compressed, its length in
/// four, and itself. Used by one thread at a time.
final class GrpcReader {
    private static final int HEAD_BYTES = 5;

    /// What is set aside for a message before any of it has come.
    private static final int AHEAD_MAX = 1 << 20;

    private final byte[] head = new byte[HEAD_BYTES];
    private int headRead;
    private byte[] message = new byte[0];
    private int read;
    private int length;

    /// Takes bytes up to the end of a message.
    ///
    /// @return the message, when it is complete; otherwise all bytes have been taken
    /// @throws GrpcFailure when it is compressed or longer than a message may be
    byte @Nullable [] take(ByteBuffer bytes) {
        while (headRead < HEAD_BYTES) {
            if (!bytes.hasRemaining()) {
                return null;
            }
            head[headRead++] = bytes.get();
            if (headRead == HEAD_BYTES) {
                begin();
            }
        }
        int now = Math.min(bytes.remaining(), length - read);
        if (message.length < read + now) {
            message = Arrays.copyOf(message, (int) Math.min(length, Math.max(2L * message.length, read + now)));
        }
        bytes.get(message, read, now);
        read += now;
        if (read < length) {
            return null;
        }
        headRead = 0;
        return message;
    }

    private void begin() {
        length = ByteBuffer.wrap(head).getInt(1);
        if (head[0] != 0 || length < 0) {
            throw new GrpcFailure(GrpcFailure.Code.INTERNAL, "a message came in a form that was not asked for");
        }
        message = new byte[Math.min(length, AHEAD_MAX)];
        read = 0;
    }

    /// A message as it is sent.
    static ByteBuffer framed(byte[] message) {
        return ByteBuffer.allocate(HEAD_BYTES + message.length)
                .put((byte) 0)
                .putInt(message.length)
                .put(message)
                .flip();
    }
}
