package dev.tenure.wire.proto;

import dev.tenure.wire.json.Assembly;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MemoTable;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.Part;
import dev.tenure.wire.json.Times;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.MessageLayout;
import dev.tenure.wire.schema.MessageLayout.Slot;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.SchemaField;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Canonical trees → protobuf messages, with the same presence as upstream's generated code: what is no
/// pointer in Go is always there, empty or not. Everything is written backwards.
final class MessageWriter {
    /// Shorter texts are written as quickly as they are looked up.
    private static final int TEXT_MIN = 48;

    private static final int TEXT_MAX = 2_048;

    /// Fields whose text was written before: the pods of a template have most of their texts in common.
    private static final MemoTable<Known> KNOWN = new MemoTable<>("fields in protobuf", 1 << 10);

    private record Known(Part.Text text, int number, FieldType type, byte[] field) {
        boolean isOf(Part.Text other, int otherNumber, FieldType otherType) {
            return number == otherNumber && text.equals(other) && type.equals(otherType);
        }
    }

    private final BackwardBuffer out;

    MessageWriter(BackwardBuffer out) {
        this.out = out;
    }

    /// The fields of a structure; length and tag around them are the caller's.
    void struct(ObjectType type, @Nullable JsonNode object) {
        message(type.message(), type.fields(), object);
    }

    private void message(MessageLayout layout, List<SchemaField> fields, @Nullable JsonNode object) {
        for (Slot slot : layout.slots().reversed()) {
            MessageLayout inlined = slot.inlined().orElse(null);
            if (inlined != null) {
                int mark = out.size();
                message(inlined, fields, object);
                out.endMessage(slot.number(), mark);
                continue;
            }
            SchemaField field = fields.get(slot.place());
            JsonNode value = object == null ? null : object.get(field.name());
            boolean absent = value == null || value.isNull();
            if (!absent || !field.pointer()) {
                value(slot.number(), field.type(), absent ? null : value);
            }
        }
    }

    /// @param value `null` for zero
    private void value(int number, FieldType type, @Nullable JsonNode value) {
        if (value != null
                && value.isContainerNode()
                && WorkingTree.untouched(value) instanceof Part.Text text
                && text.length() >= TEXT_MIN
                && text.length() <= TEXT_MAX) {
            known(number, type, value, text);
        } else {
            written(number, type, value);
        }
    }

    /// A value that nobody has changed since it was opened from this text.
    private void known(int number, FieldType type, JsonNode value, Part.Text text) {
        int hash = text.hashCode() + number;
        Known known = KNOWN.at(hash);
        if (known != null && known.isOf(text, number, type)) {
            out.raw(known.field());
            return;
        }
        int mark = out.size();
        written(number, type, value);
        KNOWN.put(hash, new Known(text, number, type, out.since(mark)));
    }

    private void written(int number, FieldType type, @Nullable JsonNode value) {
        switch (type) {
            case FieldType.ListOf list -> list(number, list, value);
            case FieldType.MapOf map -> map(number, map, value);
            case FieldType.Struct struct -> {
                int mark = out.size();
                struct(struct.type(), value);
                out.endMessage(number, mark);
            }
            case FieldType.Special special -> {
                int mark = out.size();
                special(special, value);
                out.endMessage(number, mark);
            }
            case FieldType.Text _, FieldType.Whole _, FieldType.Decimal _, FieldType.Bool _, FieldType.Bytes _ ->
                scalar(number, type, value == null ? Assembly.zero(type) : value);
        }
    }

    private void scalar(int number, FieldType type, JsonNode value) {
        switch (type) {
            case FieldType.Whole _ -> out.varintField(number, value.longValue());
            case FieldType.Bool _ -> out.varintField(number, value.booleanValue() ? 1 : 0);
            case FieldType.Decimal _ -> out.fixed64Field(number, Double.doubleToRawLongBits(value.doubleValue()));
            case FieldType.Bytes _ -> {
                if (!value.isNull()) {
                    out.bytesField(number, Base64.getDecoder().decode(value.asText()));
                }
            }
            case FieldType.Text _, FieldType.ListOf _, FieldType.MapOf _, FieldType.Struct _, FieldType.Special _ ->
                out.textField(number, value.asText());
        }
    }

    private void list(int number, FieldType.ListOf type, @Nullable JsonNode list) {
        if (list == null) {
            return;
        }
        int mark = out.size();
        for (int i = list.size() - 1; i >= 0; i--) {
            JsonNode element = list.get(i);
            value(type.wrapped() ? 1 : number, type.element(), element.isNull() ? null : element);
        }
        if (type.wrapped()) {
            out.endMessage(number, mark);
        }
    }

    private void map(int number, FieldType.MapOf type, @Nullable JsonNode map) {
        if (map == null) {
            return;
        }
        Map<String, JsonNode> sorted = new TreeMap<>();
        map.properties().forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        List<Map.Entry<String, JsonNode>> entries = new ArrayList<>(sorted.entrySet());
        for (Map.Entry<String, JsonNode> entry : entries.reversed()) {
            int mark = out.size();
            value(2, type.value(), entry.getValue().isNull() ? null : entry.getValue());
            out.textField(1, entry.getKey());
            out.endMessage(number, mark);
        }
    }

    private void special(FieldType.Special type, @Nullable JsonNode value) {
        switch (type.format()) {
            case TIME, MICRO_TIME -> time(value);
            case QUANTITY -> out.textField(1, value == null ? "0" : value.asText());
            case INT_OR_STRING -> intOrString(value);
            case RAW_EXTENSION, FIELDS_V1, ANY -> {
                if (value != null) {
                    out.bytesField(1, Json.write(value));
                }
            }
            case SCHEMA_OR_BOOL -> schemaOrBool(type.schema().orElseThrow(), value);
            case SCHEMA_OR_ARRAY, SCHEMA_OR_STRINGS -> schemaOrList(type, value);
        }
    }

    private void time(@Nullable JsonNode value) {
        if (value != null) {
            Times.Epoch epoch = Times.toEpoch(value.asText());
            out.varintField(2, epoch.nanos());
            out.varintField(1, epoch.seconds());
        }
    }

    private void intOrString(@Nullable JsonNode value) {
        String text = value == null ? null : value.textValue();
        out.textField(3, text == null ? "" : text);
        out.varintField(2, value == null ? 0 : value.intValue());
        out.varintField(1, text == null ? 0 : 1);
    }

    private void schemaOrBool(ObjectType schema, @Nullable JsonNode value) {
        if (value instanceof ObjectNode) {
            value(2, new FieldType.Struct(schema), value);
        }
        out.varintField(1, value instanceof ObjectNode || (value != null && value.booleanValue()) ? 1 : 0);
    }

    private void schemaOrList(FieldType.Special type, @Nullable JsonNode value) {
        FieldType struct = new FieldType.Struct(type.schema().orElseThrow());
        if (value instanceof ObjectNode) {
            value(1, struct, value);
        } else if (value != null) {
            boolean schemas = type.format() == FieldType.Format.SCHEMA_OR_ARRAY;
            list(2, new FieldType.ListOf(schemas ? struct : new FieldType.Text(""), false, ""), value);
        }
    }
}
