package dev.tenure.wire.proto;

/// Part of an array that holds a message, which is read where it stands. Immutable as long as nobody writes
/// into the array.
///
/// @param from its first byte
/// @param to behind its last one
record MessageSpan(byte[] data, int from, int to) {
    static final MessageSpan EMPTY = of(new byte[0]);

    static MessageSpan of(byte[] data) {
        return new MessageSpan(data, 0, data.length);
    }

    ProtoCursor cursor() {
        return new ProtoCursor(data, from, to);
    }
}
