package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Findings;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.patch.Values;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Which fields differ between two objects of one type. No field is in two of the sets. Upstream:
/// structured-merge-diff/typed/compare.go.
record FieldDifferences(FieldSet removed, FieldSet modified, FieldSet added) {
    private static final String SPEC = "f:spec";
    private static final String METADATA = "f:metadata";
    /// So many elements are compared with one another.
    private static final int FEW = 16;

    /// What differs in two states of an object beside `metadata.managedFields`.
    static FieldDifferences of(ObjectNode before, ObjectNode after, FieldPlace place) {
        return new Level(Section.OBJECT, null).ofMaps(place, before, after);
    }

    /// A new object against what it is compared with instead of an old one.
    ///
    /// @param known what was found out about specs against the zero object's
    static FieldDifferences ofNew(
            ObjectNode zero, ObjectNode after, FieldPlace place, Findings<FieldDifferences> known) {
        return new Level(Section.OBJECT, known).ofMaps(place, zero, after);
    }

    /// What a level compares, as far as it matters.
    private enum Section {
        OBJECT,
        METADATA,
        ELSEWHERE
    }

    FieldDifferences filtered(UnaryOperator<FieldSet> filter) {
        return new FieldDifferences(filter.apply(removed), filter.apply(modified), filter.apply(added));
    }

    boolean isEmpty() {
        return removed.isEmpty() && modified.isEmpty() && added.isEmpty();
    }

    FieldSet changed() {
        return modified.union(added);
    }

    /// The differences among the fields of one map or the elements of one list.
    private static final class Level {
        private static final FieldDifferences SAME =
                new FieldDifferences(FieldSet.EMPTY, FieldSet.EMPTY, FieldSet.EMPTY);

        private final Section section;
        private final @Nullable Findings<FieldDifferences> knownSpecs;
        private FieldSet.@Nullable Builder removed;
        private FieldSet.@Nullable Builder modified;
        private FieldSet.@Nullable Builder added;

        /// @param knownSpecs what was found out about specs, where there is no old object
        Level(Section section, @Nullable Findings<FieldDifferences> knownSpecs) {
            this.section = section;
            this.knownSpecs = knownSpecs;
        }

        private Level below(PathElement step) {
            boolean metadata = section == Section.OBJECT && step.text().equals(METADATA);
            return new Level(metadata ? Section.METADATA : Section.ELSEWHERE, null);
        }

        FieldDifferences ofMaps(FieldPlace place, @Nullable ObjectNode before, @Nullable ObjectNode after) {
            map(place, before, after);
            return result();
        }

        private FieldDifferences ofContainers(
                FieldPlace place, FieldPlace.Form form, @Nullable JsonNode before, @Nullable JsonNode after) {
            if (form == FieldPlace.Form.MAP) {
                map(place, map(before), map(after));
            } else {
                list(place, before, after);
            }
            return result();
        }

        private boolean leavesOut(String name) {
            return section == Section.METADATA && name.equals(ManagerEntries.MANAGED_FIELDS);
        }

        private FieldDifferences result() {
            return removed == null && modified == null && added == null
                    ? SAME
                    : new FieldDifferences(built(removed), built(modified), built(added));
        }

        private static FieldSet built(FieldSet.@Nullable Builder builder) {
            return builder == null ? FieldSet.EMPTY : builder.build();
        }

        private void addRemoved(PathElement step, boolean member, FieldSet below) {
            if (member || !below.isEmpty()) {
                removed = removed == null ? new FieldSet.Builder() : removed;
                removed.add(step, member, below);
            }
        }

        private void addModified(PathElement step, boolean member, FieldSet below) {
            if (member || !below.isEmpty()) {
                modified = modified == null ? new FieldSet.Builder() : modified;
                modified.add(step, member, below);
            }
        }

        private void addAdded(PathElement step, boolean member, FieldSet below) {
            if (member || !below.isEmpty()) {
                added = added == null ? new FieldSet.Builder() : added;
                added.add(step, member, below);
            }
        }

