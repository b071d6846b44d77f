package dev.tenure.console.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.wire.json.Json;
import java.util.Comparator;
import java.util.List;

/// The page Node pressure: which nodes are short of memory, disk or process ids, since when, and whom that has cost a
/// place.
final class PressurePage {
    private static final List<String> TYPES = List.of(Node.MEMORY_PRESSURE, Node.DISK_PRESSURE, Node.PID_PRESSURE);
    private static final int NODES_MAX = 200;
    private static final int PODS_MAX = 100;

    private PressurePage() {}

    static JsonNode of(Viewer viewer) {
        ObjectNode page = viewer.copy().look(PressurePage::nodes);
        page.put("now", viewer.time().wall().toString());
        viewer.tenure().get("/tenure/v1/taint-eviction?limit=1000").ifPresent(told -> {
            ArrayNode evicted = page.putArray("evicted");
            told.path("past").forEach(each -> {
                if (each.path("cause").asText().equals("node-pressure") && evicted.size() < PODS_MAX) {
                    evicted.add(each);
                }
            });
        });
        return page;
    }

    private static ObjectNode nodes(ClusterCopy.Look look) {
        ObjectNode page = Json.object();
        List<Node> pressed = look.nodes().stream()
                .map(object -> object.view(Node.class))
                .filter(node -> !NodeStateRule.pressures(node).isEmpty())
                .sorted(Comparator.comparing(Node::name))
                .toList();
        page.put("total", look.nodes().size()).put("pressed", pressed.size());
        ArrayNode nodes = page.putArray("nodes");
        pressed.stream().limit(NODES_MAX).forEach(node -> {
            ObjectNode shown = nodes.addObject().put("name", node.name()).put("zone", Shown.zone(node));
            ArrayNode conditions = shown.putArray("conditions");
            for (Condition condition : node.status().conditions()) {
                if (TYPES.contains(condition.type()) && condition.isTrue()) {
                    conditions
                            .addObject()
                            .put("type", condition.type())
                            .put("reason", condition.reason())
                            .put("message", condition.message())
                            .put("since", Shown.time(condition.lastTransitionTime()));
                }
            }
            shown.put("pods", look.podsOn(node.name()).size());
        });
        ArrayNode failed = page.putArray("failed");
        look.pods().stream()
                .map(object -> object.view(Pod.class))
                .filter(pod -> pod.status().reason().equals("Evicted"))
                .limit(PODS_MAX)
                .forEach(pod ->
                        failed.add(Shown.pod(pod).put("message", pod.status().message())));
        return page;
    }
}
