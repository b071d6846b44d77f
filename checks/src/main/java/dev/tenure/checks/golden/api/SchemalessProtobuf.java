package dev.tenure.checks.golden.api;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Protobuf read without a schema: fields by number, and a guess whether bytes are a message, text or
/// neither.
final class SchemalessProtobuf {
    private static final int FIELD_MAX = 5000;
    private static final int SHIFT_MAX = 63;
    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

    /// One field as it stands on the wire.
    ///
    /// @param varint the value of wire type 0; zero for the others
    /// @param bytes the value of wire types 1, 2 and 5; empty for type 0
    record Field(int number, int wireType, BigInteger varint, byte[] bytes) {
        boolean isVarint() {
            return wireType == 0;
        }

        boolean isDelimited() {
            return wireType == 2;
        }

        /// Whether Python would call the value true.
        boolean isPresent() {
            return isVarint() ? varint.signum() != 0 : bytes.length > 0;
        }

        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /// Bytes that are no protobuf message.
    static final class NoMessageException extends Exception {
        private static final long serialVersionUID = 1L;

        NoMessageException(String message) {
            super(message);
        }
    }

    private final byte[] data;
    private int at;

    private SchemalessProtobuf(byte[] data) {
        this.data = data;
    }

    static List<Field> fields(byte[] data) throws NoMessageException {
        return new SchemalessProtobuf(data).readFields();
    }

    /// The bytes of the last field of this number; empty when there is none.
    static byte[] last(List<Field> fields, int number) {
        return fields.reversed().stream()
                .filter(field -> field.number() == number)
                .findFirst()
                .map(Field::bytes)
                .orElse(new byte[0]);
    }

    /// `{number: [values]}`; bytes become a message when they parse as one, else text, else hexadecimal
    /// digits.
    static JsonNode tree(byte[] data) {
        if (data.length == 0) {
            return TextNode.valueOf("");
        }
        List<Field> fields;
        try {
            fields = fields(data);
        } catch (NoMessageException _) {
            return TextNode.valueOf(strictText(data).orElseGet(() -> hex(data)));
        }
        ObjectNode tree = Json.object();
        for (Field field : fields) {
            JsonNode item = field.isVarint()
                    ? number(field.varint())
                    : field.isDelimited() ? tree(field.bytes()) : TextNode.valueOf(hex(field.bytes()));
            append(tree, field.number(), item);
        }
        return tree;
    }

    static void append(ObjectNode tree, int number, JsonNode item) {
        String key = String.valueOf(number);
        ArrayNode list = tree.get(key) instanceof ArrayNode known ? known : tree.putArray(key);
        list.add(item);
    }

    static JsonNode number(BigInteger value) {
        return value.compareTo(LONG_MAX) <= 0 ? NumberNode.valueOf(value.longValue()) : NumberNode.valueOf(value);
    }

    static String hex(byte[] data) {
        return "hex:" + HexFormat.of().formatHex(data);
    }

    private static Optional<String> strictText(byte[] data) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(data))
                    .toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    private List<Field> readFields() throws NoMessageException {
        var found = new ArrayList<Field>();
        while (at < data.length) {
            BigInteger tag = varint();
            BigInteger number = tag.shiftRight(3);
            int wireType = tag.intValue() & 7;
            if (number.signum() == 0 || number.compareTo(BigInteger.valueOf(FIELD_MAX)) > 0) {
                throw new NoMessageException("field number " + number);
            }
            found.add(field(number.intValue(), wireType));
        }
        return found;
    }

    private Field field(int number, int wireType) throws NoMessageException {
        return switch (wireType) {
            case 0 -> new Field(number, wireType, varint(), new byte[0]);
            case 1 -> new Field(number, wireType, BigInteger.ZERO, bytes(BigInteger.valueOf(8)));
            case 2 -> new Field(number, wireType, BigInteger.ZERO, bytes(varint()));
            case 5 -> new Field(number, wireType, BigInteger.ZERO, bytes(BigInteger.valueOf(4)));
            default -> throw new NoMessageException("wire type " + wireType);
        };
    }

    private byte[] bytes(BigInteger size) throws NoMessageException {
        if (size.compareTo(BigInteger.valueOf(data.length - at)) > 0) {
            throw new NoMessageException("a field of %s bytes, but %d are left".formatted(size, data.length - at));
        }
        at += size.intValue();
        return Arrays.copyOfRange(data, at - size.intValue(), at);
    }

    private BigInteger varint() throws NoMessageException {
        BigInteger value = BigInteger.ZERO;
        for (int shift = 0; ; shift += 7) {
            if (at >= data.length || shift > SHIFT_MAX) {
                throw new NoMessageException("unfinished number");
            }
            int part = data[at++] & 0xff;
            value = value.or(BigInteger.valueOf(part & 0x7f).shiftLeft(shift));
            if (part < 0x80) {
                return value;
            }
        }
    }
}
