package dev.tenure.wire.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
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

    private static final int SPREAD = 31;

    /// @param name a text of the tree that has another value in every one; empty when there is none
    private record Known<T>(int hash, ObjectNode tree, String name, T finding) {}

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private final @Nullable Known<T>[] slots = new Known[SLOTS];

    /// What was found out about exactly this tree.
    public Optional<T> get(JsonNode tree) {
        return get(tree, "");
    }

    /// What was found out about this tree, or about one that differs in nothing but a name that was made up for it.
    ///
    /// @param name that name, wherever it stands among the values; empty when there is none
    public Optional<T> get(JsonNode tree, String name) {
        int hash = hash(tree, name);
        Known<T> known = slots[slot(hash)];
        boolean same = known != null
                && known.hash() == hash
                && known.name().isEmpty() == name.isEmpty()
                && same(known.tree(), known.name(), tree, name);
        return same && known != null ? Optional.of(known.finding()) : Optional.empty();
    }

    public void put(ObjectNode tree, T finding) {
        put(tree, "", finding);
    }

    /// @param finding holds whatever the name is
    public void put(ObjectNode tree, String name, T finding) {
        int hash = hash(tree, name);
        slots[slot(hash)] = new Known<>(hash, tree.deepCopy(), name, finding);
    }

    private static int hash(JsonNode tree, String name) {
        int hash = 1;
        if (tree instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                hash += member.getKey().hashCode() ^ (hash(member.getValue(), name) * SPREAD);
            }
            return hash;
        }
        if (tree instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                hash = SPREAD * hash + hash(array.get(i), name);
            }
            return hash;
        }
        return tree instanceof TextNode text && isName(text, name) ? hash : tree.hashCode();
    }

    private static boolean isName(TextNode text, String name) {
        return !name.isEmpty() && text.textValue().equals(name);
    }

    private static boolean same(JsonNode one, String oneName, JsonNode other, String otherName) {
        if (one instanceof ObjectNode left && other instanceof ObjectNode right) {
            return sameMembers(left, oneName, right, otherName);
        }
        if (one instanceof ArrayNode left && other instanceof ArrayNode right) {
            boolean same = left.size() == right.size();
            for (int i = 0; same && i < left.size(); i++) {
                same = same(left.get(i), oneName, right.get(i), otherName);
            }
            return same;
        }
        if (one instanceof TextNode left && other instanceof TextNode right) {
            boolean name = isName(left, oneName);
            return name == isName(right, otherName) && (name || left.textValue().equals(right.textValue()));
        }
        return one.equals(other);
    }

    private static boolean sameMembers(ObjectNode one, String oneName, ObjectNode other, String otherName) {
        if (one.size() != other.size()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> member : one.properties()) {
            JsonNode there = other.get(member.getKey());
            if (there == null || !same(member.getValue(), oneName, there, otherName)) {
                return false;
            }
        }
        return true;
    }

    private static int slot(int hash) {
        return (hash ^ (hash >>> 16) ^ (hash >>> 8)) & (SLOTS - 1);
    }
}