        private void map(FieldPlace place, @Nullable ObjectNode before, @Nullable ObjectNode after) {
            int kept = 0;
            if (after != null) {
                Iterator<Map.Entry<String, JsonNode>> inOrder = before == null
                        ? Collections.emptyIterator()
                        : before.properties().iterator();
                for (Map.Entry<String, JsonNode> field : after.properties()) {
                    String name = field.getKey();
                    JsonNode old = before == null ? null : counterpart(before, name, inOrder);
                    kept += old == null ? 0 : 1;
                    if ((old == null || mayDiffer(old, field.getValue())) && !leavesOut(name)) {
                        FieldPlace.Child child = place.named(name);
                        visit(child.place(), old, field.getValue(), child.step());
                    }
                }
            }
            if (before != null && kept < before.size()) {
                gone(place, before, after);
            }
        }

        /// The value of a field in the other map; most maps have the same fields in the same order.
        ///
        /// @param inOrder moves on by one field at each call
        private static @Nullable JsonNode counterpart(
                ObjectNode before, String name, Iterator<Map.Entry<String, JsonNode>> inOrder) {
            if (inOrder.hasNext()) {
                Map.Entry<String, JsonNode> next = inOrder.next();
                if (next.getKey().equals(name)) {
                    return next.getValue();
                }
            }
            return before.get(name);
        }

        /// Notes the fields of a map that the other one lacks.
        private void gone(FieldPlace place, ObjectNode before, @Nullable ObjectNode after) {
            for (Map.Entry<String, JsonNode> field : before.properties()) {
                String name = field.getKey();
                if ((after == null || !after.has(name)) && !leavesOut(name)) {
                    FieldPlace.Child child = place.named(name);
                    visit(child.place(), field.getValue(), null, child.step());
                }
            }
        }

        /// Containers are compared part by part, once.
        private static boolean mayDiffer(JsonNode before, JsonNode after) {
            return after.isContainerNode() ? !WorkingTree.areOne(before, after) : !Values.same(before, after);
        }

        private void visit(FieldPlace place, @Nullable JsonNode before, @Nullable JsonNode after, PathElement step) {
            FieldPlace.Form form = place.form(after == null || after.isNull() ? present(before) : after);
            if (!alike(before, after)) {
                changedForm(place, before, after, step);
                return;
            }
            boolean leaf =
                    form == FieldPlace.Form.SCALAR || (hasNothing(before) && hasNothing(after)) || place.atomic(form);
            if (leaf) {
                leaf(before, after, step);
                return;
            }
            FieldDifferences below = knownSpecs != null
                            && after instanceof ObjectNode tree
                            && step.text().equals(SPEC)
                    ? ofSpec(knownSpecs, place, before, tree)
                    : below(step).ofContainers(place, form, before, after);
            addRemoved(step, after == null, below.removed);
            addModified(step, false, below.modified);
            addAdded(step, before == null, below.added);
        }

        /// A map that becomes something else, or the other way round, is modified as a whole, and its fields
        /// go or come.
        private void changedForm(
                FieldPlace place, @Nullable JsonNode before, @Nullable JsonNode after, PathElement step) {
            addRemoved(step, false, fields(place, before, step).below(step));
            addModified(step, true, FieldSet.EMPTY);
            addAdded(step, false, fields(place, after, step).below(step));
        }

        /// What is new where a map of fields comes to a place where nothing was.
        private FieldSet fields(FieldPlace place, @Nullable JsonNode value, PathElement step) {
            if (!(value instanceof ObjectNode map) || map.isEmpty() || place.atomic(FieldPlace.Form.MAP)) {
                return FieldSet.EMPTY;
            }
            Level alone = below(step);
            alone.visit(place, null, map, step);
            return alone.result().added;
        }

        private FieldDifferences ofSpec(
                Findings<FieldDifferences> known, FieldPlace place, @Nullable JsonNode before, ObjectNode after) {
            Findings.Key key = Findings.key(after);
            Optional<FieldDifferences> same = known.get(key);
            if (same.isPresent()) {
                return same.get();
            }
            FieldDifferences found = new Level(Section.ELSEWHERE, null).ofMaps(place, map(before), after);
            known.put(key, found);
            return found;
        }

        private void leaf(@Nullable JsonNode before, @Nullable JsonNode after, PathElement step) {
            if (before == null) {
                addAdded(step, true, FieldSet.EMPTY);
            } else if (after == null) {
                addRemoved(step, true, FieldSet.EMPTY);
            } else if (!Values.same(before, after)) {
                addModified(step, true, FieldSet.EMPTY);
            }
        }

