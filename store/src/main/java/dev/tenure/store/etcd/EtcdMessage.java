package dev.tenure.store.etcd;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// One protobuf message of etcd's interface, read by field numbers; absent fields have protobuf's defaults. Immutable.
/// The numbers are those of rpc.proto and kv.proto of go.etcd.io/etcd/api/v3.
final class EtcdMessage {
    private static final byte[] NOTHING = new byte[0];

    /// @param bytes of a field that has a length; empty for numbers
    private record Field(int number, long varint, byte[] bytes) {}

    static final EtcdMessage EMPTY = new EtcdMessage(List.of());

    private final List<Field> fields;

    private EtcdMessage(List<Field> fields) {
        this.fields = fields;
    }

    /// @throws IllegalArgumentException when the bytes are no protobuf
    static EtcdMessage parse(byte[] bytes) {
        CodedInputStream in = CodedInputStream.newInstance(bytes);
        var fields = new ArrayList<Field>();
        try {
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                int number = WireFormat.getTagFieldNumber(tag);
                switch (WireFormat.getTagWireType(tag)) {
                    case WireFormat.WIRETYPE_VARINT -> fields.add(new Field(number, in.readRawVarint64(), NOTHING));
                    case WireFormat.WIRETYPE_LENGTH_DELIMITED -> fields.add(new Field(number, 0, in.readByteArray()));
                    default -> in.skipField(tag);
                }
            }
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("etcd sent a garbled message", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new EtcdMessage(fields);
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
                return field.bytes;
            }
        }
        return NOTHING;
    }

    String text(int number) {
        return new String(data(number), StandardCharsets.UTF_8);
    }

    EtcdMessage message(int number) {
        byte[] data = data(number);
        return data.length == 0 ? EMPTY : parse(data);
    }

    List<EtcdMessage> messages(int number) {
        var found = new ArrayList<EtcdMessage>();
        for (Field field : fields) {
            if (field.number == number) {
                found.add(parse(field.bytes));
            }
        }
        return found;
    }

    List<String> texts(int number) {
        var found = new ArrayList<String>();
        for (Field field : fields) {
            if (field.number == number) {
                found.add(new String(field.bytes, StandardCharsets.UTF_8));
            }
        }
        return found;
    }

    /// Puts a message together; defaults are left out, as proto3 wants. Used by one thread.
    static final class Builder {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);

        Builder number(int number, long value) {
            return value == 0 ? this : write(() -> out.writeInt64(number, value));
        }

        Builder flag(int number, boolean value) {
            return number(number, value ? 1 : 0);
        }

        Builder data(int number, byte[] value) {
            return value.length == 0 ? this : write(() -> out.writeByteArray(number, value));
        }

        Builder text(int number, String value) {
            return data(number, value.getBytes(StandardCharsets.UTF_8));
        }

        /// Written also when it is empty: that it is there says something.
        Builder message(int number, Builder value) {
            return write(() -> out.writeByteArray(number, value.bytes()));
        }

        private interface Step {
            void run() throws IOException;
        }

        private Builder write(Step step) {
            try {
                step.run();
                return this;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        byte[] bytes() {
            write(out::flush);
            return bytes.toByteArray();
        }
    }
}
