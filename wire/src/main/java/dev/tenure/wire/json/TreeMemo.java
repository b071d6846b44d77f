package dev.tenure.wire.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What was found out about trees, where it depends on nothing but the tree: objects made from one template differ in
/// their names only, so what holds for the description of one need not be worked out for the next. Bounded; a new tree
/// takes the place of an old one.
///
/// Safe for use by several threads: a tree is remembered as a copy that nobody changes, behind a final field, so that a
/// race costs one more look and nothing else.
///
/// @param <T> immutable
public final class TreeMemo<T> {
    /// A power of two.
    private static final int SLOTS = 512;

    private record Known<T>(int hash, ObjectNode tree, T finding) {}

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private final @Nullable Known<T>[] slots = new Known[SLOTS];

    /// What was found out about exactly this tree.
    public Optional<T> get(JsonNode tree) {
        int hash = tree.hashCode();
        Known<T> known = slots[slot(hash)];
        if (known == null || known.hash() != hash || !known.tree().equals(tree)) {
            return Optional.empty();
        }
        return Optional.of(known.finding());
    }

    public void put(ObjectNode tree, T finding) {
        int hash = tree.hashCode();
        slots[slot(hash)] = new Known<>(hash, tree.deepCopy(), finding);
    }

    private static int slot(int hash) {
        return (hash ^ (hash >>> 16) ^ (hash >>> 8)) & (SLOTS - 1);
    }
}
