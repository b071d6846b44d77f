package dev.tenure.wire.proto;

import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.MemoTable;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.decode.Quantities;
import dev.tenure.wire.json.decode.Times;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.ObjectType;
import java.time.DateTimeException;
import org.jspecify.annotations.Nullable;

/// The messages whose JSON form is not that of their fields. Part of a [MessageReader].
final class SpecialMessages {
    private static final MemoTable<Second> KNOWN = new MemoTable<>("seconds read from protobuf", 1 << 10);

    /// @param text immutable
    private record Second(long seconds, JsonNode text) {}

    private final ProtoCursor in;
    private final MessageReader messages;
    private final ProtoCodec.Nesting nesting;

    SpecialMessages(ProtoCursor in, MessageReader messages, ProtoCodec.Nesting nesting) {
        this.in = in;
        this.messages = messages;
        this.nesting = nesting;
    }

    /// Reads to the end of the current message.
    @Nullable
    JsonNode read(FieldType.Special type) {
        return switch (type.format()) {
            case TIME -> time(false);
            case MICRO_TIME -> time(true);
            case QUANTITY -> quantity();
            case INT_OR_STRING -> intOrString();
            case RAW_EXTENSION, FIELDS_V1, ANY -> raw();
            case SCHEMA_OR_BOOL, SCHEMA_OR_ARRAY, SCHEMA_OR_STRINGS -> {
                ObjectType schema = type.schema().orElseThrow();
                yield alternatives(type.format(), schema);
            }
        };
    }

    private JsonNode time(boolean micro) {
        if (!in.more()) {
            return NullNode.INSTANCE;
        }
        long seconds = 0;
        int nanos = 0;
        while (in.more()) {
            int tag = in.tag("Timestamp");
            switch (tag >>> 3) {
                case 1 -> seconds = varint(tag, "Seconds");
                case 2 -> nanos = (int) varint(tag, "Nanos");
                default -> in.skipField();
            }
        }
        Second known = KNOWN.at(Long.hashCode(seconds));
        if (!micro && known != null && known.seconds() == seconds) {
            return known.text();
        }
        try {
            JsonNode text = Times.ofEpoch(seconds, nanos, micro)
                    .<JsonNode>map(TextNode::valueOf)
                    .orElse(NullNode.INSTANCE);
            if (!micro) {
                KNOWN.put(Long.hashCode(seconds), new Second(seconds, text));
            }
            return text;
        } catch (DateTimeException e) {
            throw new ProtoFault(String.valueOf(e.getMessage()));
        }
    }

    private long varint(int tag, String field) {
        if ((tag & 7) != ProtoCursor.VARINT) {
            throw ProtoCursor.wrongWireType(tag & 7, field);
        }
        return in.varint();
    }

    private void requireLength(int tag, String field) {
        if ((tag & 7) != ProtoCursor.LENGTH) {
            throw ProtoCursor.wrongWireType(tag & 7, field);
        }
    }

    private JsonNode quantity() {
        String text = "0";
        while (in.more()) {
            int tag = in.tag("Quantity");
            if (tag >>> 3 == 1) {
                requireLength(tag, "String_");
                text = canonical(in.text());
            } else {
                in.skipField();
            }
        }
        return TextNode.valueOf(text);
    }

    private static String canonical(String text) {
        try {
            return Quantities.canonical(text);
        } catch (IllegalArgumentException e) {
            throw new ProtoFault(String.valueOf(e.getMessage()));
        }
    }

    private JsonNode intOrString() {
        long type = 0;
        int number = 0;
        String text = "";
        while (in.more()) {
            int tag = in.tag("IntOrString");
            switch (tag >>> 3) {
                case 1 -> type = varint(tag, "Type");
                case 2 -> number = (int) varint(tag, "IntVal");
                case 3 -> {
                    requireLength(tag, "StrVal");
                    text = in.text();
                }
                default -> in.skipField();
            }
        }
        if (type != 0 && type != 1) {
            throw new ProtoFault("impossible IntOrString.Type");
        }
        return type == 0 ? NumberNode.valueOf(number) : TextNode.valueOf(text);
    }

    private @Nullable JsonNode raw() {
        byte[] raw = new byte[0];
        while (in.more()) {
            int tag = in.tag("RawExtension");
            if (tag >>> 3 == 1) {
                requireLength(tag, "Raw");
                raw = in.bytes();
            } else {
                in.skipField();
            }
        }
        if (raw.length == 0) {
            return NullNode.INSTANCE;
        }
        if (Envelope.isMarked(raw)) {
            return nesting.read(raw);
        }
        try {
            return Json.read(raw);
        } catch (JsonSyntaxException e) {
            throw new ProtoFault("raw object is no JSON: " + e.getMessage());
        }
    }

    private JsonNode alternatives(FieldType.Format format, ObjectType schema) {
        FieldType struct = new FieldType.Struct(schema);
        FieldType other = switch (format) {
            case SCHEMA_OR_ARRAY -> new FieldType.ListOf(struct, false, "");
            case SCHEMA_OR_STRINGS -> new FieldType.ListOf(new FieldType.Text(""), false, "");
            default -> new FieldType.Bool("");
        };
        int schemaNumber = format == FieldType.Format.SCHEMA_OR_BOOL ? 2 : 1;
        JsonNode props = null;
        JsonNode instead = null;
        while (in.more()) {
            int tag = in.tag("JSONSchemaProps");
            int number = tag >>> 3;
            if (number == schemaNumber) {
                props = messages.value(struct, tag & 7, "Schema", props);
            } else if (number == 3 - schemaNumber) {
                instead = messages.value(other, tag & 7, "JSONSchemas", instead);
            } else {
                in.skipField();
            }
        }
        return chosen(format, props, instead);
    }

    private static JsonNode chosen(FieldType.Format format, @Nullable JsonNode props, @Nullable JsonNode instead) {
        if (format == FieldType.Format.SCHEMA_OR_BOOL) {
            return props != null ? props : instead != null ? instead : BooleanNode.FALSE;
        }
        return instead != null ? instead : props != null ? props : NullNode.INSTANCE;
    }
}
