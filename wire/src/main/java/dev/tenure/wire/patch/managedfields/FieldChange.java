package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.MemoTable;

/// A change to the fields of an object, and what it makes of the sets of those who manage them: who made it
/// owns what was changed or added, and nobody else owns that or what was removed.
///
/// The same few changes are made to thousands of objects that are managed alike, so changes are remembered,
/// and what came of a set by a change.
final class FieldChange {
    /// Larger sets are not remembered.
    private static final int NODES_MAX = 256;

    private static final MemoTable<FieldChange> CHANGES = new MemoTable<>("changes of fields", 1 << 10);
    private static final MemoTable<Outcome> OUTCOMES = new MemoTable<>("owners after a change", 1 << 11);

    private final FieldDifferences found;
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

    private FieldChange(FieldDifferences found, FieldScope.Filter filter, int hash) {
        this.found = found;
        this.filter = filter;
        this.hash = hash;
        FieldDifferences counted = found.filtered(filter::apply);
        FieldSet changed = counted.changed();
        this.empty = counted.isEmpty();
        this.own = ManagedFields.stripped(changed);
        this.taken = changed.union(counted.removed());
        this.covers = own.hasAll(taken);
    }

    /// @param found all that differs
    /// @param filter leaves what counts where the change was made
    static FieldChange of(FieldDifferences found, FieldScope.Filter filter) {
        int hash = 31 * (31 * found.removed().hashCode() + found.modified().hashCode())
                + found.added().hashCode();
        FieldChange there = CHANGES.at(hash);
        if (there != null && there.hash == hash && there.isOf(found, filter)) {
            return there;
        }
        FieldChange change = new FieldChange(found, filter, hash);
        if (change.isSmall()) {
            CHANGES.put(hash, change);
        }
        return change;
    }

    private boolean isOf(FieldDifferences other, FieldScope.Filter otherFilter) {
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

    /// Whether the change gives its manager fields to own.
    boolean gives() {
        return !own.isEmpty();
    }

    /// The fields that another manager still owns after the change; `set` itself when it loses none.
    FieldSet left(FieldSet set) {
        return set.meets(taken) ? outcome(set, false) : set;
    }

    /// The fields that the manager of the change owns after it.
    ///
    /// @param set the fields that it owned before; empty for none
    FieldSet written(FieldSet set) {
        if (set.isEmpty()) {
            return own;
        }
        return covers && set.hasAll(own) ? set : outcome(set, true);
    }

    private FieldSet outcome(FieldSet set, boolean writer) {
        int place = 31 * hash + set.hashCode() + (writer ? 1 : 0);
        Outcome there = OUTCOMES.at(place);
        if (there != null
                && there.writer == writer
                && there.set.equals(set)
                && there.change.hash == hash
                && there.change.isOf(found, filter)) {
            return there.result;
        }
        FieldSet result = writer ? writtenAnew(set) : leftAnew(set);
        if (result.hasAtMost(NODES_MAX) && set.hasAtMost(NODES_MAX)) {
            OUTCOMES.put(place, new Outcome(this, writer, set, result));
        }
        return result;
    }

    /// As [#left], worked out.
    FieldSet leftAnew(FieldSet set) {
        return set.difference(taken);
    }

    /// As [#written], worked out.
    FieldSet writtenAnew(FieldSet set) {
        return set.difference(taken).unionWith(own);
    }
}
