package dev.tenure.store.etcd;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One protobuf message of etcd's interface, read by field numbers; absent fields have protobuf's defaults.
/// Immutable. Messages within a message are read where they stand: bytes are copied once, when somebody asks
/// for them. The numbers are those of rpc.proto and kv.proto of go.etcd.io/etcd/api/v3.
final class EtcdMessage {
    private static final byte[] NOTHING = new byte[0];

    /// @param from where the bytes of a field begin that has a length
    /// @param length of them; 0 for numbers
    private record Field(int number, long varint, int from, int length) {}

    static final EtcdMessage EMPTY = new EtcdMessage(NOTHING, List.of());

    private final byte[] bytes;
    private final List<Field> fields;

    private EtcdMessage(byte[] bytes, List<Field> fields) {
        this.bytes = bytes;
        this.fields = fields;
    }

    /// @param bytes which nobody changes any more
    /// @throws IllegalArgumentException when they are no protobuf
    static EtcdMessage parse(byte[] bytes) {
        return parse(bytes, 0, bytes.length);
    }

    private static EtcdMessage parse(byte[] bytes, int from, int length) {
        CodedInputStream in = CodedInputStream.newInstance(bytes, from, length);
        var fields = new ArrayList<Field>();
        try {
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                int number = WireFormat.getTagFieldNumber(tag);
                switch (WireFormat.getTagWireType(tag)) {
                    case WireFormat.WIRETYPE_VARINT -> fields.add(new Field(number, in.readRawVarint64(), 0, 0));
                    case WireFormat.WIRETYPE_LENGTH_DELIMITED -> {
                        int size = in.readRawVarint32();
                        fields.add(new Field(number, 0, from + in.getTotalBytesRead(), size));
                        in.skipRawBytes(size);
                    }
                    default -> in.skipField(tag);
                }
            }
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("etcd sent a garbled message", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new EtcdMessage(bytes, fields);
    }

    long number(int number) {
        for (int i = fields.size() - 1; i >= 0; i--) {
            Field field = fields.get(i);
            if (field.number == number) {
                return field.varint;
            }
        }
        return 0;
    }

    boolean flag(int number) {
        return number(number) != 0;
    }

    byte[] data(int number) {
        for (int i = fields.size() - 1; i >= 0; i--) {
            Field field = fields.get(i);
            if (field.number == number) {
                return Arrays.copyOfRange(bytes, field.from, field.from + field.length);
            }
        }
        return NOTHING;
    }

    String text(int number) {
        for (int i = fields.size() - 1; i >= 0; i--) {
            Field field = fields.get(i);
            if (field.number == number) {
                return text(field);
            }
        }
        return "";
    }

    private String text(Field field) {
        return new String(bytes, field.from, field.length, StandardCharsets.UTF_8);
    }

    EtcdMessage message(int number) {
        for (int i = fields.size() - 1; i >= 0; i--) {
            Field field = fields.get(i);
            if (field.number == number) {
                return parse(bytes, field.from, field.length);
            }
        }
        return EMPTY;
    }

    List<EtcdMessage> messages(int number) {
        var found = new ArrayList<EtcdMessage>();
        for (Field field : fields) {
            if (field.number == number) {
                found.add(parse(bytes, field.from, field.length));
            }
        }
        return found;
    }

    List<String> texts(int number) {
        var found = new ArrayList<String>();
        for (Field field : fields) {
            if (field.number == number) {
                found.add(text(field));
            }
        }
        return found;
    }

    /// Puts a message together; defaults are left out, as proto3 wants. Its bytes are written once, with all
    /// messages within it, into an array of the right length. Used by one thread.
    static final class Builder {
        private sealed interface Part {
            record Varint(int number, long value) implements Part {}

            record Data(int number, byte[] value) implements Part {}

            record Message(int number, Builder value) implements Part {}
        }

        private final List<Part> parts = new ArrayList<>();
        private int size;

        Builder number(int number, long value) {
            if (value != 0) {
                parts.add(new Part.Varint(number, value));
                size += CodedOutputStream.computeInt64Size(number, value);
            }
            return this;
        }

        Builder flag(int number, boolean value) {
            return number(number, value ? 1 : 0);
        }

        /// @param value which nobody changes any more
        Builder data(int number, byte[] value) {
            if (value.length > 0) {
                parts.add(new Part.Data(number, value));
                size += CodedOutputStream.computeByteArraySize(number, value);
            }
            return this;
        }

        Builder text(int number, String value) {
            return data(number, value.getBytes(StandardCharsets.UTF_8));
        }

        /// Written also when it is empty: that it is there says something.
        ///
        /// @param value to which nothing is added any more
        Builder message(int number, Builder value) {
            parts.add(new Part.Message(number, value));
            size += CodedOutputStream.computeTagSize(number)
                    + CodedOutputStream.computeUInt32SizeNoTag(value.size)
                    + value.size;
            return this;
        }

        byte[] bytes() {
            byte[] bytes = new byte[size];
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            try {
                writeTo(out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            out.checkNoSpaceLeft();
            return bytes;
        }

        private void writeTo(CodedOutputStream out) throws IOException {
            for (Part part : parts) {
                switch (part) {
                    case Part.Varint(int number, long value) -> out.writeInt64(number, value);
                    case Part.Data(int number, byte[] value) -> out.writeByteArray(number, value);
                    case Part.Message(int number, Builder value) -> {
                        out.writeTag(number, WireFormat.WIRETYPE_LENGTH_DELIMITED);
                        out.writeUInt32NoTag(value.size);
                        value.writeTo(out);
                    }
                }
            }
        }
    }
}
