package dev.tenure.wire.schema;

import dev.tenure.model.meta.Frozen;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One JSON field of an [ObjectType].
///
/// @param pointer whether absent differs from zero
/// @param omitEmpty whether an empty value is left out of JSON (Go's omitempty; it never leaves out a
///     structure)
/// @param omitZero whether a zero structure is left out of JSON (Go's omitzero)
/// @param protoPath numbers of the protobuf messages the field is wrapped in, outermost first; the field's
///     own number last; empty when protobuf does not know the field
/// @param patchStrategies of `merge`, `retainKeys`, `replace`
/// @param defaultJson the default that OpenAPI states, as JSON
/// @param embeddedIn names of the Go structures that the field is inlined from, parted by dots; empty when it
///     is the type's own. Go shows them in the texts of type errors
/// @param goName of the field of the Go structure
public record SchemaField(
        String name,
        FieldType type,
        boolean pointer,
        boolean omitEmpty,
        boolean omitZero,
        List<Integer> protoPath,
        Set<String> patchStrategies,
        Optional<String> mergeKey,
        ListKind listKind,
        List<String> listMapKeys,
        MapKind mapKind,
        Optional<String> defaultJson,
        String embeddedIn,
        String goName) {

    /// How server-side apply merges a map or a structure.
    public enum MapKind {
        /// Not stated: as its type has it.
        UNSTATED,
        ATOMIC,
        GRANULAR;

        /// @param said what OpenAPI says of it: `atomic`, `granular` or nothing
        public static MapKind of(String said) {
            return switch (said) {
                case "atomic" -> ATOMIC;
                case "granular" -> GRANULAR;
                default -> UNSTATED;
            };
        }
    }

    /// How server-side apply merges a list.
    public enum ListKind {
        /// Not stated: as a whole.
        UNSTATED,
        ATOMIC,
        SET,
        MAP
    }

    public SchemaField {
        // Found by looking, rather than by comparing, in trees whose keys are names of fields or literals.
        name = name.intern();
        protoPath = List.copyOf(protoPath);
        patchStrategies = Frozen.set(patchStrategies);
        listMapKeys = List.copyOf(listMapKeys);
    }

    /// A field without any merge facts.
    public static SchemaField plain(String name, FieldType type) {
        return new SchemaField(
                name,
                type,
                false,
                true,
                false,
                List.of(),
                Set.of(),
                Optional.empty(),
                ListKind.UNSTATED,
                List.of(),
                MapKind.UNSTATED,
                Optional.empty(),
                "",
                name);
    }

    /// Whether strategic merge patches merge this list or map rather than replace it.
    public boolean merges() {
        return patchStrategies.contains("merge");
    }

    /// Whether JSON always shows the field, empty or not.
    public boolean alwaysShown() {
        return pointer ? !omitEmpty : !omitZero && (!omitEmpty || type instanceof FieldType.Struct || isZeroAsNull());
    }

    private boolean isZeroAsNull() {
        return type instanceof FieldType.Special special
                && switch (special.format()) {
                    case TIME, MICRO_TIME, QUANTITY, INT_OR_STRING, RAW_EXTENSION, FIELDS_V1 -> true;
                    case ANY, SCHEMA_OR_BOOL, SCHEMA_OR_ARRAY, SCHEMA_OR_STRINGS -> false;
                };
    }
}
