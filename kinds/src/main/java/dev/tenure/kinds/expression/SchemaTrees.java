package dev.tenure.kinds.expression;

import dev.tenure.apiserver.schema.Structural;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.SchemaField;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// The structure of built-in kinds as a schema of the kind that definitions have. Upstream:
/// apiserver/pkg/cel/openapi/resolver/definitions.go.
final class SchemaTrees {
    private final Deque<ObjectType> around = new ArrayDeque<>();
    private boolean circular;

    private SchemaTrees() {}

    /// @return empty for a type that contains itself
    static Optional<Structural> of(ObjectType type) {
        var trees = new SchemaTrees();
        ObjectNode schema = trees.structure(type);
        return trees.circular ? Optional.empty() : Optional.of(Structural.of(schema));
    }

    private ObjectNode structure(ObjectType type) {
        ObjectNode schema = Json.object().put("type", "object");
        if (around.contains(type)) {
            circular = true;
            return schema;
        }
        around.push(type);
        ObjectNode properties = schema.putObject("properties");
        for (SchemaField field : type.fields()) {
            properties.set(field.name(), schema(field.type()));
        }
        around.pop();
        return schema;
    }

    private ObjectNode schema(FieldType type) {
        return switch (type) {
            case FieldType.Text _ -> typed("string");
            case FieldType.Whole _ -> typed("integer");
            case FieldType.Decimal _ -> typed("number");
            case FieldType.Bool _ -> typed("boolean");
            case FieldType.Bytes _ -> typed("string").put("format", "byte");
            case FieldType.Special(FieldType.Format format, var _) -> special(format);
            case FieldType.ListOf list -> {
                ObjectNode schema = typed("array");
                schema.set("items", schema(list.element()));
                yield schema;
            }
            case FieldType.MapOf map -> {
                ObjectNode schema = typed("object");
                schema.set("additionalProperties", schema(map.value()));
                yield schema;
            }
            case FieldType.Struct(ObjectType structure) -> structure(structure);
        };
    }

    private static ObjectNode special(FieldType.Format format) {
        return switch (format) {
            case TIME, MICRO_TIME -> typed("string").put("format", "date-time");
            case QUANTITY -> typed("string");
            case INT_OR_STRING -> Json.object().put("x-kubernetes-int-or-string", true);
            case RAW_EXTENSION, FIELDS_V1 -> typed("object");
            case ANY, SCHEMA_OR_BOOL, SCHEMA_OR_ARRAY, SCHEMA_OR_STRINGS -> Json.object();
        };
    }

    private static ObjectNode typed(String name) {
        return Json.object().put("type", name);
    }
}
