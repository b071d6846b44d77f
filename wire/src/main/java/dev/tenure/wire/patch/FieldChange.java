package dev.tenure.wire.patch;

import org.jspecify.annotations.Nullable;

/// A change to the fields of an object, and what it makes of the sets of those who manage them: who made it owns what
/// was changed or added, and nobody else owns that or what was removed.
///
/// The same few changes are made to thousands of objects that are managed alike, so changes are remembered, and what
/// came of a set by a change, with the JSON form that the result keeps. As with
/// [dev.tenure.wire.json.SharedTree], each has one place in a static table, by its hash, and pushes out what is there;
/// what is returned equals what would be worked out. All is immutable, so threads may race for a place: either serves.
final class FieldChange {
    /// A power of two, as the next.
    private static final int CHANGES_MAX = 1 << 10;

    private static final int OUTCOMES_MAX = 1 << 11;

    /// Larger sets are not remembered.
    private static final int NODES_MAX = 256;

    private static final @Nullable FieldChange[] CHANGES = new @Nullable FieldChange[CHANGES_MAX];
    private static final @Nullable Outcome[] OUTCOMES = new @Nullable Outcome[OUTCOMES_MAX];

    private final Comparison found;
    private final FieldScope.Filter filter;
    private final int hash;
    private final boolean empty;
    private final FieldSet own;
    private final FieldSet taken;

    /// Whether all that others lose is owned then.
    private final boolean covers;

    /// What a change made of a set, where it made something else of it.
    ///
    /// @param writer whether it is the set of who made the change
    private record Outcome(FieldChange change, boolean writer, FieldSet set, FieldSet result) {}

    private FieldChange(Comparison found, FieldScope.Filter filter, int hash) {
        this.found = found;
        this.filter = filter;
        this.hash = hash;
        Comparison counted = found.filtered(filter::apply);
        FieldSet changed = counted.changed();
        this.empty = counted.isEmpty();
        this.own = ManagedFields.stripped(changed);
        this.taken = changed.union(counted.removed());
        this.covers = own.hasAll(taken);
    }

    /// @param found all that differs
    /// @param filter leaves what counts where the change was made
    static FieldChange of(Comparison found, FieldScope.Filter filter) {
        int hash = 31 * (31 * found.removed().hashCode() + found.modified().hashCode())
                + found.added().hashCode();
        int place = place(hash, CHANGES_MAX);
        FieldChange there = CHANGES[place];
        if (there != null && there.hash == hash && there.isOf(found, filter)) {
            return there;
        }
        FieldChange change = new FieldChange(found, filter, hash);
        if (change.isSmall()) {
            CHANGES[place] = change;
        }
        return change;
    }

    private boolean isOf(Comparison other, FieldScope.Filter otherFilter) {
        return found.removed().equals(other.removed())
                && found.modified().equals(other.modified())
                && found.added().equals(other.added())
                && filter.equals(otherFilter);
    }

    private boolean isSmall() {
        return found.removed().hasAtMost(NODES_MAX)
                && found.modified().hasAtMost(NODES_MAX)
                && found.added().hasAtMost(NODES_MAX);
    }

    /// Whether nothing changed that counts.
    boolean isEmpty() {
        return empty;
    }

    /// Whether who made the change comes to own something.
    boolean gives() {
        return !own.isEmpty();
    }

    /// What another manager is left with; the very set when that is all of it.
    FieldSet left(FieldSet set) {
        return set.meets(taken) ? outcome(set, false) : set;
    }

    /// What who made the change owns then.
    ///
    /// @param set empty for who owned nothing
    FieldSet written(FieldSet set) {
        if (set.isEmpty()) {
            return own;
        }
        return covers && set.hasAll(own) ? set : outcome(set, true);
    }

    private FieldSet outcome(FieldSet set, boolean writer) {
        int place = place(31 * hash + set.hashCode() + (writer ? 1 : 0), OUTCOMES_MAX);
        Outcome there = OUTCOMES[place];
        if (there != null && there.writer == writer && isSame(there.change) && there.set.equals(set)) {
            return there.result;
        }
        FieldSet result = writer ? writtenAnew(set) : leftAnew(set);
        if (result.hasAtMost(NODES_MAX) && set.hasAtMost(NODES_MAX)) {
            OUTCOMES[place] = new Outcome(this, writer, set, result);
        }
        return result;
    }

    @SuppressWarnings("ReferenceEquality") // the table of changes holds one of each
    private boolean isSame(FieldChange other) {
        return this == other;
    }

    /// As [#left], worked out.
    FieldSet leftAnew(FieldSet set) {
        return set.difference(taken);
    }

    /// As [#written], worked out.
    FieldSet writtenAnew(FieldSet set) {
        return set.difference(taken).unionWith(own);
    }

    private static int place(int hash, int places) {
        int mixed = hash * 0x9E3779B9;
        return (mixed ^ (mixed >>> 15)) & (places - 1);
    }
}
