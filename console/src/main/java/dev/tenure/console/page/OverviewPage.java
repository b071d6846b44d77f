package dev.tenure.console.page;

import dev.tenure.console.follow.FollowedCluster;
import dev.tenure.console.follow.PodRowsState;
import dev.tenure.console.shown.MissingPart;
import dev.tenure.console.shown.NodeStateRule;
import dev.tenure.console.shown.NodeStateRule.NodeState;
import dev.tenure.console.shown.Shown;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.PodPhase;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The page Overview: zones with their nodes as cells, counts, rates of eviction, evictions to come and past.
final class OverviewPage {
    private static final int EVICTIONS_MAX = 20;

    private OverviewPage() {}

    /// Parameter: `namespace` is that of the pods, for who sees those of one namespace.
    static JsonNode of(Viewer viewer, ConsoleRequest request) {
        String namespace = viewer.copy().shown(request.parameter("namespace"));
        var seen = viewer.copy().see(namespace, OverviewPage::counts);
        ObjectNode page = seen.value();
        page.put("now", viewer.time().wall().toString()).put("namespace", namespace);
        MissingPart.into(page, seen.gaps());
        viewer.tenure().get("/tenure/v1/node-lifecycle").ifPresent(rates -> page.set("rates", rates.path("zones")));
        JsonNode evictions = Evictions.of(viewer, new Evictions.Asked(EVICTIONS_MAX, "", namespace, ""));
        page.set("evictions", evictions);
        MissingPart.lift(evictions, page);
        KnownPolicies.into(page, viewer, namespace);
        return page;
    }

    private static ObjectNode counts(FollowedCluster.Look look) {
        ObjectNode page = Json.object();
        if (look.seesNodes()) {
            nodes(look, page);
        }
        if (look.seesPods()) {
            pods(look, page.putObject("pods"));
        }
        return page;
    }

    private static void nodes(FollowedCluster.Look look, ObjectNode page) {
        Map<NodeState, Integer> states = new EnumMap<>(NodeState.class);
        Map<String, ArrayNode> zones = new TreeMap<>();
        List<Node> nodes = look.nodes().stream()
                .map(object -> object.view(Node.class))
                .sorted(Shown.NODES_BY_NAME)
                .toList();
        for (Node node : nodes) {
            NodeState state = NodeStateRule.decide(node);
            NodeStateRule.all(node).forEach(each -> states.merge(each, 1, Integer::sum));
            zones.computeIfAbsent(Shown.zone(node), _ -> Json.array())
                    .add(Json.array().add(node.name()).add(state.word()));
        }
        ObjectNode counted = page.putObject("nodes").put("total", nodes.size());
        for (NodeState state : NodeState.values()) {
            counted.put(state.word(), states.getOrDefault(state, 0));
        }
        ArrayNode shown = page.putArray("zones");
        zones.forEach((zone, cells) -> shown.addObject().put("zone", zone).set("nodes", cells));
    }

    private static void pods(FollowedCluster.Look look, ObjectNode counted) {
        PodRowsState pods = look.podRows();
        counted.put("total", pods.total())
                .put("pending", pods.count(PodPhase.PENDING))
                .put("running", pods.count(PodPhase.RUNNING))
                .put("failed", pods.count(PodPhase.FAILED))
                .put("leaving", pods.leaving());
    }
}
