package dev.tenure.wire.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.SchemaField;

/// The object that a new one is compared with: upstream's empty structure, whose JSON is not empty,
/// since structures are always shown and so are fields without `omitempty`. What it shows is not owned
/// by whoever creates an object.
final class ZeroObject {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ZeroObject() {}

    static ObjectNode of(ObjectType type) {
        ObjectNode zero = NODES.objectNode();
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
            case FieldType.Text _ -> NODES.textNode("");
            case FieldType.Whole _, FieldType.Decimal _ -> NODES.numberNode(0);
            case FieldType.Bool _ -> NODES.booleanNode(false);
            case FieldType.Special special when special.format() == FieldType.Format.QUANTITY -> NODES.textNode("0");
            case FieldType.Special special
            when special.format() == FieldType.Format.INT_OR_STRING -> NODES.numberNode(0);
            case FieldType.Bytes _, FieldType.ListOf _, FieldType.MapOf _, FieldType.Special _ -> NullNode.instance;
        };
    }
}
