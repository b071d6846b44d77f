package dev.tenure.console.page;

import dev.tenure.console.change.ChangeParser;
import dev.tenure.console.change.KubectlCommand;
import dev.tenure.console.follow.FollowedCluster;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.console.shown.MissingPart;
import dev.tenure.console.shown.NodeStateRule;
import dev.tenure.console.shown.NodeStays;
import dev.tenure.console.shown.Shown;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.policy.ReadinessReasons;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.rules.taint.TaintTerms;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The page Nodes, and one node with its taints, conditions and pods.
final class NodesPage {
    private static final int EVICTIONS_MAX = 1_000;
    private static final int ROWS_USUALLY = 100;
    private static final int ROWS_MAX = 500;
    private static final int PODS_MAX = 300;

    private NodesPage() {}

    /// Parameters: `q` is part of a name, zone or taint, `state` a state, `limit` how many rows.
    static JsonNode list(Viewer viewer, ConsoleRequest request) {
        String wanted = request.parameter("q").toLowerCase(Locale.ROOT);
        String state = request.parameter("state");
        int rows = request.count("limit", ROWS_USUALLY, ROWS_MAX);
        var seen = viewer.copy().see(request.parameter("namespace"), look -> {
            List<Node> found = look.nodes().stream()
                    .map(object -> object.view(Node.class))
                    .filter(node -> matches(node, wanted))
                    .filter(node -> state.isEmpty()
                            || NodeStateRule.all(node).stream()
                                    .anyMatch(each -> each.word().equals(state)))
                    .sorted(Shown.NODES_BY_NAME)
                    .toList();
            ObjectNode page = Json.object()
                    .put("total", look.nodes().size())
                    .put("found", found.size())
                    .put("now", viewer.time().wall().toString());
            ArrayNode shown = page.putArray("nodes");
            found.stream().limit(rows).forEach(node -> shown.add(row(look, node)));
            return page;
        });
        MissingPart.into(seen.value(), seen.gaps());
        return seen.value();
    }

    /// Who may not see the pods of all namespaces is told no number of them.
    private static ObjectNode row(FollowedCluster.Look look, Node node) {
        ObjectNode row = Shown.node(node);
        return look.seesAllPods() ? row.put("pods", look.podsOn(node.name()).size()) : row;
    }

    private static boolean matches(Node node, String wanted) {
        return wanted.isEmpty()
                || node.name().toLowerCase(Locale.ROOT).contains(wanted)
                || Shown.zone(node).toLowerCase(Locale.ROOT).contains(wanted)
                || node.spec().taints().stream()
                        .anyMatch(taint ->
                                taint.toString().toLowerCase(Locale.ROOT).contains(wanted));
    }

    /// Who may not list nodes sees the pods that are there.
    static JsonNode one(Viewer viewer, String name, ConsoleRequest request) {
        TaintPolicies policies = KnownPolicies.of(viewer);
        ReadinessReasons reasons = KnownPolicies.reasons(viewer, taintsOf(viewer, name, request));
        var seen = viewer.copy().see(request.parameter("namespace"), look -> {
            if (!look.seesNodes()) {
                ObjectNode shown = Json.object()
                        .put("name", name)
                        .put("pods", look.podsOn(name).size());
                pods(look, name, Optional.empty(), shown.putArray("podsHere"));
                return shown;
            }
            Node node =
                    look.node(name).orElseThrow(() -> ConsoleFault.notFound("nodes \"%s\" not found".formatted(name)));
            ObjectNode shown = Shown.node(node)
                    .put("pods", look.podsOn(name).size())
                    .put("uid", node.meta().uid());
            shown.set("taints", taints(node, reasons));
            conditions(node, shown.putArray("conditions"));
            ObjectNode capacity = shown.putObject("allocatable");
            node.status()
                    .allocatable()
                    .amounts()
                    .forEach((resource, amount) -> capacity.put(resource, amount.toString()));
            pods(look, name, Optional.of(new NodeStays(node.spec().taints(), policies)), shown.putArray("podsHere"));
            return shown;
        });
        ObjectNode page = seen.value();
        commands(viewer, page);
        MissingPart.into(page, seen.gaps());
        page.put("now", viewer.time().wall().toString());
        // a kubelet says the node's name where others say its uid
        Set<String> uids = new LinkedHashSet<>(List.of(name, page.path("uid").asText(name)));
        if (page.has("uid")) {
            RecentEvents.into(page, viewer, ResourceTypes.NODES.key("", name), uids);
        }
        String namespace = viewer.copy().shown(request.parameter("namespace"));
        deadlines(viewer, new Evictions.Asked(EVICTIONS_MAX, name, namespace, ""), page);
        return page;
    }

    private static List<Taint> taintsOf(Viewer viewer, String name, ConsoleRequest request) {
        return viewer.copy()
                .see(
                        request.parameter("namespace"),
                        look -> look.node(name)
                                .map(node -> node.spec().taints())
                                .orElse(List.of()))
                .value();
    }

    /// With why the node bears each, and until when, where the node or a rule of readiness tells.
    static ArrayNode taints(Node node, ReadinessReasons reasons) {
        ArrayNode shown = Json.array();
        for (Taint taint : node.spec().taints()) {
            String why = reasons.reason(node, taint).words();
            ObjectNode each = Shown.taint(taint);
            TaintTerms.of(node).of(taint).ifPresent(term -> {
                each.put("until", Shown.time(term.until()));
                if (!term.account().isEmpty()) {
                    each.put("account", term.account());
                }
            });
            shown.add(why.isEmpty() ? each : each.put("why", why));
        }
        return shown;
    }

    /// How kubectl would add each taint.
    private static void commands(Viewer viewer, ObjectNode page) {
        for (JsonNode taint : page.path("taints")) {
            if (taint instanceof ObjectNode shown) {
                shown.put("node", page.path("name").asText());
                var add = ChangeParser.parse(shown.deepCopy().put("kind", "taint"));
                shown.remove("node");
                shown.put("command", KubectlCommand.of(add, viewer.identity().kubectl()));
            }
        }
    }

    private static void conditions(Node node, ArrayNode shown) {
        for (Condition condition : node.status().conditions()) {
            shown.add(Shown.condition(condition).put("heartbeat", Shown.time(condition.lastHeartbeatTime())));
        }
    }

    /// @param stays absent for who may not see the node
    private static void pods(FollowedCluster.Look look, String node, Optional<NodeStays> stays, ArrayNode shown) {
        look.podsOn(node).stream()
                .map(object -> object.view(Pod.class))
                .sorted(Comparator.comparing(Pod::qualifiedName))
                .limit(PODS_MAX)
                .forEach(pod -> {
                    ObjectNode row = Shown.pod(pod);
                    stays.ifPresent(rule -> row.set("stay", rule.of(pod)));
                    shown.add(row);
                });
    }

    /// When pods of the node are to leave.
    private static void deadlines(Viewer viewer, Evictions.Asked ofNode, ObjectNode page) {
        JsonNode evictions = Evictions.of(viewer, ofNode);
        Map<String, JsonNode> byUid = new HashMap<>();
        evictions.path("coming").forEach(each -> byUid.put(each.path("uid").asText(), each));
        for (JsonNode row : page.path("podsHere")) {
            JsonNode coming = byUid.get(row.path("uid").asText());
            if (coming != null && row instanceof ObjectNode shown) {
                shown.set("leaves", coming);
            }
        }
        page.set("past", evictions.path("past"));
        MissingPart.lift(evictions, page);
    }
}
