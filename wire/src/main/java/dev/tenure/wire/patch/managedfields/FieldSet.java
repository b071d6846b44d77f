package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MemoTable;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.Part;
import dev.tenure.wire.json.WorkingTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An immutable set of fields of an object, as a tree of steps. A step may be a member itself, lead to
/// members, or both. Upstream: structured-merge-diff/fieldpath/set.go; its JSON form is `fieldsV1`.
final class FieldSet {
    static final FieldSet EMPTY = new FieldSet(new Node[0]);

    /// Sets with their JSON form, by the form and by the set: nearly all objects of a kind are managed alike.
    private static final MemoTable<Form> READ = new MemoTable<>("sets of fields that were read", 1 << 10);

    private static final MemoTable<Form> WRITTEN = new MemoTable<>("sets of fields that were written", 1 << 10);

    private record Form(Part fieldsV1, FieldSet set) {}

    /// A step that is a member, or leads to members, or both.
    record Node(PathElement step, boolean member, FieldSet below) {}

    /// In the order of the steps; no node is neither a member nor leads to one. Never changed.
    private final Node[] nodes;

    private final int hash;

    private FieldSet(Node... nodes) {
        this.nodes = nodes;
        this.hash = hash(nodes);
    }

    private static int hash(Node... nodes) {
        int hash = 0;
        for (Node node : nodes) {
            hash = 31 * hash + node.step.hashCode();
            hash = 31 * hash + (node.member ? 1 : 0) + 31 * node.below.hashCode();
        }
        return hash;
    }

    private static FieldSet ofNodes(Collection<Node> nodes) {
        return nodes.isEmpty() ? EMPTY : new FieldSet(nodes.toArray(Node[]::new));
    }

    /// Gathers the parts of a set, in any order; each step at most once.
    static final class Builder {
        private final List<Node> nodes = new ArrayList<>();

        void add(PathElement step, boolean member, FieldSet below) {
            if (member || !below.isEmpty()) {
                nodes.add(new Node(step, member, below));
            }
        }

        FieldSet build() {
            if (nodes.size() > 1) {
                nodes.sort((left, right) -> left.step().compareTo(right.step()));
            }
            return ofNodes(nodes);
        }
    }

    /// The set with this one path.
    static FieldSet of(List<PathElement> path) {
        FieldSet below = EMPTY;
        for (int i = path.size() - 1; i >= 0; i--) {
            below = new FieldSet(new Node(path.get(i), below.isEmpty(), below));
        }
        return below;
    }

    /// The set with this path of field names.
    static FieldSet ofFields(String... names) {
        return of(Arrays.stream(names).map(PathElement::field).toList());
    }

    /// @throws IllegalArgumentException when a key is no step
    static FieldSet parse(JsonNode fieldsV1) {
        Part part = WorkingTree.untouched(fieldsV1);
        if (part == null) {
            return read(fieldsV1);
        }
        Form known = READ.at(part.hashCode());
        if (known != null && known.fieldsV1().equals(part)) {
            return known.set();
        }
        FieldSet set = read(fieldsV1);
        READ.put(part.hashCode(), new Form(part, set));
        return set;
    }

    private static FieldSet read(JsonNode fieldsV1) {
        TreeMap<PathElement, Node> sorted = new TreeMap<>();
        for (Map.Entry<String, JsonNode> field : fieldsV1.properties()) {
            if (field.getKey().equals(".") || PathElement.isOfUnknownKind(field.getKey())) {
                continue;
            }
            PathElement step = PathElement.parse(field.getKey());
            FieldSet below = read(field.getValue());
            boolean member = below.isEmpty() || field.getValue().has(".");
            sorted.put(step, new Node(step, member, below));
        }
        return ofNodes(sorted.values());
    }

    /// The JSON form.
    JsonNode fieldsV1() {
        Form known = WRITTEN.at(hash);
        if (known == null || !known.set().equals(this)) {
            known = new Form(Document.of(json(false)).packedText(), this);
            WRITTEN.put(hash, known);
            READ.put(known.fieldsV1().hashCode(), known);
        }
        return WorkingTree.open(known.fieldsV1());
    }

    private ObjectNode json(boolean self) {
        ObjectNode json = Json.object();
        if (self) {
            json.putObject(".");
        }
        for (Node node : nodes) {
            json.set(node.step.text(), node.below.json(node.member && !node.below.isEmpty()));
        }
        return json;
    }

    boolean isEmpty() {
        return nodes.length == 0;
    }

    /// Whether it has no more steps than these.
    boolean hasAtMost(int steps) {
        return stepsLeft(steps) >= 0;
    }

    /// What is left of a number when the steps are counted off it; negative when they are too many.
    private int stepsLeft(int steps) {
        int left = steps - nodes.length;
        for (int i = 0; left >= 0 && i < nodes.length; i++) {
            left = nodes[i].below.stepsLeft(left);
        }
        return left;
    }

    List<Node> nodes() {
        return List.of(nodes);
    }

    /// Whether all members of `other` are members.
    boolean hasAll(FieldSet other) {
        for (Node node : other.nodes) {
            Node mine = find(node.step);
            boolean all = mine != null && (mine.member || !node.member) && mine.below.hasAll(node.below);
            if (!all) {
                return false;
            }
        }
        return true;
    }