        private void list(FieldPlace place, @Nullable JsonNode before, @Nullable JsonNode after) {
            if (before instanceof ArrayNode left
                    && after instanceof ArrayNode right
                    && alikeKeyed(place, left, right)) {
                for (int i = 0; i < right.size(); i++) {
                    if (mayDiffer(left.get(i), right.get(i))) {
                        visit(place.element(), left.get(i), right.get(i), place.item(right.get(i)));
                    }
                }
                return;
            }
            Map<PathElement, Items> items = new LinkedHashMap<>();
            collect(place, before, items, true);
            collect(place, after, items, false);
            FieldPlace element = place.element();
            items.forEach((step, found) -> {
                if (found.before.size() <= 1 && found.after.size() <= 1) {
                    visit(element, first(found.before), first(found.after), step);
                } else {
                    duplicates(element, found, step);
                }
            });
        }

        /// Whether the elements of two lists have the same keys in the same order, and no key twice: one text
        /// each.
        private static boolean alikeKeyed(FieldPlace place, ArrayNode before, ArrayNode after) {
            List<String> keys = place.keys();
            if (keys.size() != 1 || before.size() != after.size() || after.size() > FEW) {
                return false;
            }
            String name = keys.getFirst();
            for (int i = 0; i < after.size(); i++) {
                JsonNode key = after.get(i).path(name);
                if (!key.isTextual() || !key.equals(before.get(i).path(name))) {
                    return false;
                }
                for (int earlier = 0; earlier < i; earlier++) {
                    if (key.equals(after.get(earlier).path(name))) {
                        return false;
                    }
                }
            }
            return true;
        }

        /// Elements with the same key are compared together as one; beside them stands what had or has
        /// the key alone.
        private void duplicates(FieldPlace element, Items items, PathElement step) {
            if (items.before.size() >= 2 && items.after.size() >= 2) {
                boolean same = Values.same(items.beforeList(), items.afterList());
                addModified(step, !same, FieldSet.EMPTY);
                return;
            }
            Level alone = new Level(Section.ELSEWHERE, null);
            if (items.before.size() >= 2) {
                if (!items.after.isEmpty()) {
                    alone.visit(element, null, items.after.getFirst(), step);
                }
            } else if (!items.before.isEmpty()) {
                alone.visit(element, items.before.getFirst(), null, step);
            }
            FieldDifferences sole = alone.result();
            addRemoved(step, items.before.size() >= 2 || sole.removed.has(step), sole.removed.below(step));
            addAdded(step, items.after.size() >= 2 || sole.added.has(step), sole.added.below(step));
        }

        private static void collect(
                FieldPlace place, @Nullable JsonNode list, Map<PathElement, Items> items, boolean before) {
            if (!(list instanceof ArrayNode elements)) {
                return;
            }
            for (JsonNode element : elements) {
                Items found = items.computeIfAbsent(place.item(element), _ -> new Items());
                (before ? found.before : found.after).add(element);
            }
        }

        private static @Nullable JsonNode first(List<JsonNode> values) {
            return values.isEmpty() ? null : values.getFirst();
        }

        private static boolean hasNothing(@Nullable JsonNode value) {
            return value == null || value.isEmpty();
        }

        private static JsonNode present(@Nullable JsonNode value) {
            return value == null ? NullNode.INSTANCE : value;
        }

        /// Where the schema allows anything, a value may change its form.
        private static boolean alike(@Nullable JsonNode before, @Nullable JsonNode after) {
            return before == null
                    || after == null
                    || before.isNull()
                    || after.isNull()
                    || before.type() == after.type();
        }

        private static @Nullable ObjectNode map(@Nullable JsonNode value) {
            return value instanceof ObjectNode map ? map : null;
        }
    }

    /// The elements of two lists that have one key.
    private static final class Items {
        private final List<JsonNode> before = new ArrayList<>(1);
        private final List<JsonNode> after = new ArrayList<>(1);

        ArrayNode beforeList() {
            return Json.array().addAll(before);
        }

        ArrayNode afterList() {
            return Json.array().addAll(after);
        }
    }
}
