package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.MemoTable;
import dev.tenure.wire.schema.FieldType;

/// Sets of fields that were written when the schema still had lists and maps owned piece by piece which it now has
/// owned as a whole: whoever owned something of one owns all of it from then on. The other way round nothing is
/// done: who owned the whole keeps that, and what lies below it is nobody's. Upstream:
/// structured-merge-diff/typed/reconcile_schema.go.
final class WholeFields {
    /// Sets that are as they should be: nearly all are, and the same ones are asked about again and again.
    private static final MemoTable<Settled> SETTLED = new MemoTable<>("sets of fields that fit their schema", 1 << 10);

    private record Settled(FieldSet set, FieldPlace place) {}

    private WholeFields() {}

    /// @param place of the object in the version in which the entry was written
    static ManagerEntry of(ManagerEntry entry, FieldPlace place) {
        return entry.withSet(of(entry.set(), place));
    }

    private static FieldSet of(FieldSet set, FieldPlace place) {
        int hash = 31 * set.hashCode() + place.hashCode();
        Settled known = SETTLED.at(hash);
        if (known != null && known.place().equals(place) && known.set().equals(set)) {
            return set;
        }
        FieldSet whole = below(set, place);
        if (whole.equals(set)) {
            SETTLED.put(hash, new Settled(set, place));
        }
        return whole;
    }

    private static FieldSet below(FieldSet set, FieldPlace place) {
        if (set.isEmpty() || isUntyped(place)) {
            return set;
        }
        FieldSet.Builder built = new FieldSet.Builder();
        for (FieldSet.Node node : set.nodes()) {
            FieldPlace child = node.step().isField() ? place.child(node.step().fieldName()) : place.element();
            boolean whole = !node.below().isEmpty() && !isUntyped(child) && child.wholes();
            built.add(node.step(), node.member() || whole, whole ? FieldSet.EMPTY : below(node.below(), child));
        }
        return built.build();
    }

    /// Upstream leaves what may be anything as it is, and maps of that, even where these are owned as a whole.
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
