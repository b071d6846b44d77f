package dev.tenure.wire.proto;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Protobuf written from its end to its beginning: so the length of a message is known when its turn comes,
/// and one pass is enough. Confined to one thread.
final class BackwardBuffer {
    private static final int START_SIZE = 4_096;

    private byte[] data = new byte[START_SIZE];
    private int start = START_SIZE;

    /// Bytes written so far; a mark for [#endMessage].
    int size() {
        return data.length - start;
    }

    byte[] toBytes() {
        return Arrays.copyOfRange(data, start, data.length);
    }

    /// What was written since `mark`.
    byte[] since(int mark) {
        return Arrays.copyOfRange(data, start, data.length - mark);
    }

    private void reserve(int count) {
        if (count <= start) {
            return;
        }
        int size = size();
        byte[] larger = new byte[Math.max(Math.addExact(data.length, data.length), Math.addExact(size, count) * 2)];
        System.arraycopy(data, start, larger, larger.length - size, size);
        start = larger.length - size;
        data = larger;
    }

    void raw(byte[] bytes) {
        reserve(bytes.length);
        start -= bytes.length;
        System.arraycopy(bytes, 0, data, start, bytes.length);
    }

    private void varint(long value) {
        int length = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7);
        reserve(length);
        start -= length;
        long left = value;
        for (int i = 0; i < length - 1; i++) {
            data[start + i] = (byte) (left | 0x80);
            left >>>= 7;
        }
        data[start + length - 1] = (byte) left;
    }

    private void tag(int number, int wireType) {
        varint((long) number << 3 | wireType);
    }

    void varintField(int number, long value) {
        varint(value);
        tag(number, ProtoCursor.VARINT);
    }

    void fixed64Field(int number, long value) {
        reserve(8);
        start -= 8;
        for (int i = 0; i < 8; i++) {
            data[start + i] = (byte) (value >>> (8 * i));
        }
        tag(number, ProtoCursor.FIXED64);
    }

    void bytesField(int number, byte[] bytes) {
        raw(bytes);
        varint(bytes.length);
        tag(number, ProtoCursor.LENGTH);
    }

    void textField(int number, String text) {
        bytesField(number, text.getBytes(StandardCharsets.UTF_8));
    }

    /// A text as JSON writes it, without its quotes.
    ///
    /// @param json with no escapes
    void quotedField(int number, byte[] json) {
        int length = json.length - 2;
        reserve(length);
        start -= length;
        System.arraycopy(json, 1, data, start, length);
        varint(length);
        tag(number, ProtoCursor.LENGTH);
    }

    /// Puts length and tag before what was written since `mark`.
    void endMessage(int number, int mark) {
        beginMessage(number, size() - mark);
    }

    /// Puts length and tag of a message of this length.
    void beginMessage(int number, long length) {
        varint(length);
        tag(number, ProtoCursor.LENGTH);
    }
}