    /// Whether a member of `other` is a member.
    boolean meets(FieldSet other) {
        for (Node node : other.nodes) {
            Node mine = find(node.step);
            if (mine != null && ((mine.member && node.member) || mine.below.meets(node.below))) {
                return true;
            }
        }
        return false;
    }

    boolean has(PathElement step) {
        Node node = find(step);
        return node != null && node.member;
    }

    /// What the set holds below a step.
    FieldSet below(PathElement step) {
        Node node = find(step);
        return node == null ? EMPTY : node.below;
    }

    boolean has(List<PathElement> path) {
        FieldSet set = this;
        for (PathElement step : path.subList(0, path.size() - 1)) {
            set = set.below(step);
        }
        return set.has(path.getLast());
    }

    private @Nullable Node find(PathElement step) {
        int low = 0;
        int high = nodes.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = nodes[middle].step.compareTo(step);
            if (order == 0) {
                return nodes[middle];
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    FieldSet union(FieldSet other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        return zip(other, Operation.UNION);
    }

    /// As [#union], and this very set when it has all members of the other.
    FieldSet unionWith(FieldSet other) {
        return hasAll(other) ? this : union(other);
    }

    FieldSet intersection(FieldSet other) {
        return isEmpty() || other.isEmpty() ? EMPTY : zip(other, Operation.INTERSECTION);
    }

    /// Without the members of `other`; what stands below them stays.
    FieldSet difference(FieldSet other) {
        return isEmpty() || other.isEmpty() ? this : zip(other, Operation.DIFFERENCE);
    }

    /// Without the members of `other` and all that stands below them.
    FieldSet without(FieldSet other) {
        return isEmpty() || other.isEmpty() ? this : zip(other, Operation.WITHOUT);
    }

    private enum Operation {
        UNION,
        INTERSECTION,
        DIFFERENCE,
        WITHOUT;

        boolean keepsLeft() {
            return this != INTERSECTION;
        }

        boolean keepsRight() {
            return this == UNION;
        }
    }

    private FieldSet zip(FieldSet other, Operation operation) {
        List<Node> result = new ArrayList<>(nodes.length + (operation.keepsRight() ? other.nodes.length : 0));
        int left = 0;
        int right = 0;
        while (left < nodes.length && right < other.nodes.length) {
            Node mine = nodes[left];
            Node theirs = other.nodes[right];
            int order = mine.step.compareTo(theirs.step);
            if (order == 0) {
                addCombined(result, mine, theirs, operation);
                left++;
                right++;
            } else if (order < 0) {
                addIf(operation.keepsLeft(), result, mine);
                left++;
            } else {
                addIf(operation.keepsRight(), result, theirs);
                right++;
            }
        }
        for (; operation.keepsLeft() && left < nodes.length; left++) {
            result.add(nodes[left]);
        }
        for (; operation.keepsRight() && right < other.nodes.length; right++) {
            result.add(other.nodes[right]);
        }
        return ofNodes(result);
    }

    private static void addIf(boolean kept, List<Node> result, Node node) {
        if (kept) {
            result.add(node);
        }
    }

    private static void addCombined(List<Node> result, Node mine, Node theirs, Operation operation) {
        Node both = combine(mine, theirs, operation);
        if (both.member || !both.below.isEmpty()) {
            result.add(both);
        }
    }

    private static Node combine(Node mine, Node theirs, Operation operation) {
        return switch (operation) {
            case UNION -> new Node(mine.step, mine.member || theirs.member, mine.below.union(theirs.below));
            case INTERSECTION ->
                new Node(mine.step, mine.member && theirs.member, mine.below.intersection(theirs.below));
            case DIFFERENCE -> new Node(mine.step, mine.member && !theirs.member, mine.below.difference(theirs.below));
            case WITHOUT ->
                new Node(
                        mine.step,
                        mine.member && !theirs.member,
                        theirs.member ? EMPTY : mine.below.without(theirs.below));
        };
    }

    /// Each member's path: at every level first the members there, then those below, in the order of
    /// the steps.
    void forEach(Consumer<List<PathElement>> visitor) {
        visit(List.of(), visitor);
    }

    private void visit(List<PathElement> prefix, Consumer<List<PathElement>> visitor) {
        for (Node node : nodes) {
            if (node.member) {
                visitor.accept(extended(prefix, node.step));
            }
        }
        for (Node node : nodes) {
            if (!node.below.isEmpty()) {
                node.below.visit(extended(prefix, node.step), visitor);
            }
        }
    }

    private static List<PathElement> extended(List<PathElement> prefix, PathElement step) {
        List<PathElement> path = new ArrayList<>(prefix);
        path.add(step);
        return path;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof FieldSet set && hash == set.hash && sameNodes(set));
    }

    private boolean sameNodes(FieldSet other) {
        if (nodes.length != other.nodes.length) {
            return false;
        }
        for (int i = 0; i < nodes.length; i++) {
            Node mine = nodes[i];
            Node theirs = other.nodes[i];
            if (mine.member != theirs.member || !mine.step.equals(theirs.step) || !mine.below.equals(theirs.below)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return fieldsV1().toString();
    }
}
