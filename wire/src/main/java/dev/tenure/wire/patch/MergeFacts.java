package dev.tenure.wire.patch;

import dev.tenure.wire.json.go.GoFormat;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.SchemaField;

/// What a strategic merge patch has to know of one field.
///
/// @param type of the value, or of the elements for a list
/// @param mergeKey the key that tells elements apart; empty for a list of scalars
record MergeFacts(FieldType type, boolean merges, boolean replaces, String mergeKey) {
    static MergeFacts ofMap(FieldType parent, String key) {
        SchemaField field = field(parent, key);
        return of(field, field.type());
    }

    static MergeFacts ofList(FieldType parent, String key) {
        SchemaField field = field(parent, key);
        if (field.type() instanceof FieldType.ListOf list) {
            return of(field, list.element());
        }
        throw PatchException.plain("expected slice or array type, but got: " + goKind(parent));
    }

    private static MergeFacts of(SchemaField field, FieldType type) {
        return new MergeFacts(
                type,
                field.merges(),
                field.patchStrategies().contains("replace"),
                field.mergeKey().orElse(""));
    }

    private static SchemaField field(FieldType parent, String key) {
        return switch (parent) {
            case FieldType.Struct struct ->
                struct.type().field(key).orElseThrow(() -> absent(struct.type().structName(), key));
            case FieldType.Special special ->
                throw absent(special.goName().substring(special.goName().indexOf('.') + 1), key);
            case FieldType.Text _,
                    FieldType.Whole _,
                    FieldType.Decimal _,
                    FieldType.Bool _,
                    FieldType.Bytes _,
                    FieldType.ListOf _,
                    FieldType.MapOf _ ->
                throw PatchException.plain(
                        "merging an object in json but data type is not struct, instead is: " + goKind(parent));
        };
    }

    private static PatchException absent(String struct, String key) {
        return PatchException.plain(
                "unable to find api field in struct " + struct + " for the json field " + GoFormat.quoted(key));
    }

    /// The word that Go's reflection has for a type.
    static String goKind(FieldType type) {
        return switch (type) {
            case FieldType.Text _ -> "string";
            case FieldType.Whole whole -> "int" + whole.bits();
            case FieldType.Decimal _ -> "float64";
            case FieldType.Bool _ -> "bool";
            case FieldType.Bytes _, FieldType.ListOf _ -> "slice";
            case FieldType.MapOf _ -> "map";
            case FieldType.Special _, FieldType.Struct _ -> "struct";
        };
    }
}
