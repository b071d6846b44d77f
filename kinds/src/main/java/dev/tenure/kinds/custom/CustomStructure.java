package dev.tenure.kinds.custom;

import dev.tenure.apiserver.schema.Structural;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.decode.MetadataReader;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.FieldType.Format;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.ObjectType.Trait;
import dev.tenure.wire.schema.SchemaField;
import dev.tenure.wire.schema.SchemaField.ListKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A structural schema as the structure along which server-side apply merges. Upstream:
/// kube-openapi/pkg/schemaconv.
final class CustomStructure {
    private static final FieldType ANY = new FieldType.Special(Format.ANY, Optional.empty());
    private static final FieldType TEXT = new FieldType.Text("string");
    private static final Set<String> HEAD = Set.of("apiVersion", "kind", "metadata");

    /// A scalar of any type, which texts with most formats are too. Upstream: kube-openapi/pkg/schemaconv.
    private static final FieldType UNTYPED = new FieldType.Special(Format.INT_OR_STRING, Optional.empty());

    private static final Set<String> TEXTS = Set.of("", "byte");

    private CustomStructure() {}

    /// The structure of whole objects.
    static ObjectType of(GroupVersionKind kind, Optional<Structural> schema) {
        Structural root = schema.orElseGet(Structural::nothing);
        return resource(kind.kind(), root);
    }

    private static ObjectType resource(String name, Structural schema) {
        return ObjectType.defined(name, traits(schema), () -> {
            List<SchemaField> fields = new ArrayList<>();
            fields.add(plain("apiVersion", TEXT));
            fields.add(plain("kind", TEXT));
            fields.add(plain("metadata", new FieldType.Struct(MetadataReader.type())));
            fields.addAll(fields(name, schema, HEAD));
            return fields;
        });
    }

    private static Set<Trait> traits(Structural schema) {
        Set<Trait> traits = EnumSet.noneOf(Trait.class);
        if (schema.mapType().equals("atomic")) {
            traits.add(Trait.ATOMIC);
        }
        if (schema.preservesUnknown()) {
            traits.add(Trait.OPEN);
        }
        return traits;
    }

    private static List<SchemaField> fields(String name, Structural schema, Set<String> without) {
        List<SchemaField> fields = new ArrayList<>();
        schema.properties().forEach((property, of) -> {
            if (!without.contains(property)) {
                fields.add(field(property, of, name + "." + property));
            }
        });
        return fields;
    }

    private static SchemaField plain(String name, FieldType type) {
        return field(name, type, Structural.nothing());
    }

    private static SchemaField field(String name, Structural schema, String place) {
        return field(name, type(schema, place), schema);
    }

    private static SchemaField field(String name, FieldType type, Structural schema) {
        return new SchemaField(
                name,
                type,
                false,
                true,
                true,
                List.of(),
                Set.of(),
                Optional.empty(),
                listKind(schema),
                schema.listMapKeys(),
                SchemaField.MapKind.of(schema.mapType()),
                schema.defaultValue().map(JsonNode::toString),
                "",
                name);
    }

    private static ListKind listKind(Structural schema) {
        return switch (schema.listType()) {
            case "set" -> ListKind.SET;
            case "map" -> ListKind.MAP;
            default -> ListKind.ATOMIC;
        };
    }

    private static FieldType type(Structural schema, String place) {
        if (schema.intOrString()) {
            return ANY;
        }
        if (schema.embedded()) {
            return new FieldType.Struct(resource(place, schema));
        }
        return switch (schema.type()) {
            case "string" -> TEXTS.contains(schema.format()) ? TEXT : UNTYPED;
            case "integer" -> new FieldType.Whole(Long.SIZE, "int64");
            case "number" -> new FieldType.Decimal("float64");
            case "boolean" -> new FieldType.Bool("bool");
            case "array" ->
                new FieldType.ListOf(
                        schema.items().map(items -> type(items, place)).orElse(ANY), false, "[]interface {}");
            case "object" -> map(schema, place);
            default -> ANY;
        };
    }

    private static FieldType map(Structural schema, String place) {
        if (schema.allowsAdditional()) {
            Optional<SchemaField> values = schema.additional().map(of -> field("", of, place));
            return new FieldType.MapOf(values.map(SchemaField::type).orElse(ANY), "map[string]interface {}", values);
        }
        if (schema.properties().isEmpty()) {
            return new FieldType.MapOf(ANY, "map[string]interface {}");
        }
        return new FieldType.Struct(ObjectType.defined(place, traits(schema), () -> fields(place, schema, Set.of())));
    }
}
