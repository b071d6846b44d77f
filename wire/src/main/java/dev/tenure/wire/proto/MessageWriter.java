package dev.tenure.wire.proto;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MemoTable;
import dev.tenure.wire.json.Part;
import dev.tenure.wire.json.Shape;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.json.decode.Assembly;
import dev.tenure.wire.json.decode.Times;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.MessageLayout;
import dev.tenure.wire.schema.MessageLayout.Slot;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.SchemaField;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Objects in canonical form → protobuf messages, with the same presence as upstream's generated code: what
/// is no pointer in Go is always there, empty or not. Everything is written backwards, from the parts of a
/// document: no tree is opened for it.
final class MessageWriter {
    /// Shorter texts are written as quickly as they are looked up.
    private static final int TEXT_MIN = 48;

    private static final int TEXT_MAX = 2_048;

    /// Fields whose text was written before: the pods of a template have most of their texts in common.
    private static final MemoTable<Known> KNOWN = new MemoTable<>("fields in protobuf", 1 << 10);

    private static final MemoTable<Places> PLACES = new MemoTable<>("places of fields by shape", 1 << 10);

    private record Known(Part.Text text, int number, FieldType type, byte[] field) {
        boolean isOf(Part.Text other, int otherNumber, FieldType otherType) {
            return number == otherNumber && text.equals(other) && type.equals(otherType);
        }
    }

    /// @param ofFields by the place of a field in its type, where the member stands; -1 when it is not there
    private record Places(ObjectType type, Shape shape, int[] ofFields) {
        static int[] of(ObjectType type, Shape shape) {
            int hash = 31 * type.hashCode() + shape.hashCode();
            Places known = PLACES.at(hash);
            if (known != null && known.type.equals(type) && known.shape.equals(shape)) {
                return known.ofFields;
            }
            int[] ofFields = new int[type.fields().size()];
            Arrays.fill(ofFields, -1);
            for (int i = 0; i < shape.size(); i++) {
                int place = type.place(shape.name(i));
                if (place >= 0) {
                    ofFields[place] = i;
                }
            }
            PLACES.put(hash, new Places(type, shape, ofFields));
            return ofFields;
        }
    }

    private final BackwardBuffer out;

    MessageWriter(BackwardBuffer out) {
        this.out = out;
    }

    /// The fields of a structure; length and tag around them are the caller's.
    ///
    /// @param object null for one that has no field
    void struct(ObjectType type, @Nullable Part object) {
        if (object != null && object.resolved() instanceof Part.Members members) {
            message(type.message(), type.fields(), members, Places.of(type, members.shape()));
        } else {
            message(type.message(), type.fields(), null, null);
        }
    }

    private void message(
            MessageLayout layout, List<SchemaField> fields, Part.@Nullable Members members, int @Nullable [] places) {
        List<Slot> slots = layout.slots();
        for (int i = slots.size() - 1; i >= 0; i--) {
            Slot slot = slots.get(i);
            MessageLayout inlined = slot.inlined().orElse(null);
            if (inlined != null) {
                int mark = out.size();
                message(inlined, fields, members, places);
                out.endMessage(slot.number(), mark);
                continue;
            }
            int at = places == null ? -1 : places[slot.place()];
            Part value = members == null || at < 0 ? null : members.part(at);
            boolean absent = value == null || value.isNull();
            SchemaField field = fields.get(slot.place());
            if (!absent || !field.pointer()) {
                value(slot.number(), field.type(), absent ? null : value);
            }
        }
    }

    /// @param value null for zero
    private void value(int number, FieldType type, @Nullable Part value) {
        if (value instanceof Part.Text text
                && text.length() >= TEXT_MIN
                && text.length() <= TEXT_MAX
                && (text.isObject() || text.isList())) {
            known(number, type, text);
        } else {
            written(number, type, value);
        }
    }

    private void known(int number, FieldType type, Part.Text text) {
        int hash = text.hashCode() + number;
        Known known = KNOWN.at(hash);
        if (known != null && known.isOf(text, number, type)) {
            out.raw(known.field());
            return;
        }
        int mark = out.size();
        written(number, type, text);
        KNOWN.put(hash, new Known(text, number, type, out.since(mark)));
    }

    private void written(int number, FieldType type, @Nullable Part value) {
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
                scalar(number, type, value);
        }
    }

    private void scalar(int number, FieldType type, @Nullable Part part) {
        if (part instanceof Part.Text text && text.isPlain() && type instanceof FieldType.Text) {
            out.quotedField(number, text.json());
            return;
        }
        JsonNode value = part == null ? Assembly.zero(type) : WorkingTree.open(part);
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

    private void list(int number, FieldType.ListOf type, @Nullable Part list) {
        if (list == null) {
            return;
        }
        int mark = out.size();
        if (list.resolved() instanceof Part.Elements elements) {
            for (int i = elements.size() - 1; i >= 0; i--) {
                Part element = elements.part(i);
                value(type.wrapped() ? 1 : number, type.element(), element.isNull() ? null : element);
            }
        }
        if (type.wrapped()) {
            out.endMessage(number, mark);
        }
    }

    private void map(int number, FieldType.MapOf type, @Nullable Part map) {
        if (map == null || !(map.resolved() instanceof Part.Members members)) {
            return;
        }
        var sorted = new TreeMap<String, Part>();
        for (int i = 0; i < members.size(); i++) {
            sorted.put(members.shape().name(i), members.part(i));
        }
        for (Map.Entry<String, Part> entry : sorted.descendingMap().entrySet()) {
            int mark = out.size();
            value(2, type.value(), entry.getValue().isNull() ? null : entry.getValue());
            out.textField(1, entry.getKey());
            out.endMessage(number, mark);
        }
    }

    private void special(FieldType.Special type, @Nullable Part part) {
        JsonNode value = part == null ? null : WorkingTree.open(part);
        switch (type.format()) {
            case TIME, MICRO_TIME -> time(value);
            case QUANTITY -> out.textField(1, value == null ? "0" : value.asText());
            case INT_OR_STRING -> intOrString(value);
            case RAW_EXTENSION, FIELDS_V1, ANY -> {
                if (value != null) {
                    out.bytesField(1, Json.write(value));
                }
            }
            case SCHEMA_OR_BOOL -> schemaOrBool(type.schema().orElseThrow(), part);
            case SCHEMA_OR_ARRAY, SCHEMA_OR_STRINGS -> schemaOrList(type, part);
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

    private void schemaOrBool(ObjectType schema, @Nullable Part value) {
        boolean object = value != null && value.isObject();
        if (object) {
            value(2, new FieldType.Struct(schema), value);
        }
        boolean allows = object || (value != null && WorkingTree.open(value).booleanValue());
        out.varintField(1, allows ? 1 : 0);
    }

    private void schemaOrList(FieldType.Special type, @Nullable Part value) {
        FieldType struct = new FieldType.Struct(type.schema().orElseThrow());
        if (value != null && value.isObject()) {
            value(1, struct, value);
        } else if (value != null) {
            boolean schemas = type.format() == FieldType.Format.SCHEMA_OR_ARRAY;
            list(2, new FieldType.ListOf(schemas ? struct : new FieldType.Text(""), false, ""), value);
        }
    }
}
