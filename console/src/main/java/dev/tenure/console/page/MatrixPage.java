package dev.tenure.console.page;

import dev.tenure.console.follow.FollowedCluster;
import dev.tenure.console.shown.LodgingRule;
import dev.tenure.console.shown.MissingPart;
import dev.tenure.console.shown.Shown;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The page Matrix: the sets of taints that nodes have, and the classes of tolerations that pods have, and
/// what each set means for each class. Both are told apart by content, so 5,000 nodes give as many rows as
/// there are different sets.
final class MatrixPage {
    private static final int ROWS_MAX = 60;
    private static final int COLUMNS_MAX = 40;
    private static final int NAMES_MAX = 50;

    private MatrixPage() {}

    /// What is alike, and how many.
    private static final class Group<T> {
        private final List<T> content;
        private final List<String> names = new ArrayList<>();
        private int count;

        Group(List<T> content) {
            this.content = content;
        }

        void add(String name) {
            count++;
            if (names.size() < NAMES_MAX) {
                names.add(name);
            }
        }

        void addAll(Set<ObjectKey> keys) {
            count += keys.size();
            keys.stream().limit(NAMES_MAX).map(ObjectKey::qualifiedName).forEach(names::add);
        }

        int count() {
            return count;
        }
    }

    /// Parameter: `namespace` is that of the pods, for who sees those of one namespace. Without nodes there
    /// are no rows, without pods no columns.
    static JsonNode of(Viewer viewer, ConsoleRequest request) {
        String namespace = request.parameter("namespace");
        TaintPolicies policies = KnownPolicies.of(viewer);
        var seen = viewer.copy().see(namespace, look -> {
            List<Group<Taint>> rows = rows(look);
            List<Group<Toleration>> columns = columns(look);
            ObjectNode page = Json.object()
                    .put("rowsTotal", rows.size())
                    .put("columnsTotal", columns.size())
                    .put("namespace", viewer.copy().shown(namespace))
                    .put("now", viewer.time().wall().toString());
            ArrayNode shownRows = page.putArray("rows");
            List<Group<Toleration>> shownColumns =
                    columns.stream().limit(COLUMNS_MAX).toList();
            rows.stream().limit(ROWS_MAX).forEach(row -> {
                ObjectNode shown = shownRows.addObject().put("nodes", row.count);
                shown.set("taints", Shown.taints(row.content));
                policies(policies, row.content, shown);
                names(row, shown.putArray("names"));
                ArrayNode cells = shown.putArray("cells");
                shownColumns.forEach(
                        column -> cells.add(Shown.lodging(LodgingRule.decide(row.content, column.content))));
            });
            ArrayNode heads = page.putArray("columns");
            shownColumns.forEach(column -> {
                ObjectNode head = heads.addObject().put("pods", column.count);
                head.set("tolerations", Shown.tolerations(column.content));
                names(column, head.putArray("names"));
            });
            return page;
        });
        MissingPart.into(seen.value(), seen.gaps());
        return seen.value();
    }

    /// Which policies are about one of a row's taints, where there are some.
    private static void policies(TaintPolicies policies, List<Taint> taints, ObjectNode shown) {
        ArrayNode list = Json.array();
        taints.forEach(taint -> policies.sayings(taint)
                .forEach(saying -> list.addObject()
                        .put("policy", saying.policy())
                        .put("taint", taint.toString())
                        .put("says", saying.text())));
        if (!list.isEmpty()) {
            shown.set("policies", list);
        }
    }

    private static void names(Group<?> group, ArrayNode shown) {
        group.names.forEach(shown::add);
    }

    private static List<Group<Taint>> rows(FollowedCluster.Look look) {
        Map<List<Taint>, Group<Taint>> rows = new HashMap<>();
        for (StoredObject object : look.nodes()) {
            Node node = object.view(Node.class);
            List<Taint> taints = node.spec().taints().stream()
                    .map(Taint::withoutTime)
                    .sorted(Comparator.comparing(Taint::toString))
                    .toList();
            rows.computeIfAbsent(taints, Group::new).add(node.name());
        }
        return largestFirst(rows.values());
    }

    private static List<Group<Toleration>> columns(FollowedCluster.Look look) {
        List<Group<Toleration>> columns = new ArrayList<>();
        look.podClasses().forEach((tolerations, pods) -> {
            var column = new Group<>(tolerations);
            column.addAll(pods);
            columns.add(column);
        });
        return largestFirst(columns);
    }

    private static <T> List<Group<T>> largestFirst(Iterable<Group<T>> groups) {
        List<Group<T>> sorted = new ArrayList<>();
        groups.forEach(sorted::add);
        sorted.sort(Comparator.comparingInt((Group<T> group) -> -group.count())
                .thenComparing(group -> group.content.toString()));
        return sorted;
    }
}
