package dev.tenure.wire.proto;

import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Walks over the fields of protobuf messages. Nothing is read beyond the current message, nothing is
/// allocated by a length that the bytes do not have, nesting is bounded; the error texts are those of
/// upstream's generated code. Confined to one thread.
final class ProtoCursor {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int LENGTH = 2;
    private static final int GROUP = 3;
    private static final int END_GROUP = 4;
    private static final int FIXED32 = 5;
    private static final int DEPTH_MAX = 1_000;

    private static final String CUT_SHORT = "unexpected EOF";

    private final byte[] data;
    private int position;
    private int limit;
    private int depth;
    private int tagAt;

    /// @param to where the message ends
    ProtoCursor(byte[] data, int from, int to) {
        this.data = data;
        this.position = from;
        this.limit = to;
    }

    int position() {
        return position;
    }

    /// Whether the current message has further fields.
    boolean more() {
        return position < limit;
    }

    /// Reads the number and the wire type of a field: `number << 3 | wireType`.
    ///
    /// @param message name for the error text
    int tag(String message) {
        tagAt = position;
        long wire = varint();
        int number = (int) (wire >>> 3);
        int wireType = (int) wire & 7;
        if (wireType == END_GROUP) {
            throw new ProtoFault("proto: " + message + ": wiretype end group for non-group");
        }
        if (number <= 0) {
            throw new ProtoFault("proto: " + message + ": illegal tag " + number + " (wire type "
                    + Long.toUnsignedString(wire) + ")");
        }
        // Numbers of more than 29 bits are in no message.
        return number > Integer.MAX_VALUE >> 3 ? wireType : number << 3 | wireType;
    }

    /// Reads past the field whose tag was read last.
    void skipField() {
        position = tagAt;
        int groups = 0;
        do {
            groups += skipOne(groups);
        } while (groups > 0);
    }

    /// How many groups deeper it led.
    private int skipOne(int groups) {
        int wireType = (int) varint() & 7;
        switch (wireType) {
            case VARINT -> skipVarint();
            case FIXED64 -> advance(8);
            case LENGTH -> advance(length());
            case GROUP -> {
                return 1;
            }
            case END_GROUP -> {
                if (groups == 0) {
                    throw new ProtoFault("proto: unexpected end of group");
                }
                return -1;
            }
            case FIXED32 -> advance(4);
            default -> throw new ProtoFault("proto: illegal wireType " + wireType);
        }
        return 0;
    }

    private void skipVarint() {
        varint();
    }

    private void advance(int count) {
        if (count > limit - position) {
            throw new ProtoFault(CUT_SHORT);
        }
        position += count;
    }

    long varint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            if (position >= limit) {
                throw new ProtoFault(CUT_SHORT);
            }
            byte b = data[position++];
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new ProtoFault("proto: integer overflow");
    }

    long fixed64() {
        if (limit - position < 8) {
            throw new ProtoFault(CUT_SHORT);
        }
        long value = 0;
        for (int i = 7; i >= 0; i--) {
            value = value << 8 | (data[position + i] & 0xff);
        }
        position += 8;
        return value;
    }

    private int length() {
        long length = varint();
        if (length < 0) {
            throw new ProtoFault("proto: negative length found during unmarshaling");
        }
        if (length > limit - position) {
            throw new ProtoFault(CUT_SHORT);
        }
        return (int) length;
    }

    byte[] bytes() {
        int length = length();
        position += length;
        return Arrays.copyOfRange(data, position - length, position);
    }

    /// As [#bytes], of what is read in turn: nothing is copied.
    MessageSpan span() {
        int length = length();
        position += length;
        return new MessageSpan(data, position - length, position);
    }

    String text() {
        int length = length();
        position += length;
        return new String(data, position - length, length, StandardCharsets.UTF_8);
    }

    /// As [#text], of a value.
    TextNode word() {
        int length = length();
        position += length;
        return Words.of(data, position - length, position);
    }

    /// Steps into a message; the answer goes to [#leave].
    int enter() {
        int length = length();
        if (++depth > DEPTH_MAX) {
            throw new ProtoFault("exceeded max depth");
        }
        int outer = limit;
        limit = position + length;
        return outer;
    }

    /// How many bytes of the current message are left.
    int left() {
        return limit - position;
    }

    /// A copy of what is left of the current message, which is not read by that.
    byte[] rest() {
        return Arrays.copyOfRange(data, position, limit);
    }

    void leave(int outer) {
        position = limit;
        limit = outer;
        depth--;
    }

    /// Steps into an entry of a map; its end goes to [#moreOfEntry] and [#leaveEntry]. Upstream's code lets
    /// keys and values reach beyond the entry, within the message, and then goes on after the entry.
    int enterEntry() {
        int length = length();
        return position + length;
    }

    boolean moreOfEntry(int end) {
        return position < end;
    }

    /// The number of the next field of an entry. Its wire type is taken for granted.
    int entryField() {
        tagAt = position;
        return (int) (varint() >>> 3);
    }

    void skipEntryField(int end) {
        int outer = limit;
        limit = end;
        skipField();
        limit = outer;
    }

    void leaveEntry(int end) {
        position = end;
    }

    static ProtoFault wrongWireType(int wireType, String field) {
        return new ProtoFault("proto: wrong wireType = " + wireType + " for field " + field);
    }
}
