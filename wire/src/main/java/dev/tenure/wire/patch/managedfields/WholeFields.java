package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.MemoTable;
import dev.tenure.wire.schema.FieldType;

/// Sets of fields that were written when the schema still had lists and maps owned piece by piece which it
/// now has owned as a whole: whoever owned something of one owns all of it from then on. The other way round
/// nothing is done: who owned the whole keeps that, and what lies below it is nobody's. Upstream:
/// structured-merge-diff/typed/reconcile_schema.go.
final class WholeFields {
    /// Sets that need no change where they were looked at: nearly all objects of a kind are managed alike.
    private static final MemoTable<Fitting> FITTING = new MemoTable<>("sets of fields that fit their type", 1 << 10);

    /// A set below a place of one schema.
    private record Fitting(FieldSet set, FieldPlace place) {}

    private WholeFields() {}

    /// @param place of the object in the version in which the entry was written
    static ManagerEntry of(ManagerEntry entry, FieldPlace place) {
        var asked = new Fitting(entry.set(), place);
        if (asked.equals(FITTING.at(asked.hashCode()))) {
            return entry;
        }
        if (!fits(entry.set(), place)) {
            return entry.withSet(below(entry.set(), place));
        }
        FITTING.put(asked.hashCode(), asked);
        return entry;
    }

    /// Whether nothing of a set lies below what is owned as a whole.
    private static boolean fits(FieldSet set, FieldPlace place) {
        if (set.isEmpty() || isUntyped(place)) {
            return true;
        }
        for (FieldSet.Node node : set.nodes()) {
            if (!node.below().isEmpty()) {
                FieldPlace child = child(place, node);
                if (isWhole(child) || !fits(node.below(), child)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static FieldPlace child(FieldPlace place, FieldSet.Node node) {
        return node.step().isField() ? place.child(node.step().fieldName()) : place.element();
    }

    private static boolean isWhole(FieldPlace place) {
        return !isUntyped(place) && place.wholes();
    }

    private static FieldSet below(FieldSet set, FieldPlace place) {
        if (set.isEmpty() || isUntyped(place)) {
            return set;
        }
        FieldSet.Builder built = new FieldSet.Builder();
        for (FieldSet.Node node : set.nodes()) {
            FieldPlace child = child(place, node);
            boolean whole = !node.below().isEmpty() && isWhole(child);
            built.add(node.step(), node.member() || whole, whole ? FieldSet.EMPTY : below(node.below(), child));
        }
        return built.build();
    }

    /// Upstream leaves what may be anything as it is, and maps of that, even where these are owned as a
    /// whole.
    private static boolean isUntyped(FieldPlace place) {
        return switch (place.type()) {
            case FieldType.Special special -> isAnything(special);
            case FieldType.MapOf map -> map.value() instanceof FieldType.Special special && isAnything(special);
            case FieldType.Struct _,
                    FieldType.ListOf _,
                    FieldType.Text _,
                    FieldType.Whole _,
                    FieldType.Decimal _,
                    FieldType.Bool _,
                    FieldType.Bytes _ -> false;
        };
    }

    private static boolean isAnything(FieldType.Special special) {
        return switch (special.format()) {
            case ANY, SCHEMA_OR_BOOL, SCHEMA_OR_ARRAY, SCHEMA_OR_STRINGS -> true;
            case TIME, MICRO_TIME, QUANTITY, INT_OR_STRING, RAW_EXTENSION, FIELDS_V1 -> false;
        };
    }
}
