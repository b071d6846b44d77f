package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.SchemaField;

/// The object that a new one is compared with: upstream's empty structure, whose JSON is not empty,
/// since structures are always shown and so are fields without `omitempty`. What it shows is not owned
/// by whoever creates an object.
final class ZeroObject {

    private ZeroObject() {}

    static ObjectNode of(ObjectType type) {
        ObjectNode zero = Json.object();
        for (SchemaField field : type.fields()) {
            boolean nullPointer = field.pointer() && !field.omitEmpty() && !field.omitZero();
            if (nullPointer) {
                zero.putNull(field.name());
            } else if (field.alwaysShown()) {
                zero.set(field.name(), value(field.type()));
            }
        }
        return zero;
    }

    private static JsonNode value(FieldType type) {
        return switch (type) {
            case FieldType.Struct struct -> of(struct.type());
            case FieldType.Text _ -> TextNode.valueOf("");
            case FieldType.Whole _, FieldType.Decimal _ -> NumberNode.valueOf(0);
            case FieldType.Bool _ -> BooleanNode.valueOf(false);
            case FieldType.Special special when special.format() == FieldType.Format.QUANTITY -> TextNode.valueOf("0");
            case FieldType.Special special
            when special.format() == FieldType.Format.INT_OR_STRING -> NumberNode.valueOf(0);
            case FieldType.Bytes _, FieldType.ListOf _, FieldType.MapOf _, FieldType.Special _ -> NullNode.INSTANCE;
        };
    }
}
