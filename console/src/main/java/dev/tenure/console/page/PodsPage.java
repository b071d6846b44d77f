package dev.tenure.console.page;

import dev.tenure.console.follow.PodRowsState;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.console.shown.MissingPart;
import dev.tenure.console.shown.NodeStays;
import dev.tenure.console.shown.Shown;
import dev.tenure.console.viewer.Forecaster;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;

/// The page Pods, and one pod: why it is where it is or nowhere, and how long it may stay.
final class PodsPage {
    private static final int ROWS_USUALLY = 100;
    private static final int ROWS_MAX = 500;
    private static final int EVICTIONS_MAX = 50;

    private PodsPage() {}

    /// Parameters: `q` is part of a name or namespace, `namespace` is one, `node` a node, `phase` as shown,
    /// `limit` how many rows. Pods without a node come first.
    static JsonNode list(Viewer viewer, ConsoleRequest request) {
        String wanted = request.parameter("q").toLowerCase(Locale.ROOT);
        String node = request.parameter("node");
        String phase = request.parameter("phase");
        int rows = request.count("limit", ROWS_USUALLY, ROWS_MAX);
        String namespace = request.parameter("namespace");
        var sought = new PodRowsState.Sought(namespace, wanted, phase);
        var seen = viewer.copy().see(namespace, look -> {
            PodRowsState.Found found =
                    node.isEmpty() ? look.podRows().find(sought, rows) : onNode(look.podsOn(node), sought, rows);
            ObjectNode page = Json.object()
                    .put("total", look.podRows().total())
                    .put("found", found.count())
                    .put("namespace", viewer.copy().shown(namespace))
                    .put("now", viewer.time().wall().toString());
            ArrayNode shown = page.putArray("pods");
            found.first()
                    .forEach(key -> look.pod(key.namespace(), key.name())
                            .ifPresent(object -> shown.add(Shown.pod(object.view(Pod.class)))));
            return page;
        });
        MissingPart.into(seen.value(), seen.gaps());
        return seen.value();
    }

    /// The pods of one node are few.
    private static PodRowsState.Found onNode(Collection<StoredObject> pods, PodRowsState.Sought sought, int firstMax) {
        var rows = new PodRowsState();
        pods.forEach(rows::changed);
        return rows.find(sought, firstMax);
    }

    static JsonNode one(Viewer viewer, String namespace, String name) {
        TaintPolicies policies = KnownPolicies.of(viewer);
        var seen = viewer.copy().see(namespace, look -> {
            if (!look.seesPods()) {
                throw MissingPart.of(ResourceTypes.PODS, viewer.copy().shown(namespace))
                        .refusal();
            }
            Pod pod = look.pod(namespace, name)
                    .map(object -> object.view(Pod.class))
                    .orElseThrow(() -> ConsoleFault.notFound("pods \"%s\" not found".formatted(name)));
            ObjectNode shown = Shown.pod(pod).put("message", pod.status().message());
            shown.set("tolerations", Shown.tolerations(pod.spec().tolerations()));
            shown.put("seesNode", look.seesNodes());
            look.node(pod.spec().nodeName())
                    .ifPresent(node -> stays(new NodeStays(node.spec().taints(), policies), pod, shown));
            ArrayNode conditions = shown.putArray("conditions");
            pod.status().conditions().forEach(condition -> conditions.add(Shown.condition(condition)));
            return shown;
        });
        ObjectNode page = seen.value();
        MissingPart.into(
                page,
                seen.gaps().stream().filter(gap -> gap.what().equals("nodes")).toList());
        page.put("now", viewer.time().wall().toString());
        String path = Quoting.encode(namespace) + "/" + Quoting.encode(name);
        viewer.tenure()
                .get("/tenure/v1/scheduler/pods/" + path)
                .ifPresent(why -> page.set("explanation", ExplanationCut.of(why)));
        RecentEvents.into(
                page,
                viewer,
                ResourceTypes.PODS.key(namespace, name),
                Set.of(page.path("uid").asText()));
        page.set("evictions", Evictions.ofPod(viewer, namespace, name, EVICTIONS_MAX));
        return page;
    }

    /// Why a pod is where it is or nowhere, worked out in a copy of the cluster, where no scheduler tells it.
    ///
    /// @param pod `namespace` and `name`
    /// @param turn by which it can be given up
    static JsonNode explained(Viewer viewer, JsonNode pod, String turn) {
        ObjectKey key = ResourceTypes.PODS.key(
                pod.path("namespace").asText(""), pod.path("name").asText(""));
        viewer.forecaster()
                .requireRoom(
                        viewer.copy().see("", look -> look.podRows().total()).value());
        return viewer.forecaster()
                .explanation(Forecaster.Subject.of(viewer), key, turn)
                .map(ExplanationCut::of)
                .orElseThrow(() ->
                        ConsoleFault.notFound("the scheduler of a copy does not count pod %s: it has ended, or is gone"
                                .formatted(key.qualifiedName())));
    }

    /// What each taint of the pod's node means for it.
    private static void stays(NodeStays rule, Pod pod, ObjectNode shown) {
        ArrayNode stays = shown.putArray("stays");
        for (Taint taint : rule.taints()) {
            ObjectNode stay = rule.of(pod, taint).put("taint", taint.toString());
            taint.timeAdded().ifPresent(at -> stay.put("timeAdded", at.toString()));
            stays.add(stay);
        }
    }
}
