package dev.tenure.console.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.PriorityQueue;

/// The page Pods, and one pod: why it is where it is or nowhere, and how long it may stay.
final class PodsPage {
    private static final int ROWS_USUALLY = 100;
    private static final int ROWS_MAX = 500;

    private PodsPage() {}

    /// Parameters: `q` is part of a name or namespace, `node` a node, `phase` as shown, `limit` how many rows. Pods
    /// without a node come first.
    static JsonNode list(Viewer viewer, ConsoleRequest request) {
        String wanted = request.parameter("q").toLowerCase(Locale.ROOT);
        String node = request.parameter("node");
        String phase = request.parameter("phase");
        int rows = request.count("limit", ROWS_USUALLY, ROWS_MAX);
        return viewer.copy().lookAtPods(look -> {
            var first = new Foremost(rows);
            int found = 0;
            for (StoredObject object : node.isEmpty() ? look.pods() : look.podsOn(node)) {
                Pod pod = object.view(Pod.class);
                if (matches(pod, wanted, phase)) {
                    found++;
                    first.add(pod);
                }
            }
            ObjectNode page = Json.object()
                    .put("total", look.pods().size())
                    .put("found", found)
                    .put("namespace", viewer.copy().namespace())
                    .put("now", viewer.time().wall().toString());
            ArrayNode shown = page.putArray("pods");
            first.sorted().forEach(pod -> shown.add(Shown.pod(pod)));
            return page;
        });
    }

    /// The first of many, without sorting all of them.
    private static final class Foremost {
        private static final Comparator<Pod> ORDER = Comparator.comparing(
                        (Pod pod) -> pod.spec().bound())
                .thenComparing(pod -> pod.meta().namespace())
                .thenComparing(pod -> pod.meta().name());

        private final int count;
        private final PriorityQueue<Pod> kept = new PriorityQueue<>(ORDER.reversed());

        Foremost(int count) {
            this.count = count;
        }

        void add(Pod pod) {
            if (kept.size() < count) {
                kept.add(pod);
            } else if (ORDER.compare(pod, kept.element()) < 0) {
                kept.remove();
                kept.add(pod);
            }
        }

        List<Pod> sorted() {
            return kept.stream().sorted(ORDER).toList();
        }
    }

    private static boolean matches(Pod pod, String wanted, String phase) {
        // names are of small letters; putting them together is left for when it matters
        boolean named = wanted.isEmpty()
                || pod.meta().name().contains(wanted)
                || pod.meta().namespace().contains(wanted)
                || (wanted.indexOf('/') >= 0 && pod.qualifiedName().contains(wanted));
        return named && (phase.isEmpty() || Shown.phase(pod).equals(phase));
    }

    static JsonNode one(Viewer viewer, String namespace, String name) {
        ObjectNode page = viewer.copy().lookAtPods(look -> {
            Pod pod = look.pod(namespace, name)
                    .map(object -> object.view(Pod.class))
                    .orElseThrow(() -> ConsoleFault.notFound("pods \"%s\" not found".formatted(name)));
            ObjectNode shown = Shown.pod(pod).put("message", pod.status().message());
            shown.set("tolerations", Shown.tolerations(pod.spec().tolerations()));
            look.node(pod.spec().nodeName()).ifPresent(node -> stays(node, pod, shown));
            ArrayNode conditions = shown.putArray("conditions");
            pod.status()
                    .conditions()
                    .forEach(condition -> conditions
                            .addObject()
                            .put("type", condition.type())
                            .put("status", condition.status().word())
                            .put("reason", condition.reason())
                            .put("message", condition.message())
                            .put("since", Shown.time(condition.lastTransitionTime())));
            return shown;
        });
        page.put("now", viewer.time().wall().toString());
        String path = Texts.encode(namespace) + "/" + Texts.encode(name);
        viewer.tenure()
                .get("/tenure/v1/scheduler/pods/" + path)
                .ifPresent(why -> page.set("explanation", ExplanationCut.of(why)));
        page.set(
                "events",
                RecentEvents.about(
                        viewer, namespace, "Pod", name, page.path("uid").asText()));
        evictions(viewer, namespace, name).ifPresent(told -> page.set("evictions", told));
        return page;
    }

    private static Optional<JsonNode> evictions(Viewer viewer, String namespace, String name) {
        return viewer.tenure()
                .get("/tenure/v1/taint-eviction?limit=50&namespace=" + Texts.encode(namespace) + "&pod="
                        + Texts.encode(name));
    }

    /// What each taint of the pod's node means for it.
    private static void stays(Node node, Pod pod, ObjectNode shown) {
        ArrayNode stays = shown.putArray("stays");
        for (Taint taint : node.spec().taints()) {
            ObjectNode stay = Shown.lodging(LodgingRule.decide(taint, pod.spec().tolerations()));
            stay.put("taint", taint.toString());
            taint.timeAdded().ifPresent(at -> stay.put("timeAdded", at.toString()));
            stays.add(stay);
        }
    }
}
