package dev.tenure.node.cri;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// One protobuf message of the runtime interface, read by field numbers. Absent fields have protobuf's
/// defaults. Immutable.
public final class Message {
    static final Message EMPTY = new Message(UnknownFieldSet.getDefaultInstance());

    private final UnknownFieldSet fields;

    private Message(UnknownFieldSet fields) {
        this.fields = fields;
    }

    /// @throws RuntimeUnavailableException when the bytes are no protobuf
    static Message parse(byte[] bytes) {
        try {
            return new Message(UnknownFieldSet.parseFrom(bytes));
        } catch (InvalidProtocolBufferException e) {
            throw new RuntimeUnavailableException("the container runtime sent a garbled message", e);
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    byte[] bytes() {
        return fields.toByteArray();
    }

    String text(int number) {
        List<ByteString> values = fields.getField(number).getLengthDelimitedList();
        return values.isEmpty() ? "" : values.getLast().toStringUtf8();
    }

    List<String> texts(int number) {
        return fields.getField(number).getLengthDelimitedList().stream()
                .map(ByteString::toStringUtf8)
                .toList();
    }

    byte[] data(int number) {
        List<ByteString> values = fields.getField(number).getLengthDelimitedList();
        return values.isEmpty() ? new byte[0] : values.getLast().toByteArray();
    }

    long number(int number) {
        List<Long> values = fields.getField(number).getVarintList();
        return values.isEmpty() ? 0 : values.getLast();
    }

    /// The numbers of a repeated field, which proto3 packs into one.
    List<Long> numbers(int number) {
        UnknownFieldSet.Field field = fields.getField(number);
        var numbers = new ArrayList<>(field.getVarintList());
        for (ByteString packed : field.getLengthDelimitedList()) {
            CodedInputStream input = packed.newCodedInput();
            try {
                while (!input.isAtEnd()) {
                    numbers.add(input.readInt64());
                }
            } catch (IOException e) {
                throw new RuntimeUnavailableException("the container runtime sent a garbled message", e);
            }
        }
        return numbers;
    }

    boolean flag(int number) {
        return number(number) != 0;
    }

    boolean has(int number) {
        return fields.hasField(number);
    }

    Message message(int number) {
        List<ByteString> values = fields.getField(number).getLengthDelimitedList();
        return values.isEmpty() ? EMPTY : parse(values.getLast().toByteArray());
    }

    List<Message> messages(int number) {
        return fields.getField(number).getLengthDelimitedList().stream()
                .map(bytes -> parse(bytes.toByteArray()))
                .toList();
    }

    /// The number in a wrapper message such as `UInt64Value`; absent when the wrapper is.
    OptionalLong wrapped(int number) {
        return has(number) ? OptionalLong.of(message(number).number(1)) : OptionalLong.empty();
    }

    Map<String, String> map(int number) {
        var map = new LinkedHashMap<String, String>();
        for (Message entry : messages(number)) {
            map.put(entry.text(1), entry.text(2));
        }
        return map;
    }

    /// Puts a message together; defaults are left out, as proto3 wants. Used by one thread.
    public static final class Builder {
        private final UnknownFieldSet.Builder fields = UnknownFieldSet.newBuilder();

        private Builder() {}

        public Builder text(int number, String value) {
            return value.isEmpty() ? this : data(number, ByteString.copyFromUtf8(value));
        }

        public Builder texts(int number, List<String> values) {
            values.forEach(value -> data(number, ByteString.copyFromUtf8(value)));
            return this;
        }

        public Builder number(int number, long value) {
            if (value != 0) {
                fields.mergeField(number, Field.newBuilder().addVarint(value).build());
            }
            return this;
        }

        public Builder flag(int number, boolean value) {
            return number(number, value ? 1 : 0);
        }

        /// An `Int64Value` or the like, written even when it is zero.
        public Builder wrapped(int number, long value) {
            return message(number, builder().number(1, value).build());
        }

        public Builder wrapped(int number, OptionalLong value) {
            if (value.isPresent()) {
                wrapped(number, value.getAsLong());
            }
            return this;
        }

        public Builder message(int number, Message value) {
            return data(number, value.fields.toByteString());
        }

        public Builder map(int number, Map<String, String> values) {
            values.forEach((key, value) ->
                    message(number, builder().text(1, key).text(2, value).build()));
            return this;
        }

        private Builder data(int number, ByteString value) {
            fields.mergeField(
                    number, Field.newBuilder().addLengthDelimited(value).build());
            return this;
        }

        public Message build() {
            return new Message(fields.build());
        }
    }
}
