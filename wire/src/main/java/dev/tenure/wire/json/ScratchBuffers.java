package dev.tenure.wire.json;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Buffers that texts are put together in before their length is known, used again and again instead of
/// being cleared by the JVM each time. A thread takes one, or makes one when none lies ready, and gives
/// it back when it is done; one that is not given back is no loss. Safe for use by several threads,
/// virtual ones too.
final class ScratchBuffers {
    /// A power of two: about twice as many as threads that write at once.
    private static final int SLOTS = 16;

    private static final int START_SIZE = 8 << 10;
    private static final int KEPT_SIZE_MAX = 64 << 10;

    private final AtomicReferenceArray<byte @Nullable []> idle = new AtomicReferenceArray<>(SLOTS);

    byte[] take() {
        byte[] buffer = idle.getAndSet(slot(), null);
        return buffer == null ? new byte[START_SIZE] : buffer;
    }

    /// @param buffer may be another one than was taken; a large one is not kept
    void giveBack(byte[] buffer) {
        if (buffer.length <= KEPT_SIZE_MAX) {
            idle.set(slot(), buffer);
        }
    }

    private static int slot() {
        return (int) Thread.currentThread().threadId() & (SLOTS - 1);
    }
}
