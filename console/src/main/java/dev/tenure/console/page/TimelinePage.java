package dev.tenure.console.page;

import dev.tenure.console.follow.FollowedCluster;
import dev.tenure.console.shown.MissingPart;
import dev.tenure.console.shown.Shown;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.core.Pod;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// The page Timeline: evictions that were and that will be.
final class TimelinePage {
    private static final int EVICTIONS_USUALLY = 500;
    private static final int EVICTIONS_MAX = 2_000;

    private TimelinePage() {}

    /// Parameters: `node`, `namespace`, `limit` (of the past and of what is to come, each).
    static JsonNode of(Viewer viewer, ConsoleRequest request) {
        int limit = request.count("limit", EVICTIONS_USUALLY, EVICTIONS_MAX);
        String namespace = viewer.copy().shown(request.parameter("namespace"));
        JsonNode evictions = Evictions.of(
                viewer,
                new Evictions.Asked(
                        limit,
                        request.parameter("node"),
                        namespace.isEmpty() ? request.parameter("namespace") : namespace,
                        ""));
        ObjectNode page =
                Json.object().put("now", viewer.time().wall().toString()).put("namespace", namespace);
        page.set("evictions", evictions);
        var known = viewer.copy().see(namespace, look -> {
            ObjectNode places = Json.object();
            ObjectNode zones = places.putObject("zones");
            ObjectNode workloads = places.putObject("workloads");
            for (String list : List.of("coming", "past")) {
                evictions.path(list).forEach(each -> {
                    zone(look, each, zones);
                    workload(look, each, workloads);
                });
            }
            return places;
        });
        page.setAll(known.value());
        MissingPart.into(page, known.gaps());
        MissingPart.lift(evictions, page);
        return page;
    }

    /// Notes the zone of an eviction's node, as long as there is such a node.
    private static void zone(FollowedCluster.Look look, JsonNode eviction, ObjectNode zones) {
        String node = eviction.path("node").asText("");
        if (!zones.has(node)) {
            look.node(node).ifPresent(found -> zones.put(node, Shown.zone(found)));
        }
    }

    /// Notes the workload of an eviction's pod, by `namespace/pod`.
    private static void workload(FollowedCluster.Look look, JsonNode eviction, ObjectNode workloads) {
        String namespace = eviction.path("namespace").asText("");
        String pod = eviction.path("pod").asText("");
        String workload = look.pod(namespace, pod)
                .map(object -> WorkloadNameRule.of(object.view(Pod.class)))
                .orElseGet(() -> WorkloadNameRule.ofGone(namespace, pod));
        workloads.put(namespace + "/" + pod, workload);
    }
}
