package dev.tenure.scheduler.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.core.Pod;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.framework.PodClasses;
import dev.tenure.scheduler.framework.PodInfo;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.recorded.RecordedCluster;
import dev.tenure.scheduler.recorded.RecordedDecision;
import dev.tenure.wire.json.Json;

/// The explanation of one pod as JSON: the decision as it would be now, verdict by verdict and score by
/// score, and for a pod that no node takes the smallest changes that would let it run.
public final class PodExplanation {
    private PodExplanation() {}

    /// Of a pod without a node, or of one on a node, as if it were to be placed anew. Leaves the cache as
    /// it is.
    ///
    /// @param cache confined to the loop, on which this must run
    public static ObjectNode of(PodInfo pod, SchedulerCache cache, Profile profile) {
        Pod view = pod.pod();
        String node = view.spec().nodeName();
        ObjectNode told = Json.object()
                .put("namespace", view.meta().namespace())
                .put("name", view.meta().name())
                .put("uid", view.meta().uid())
                .put("schedulerName", view.spec().schedulerName())
                .put("node", node);
        var spec = view.spec().with("", view.spec().tolerations(), view.spec().containers());
        PodInfo waiting = new PodClasses().info(new Pod(view.meta(), spec, view.status()));
        if (!node.isEmpty()) {
            cache.remove(pod);
        }
        try {
            ObjectNode decision = RecordedDecision.of(new RecordedCluster(cache, waiting), profile);
            told.set("decision", decision);
            if (decision.path("outcome").asText().equals("unschedulable")) {
                addRemedies(told, waiting, cache, profile);
            }
        } finally {
            if (!node.isEmpty()) {
                cache.put(pod);
            }
        }
        return told;
    }

    private static void addRemedies(ObjectNode told, PodInfo pod, SchedulerCache cache, Profile profile) {
        ArrayNode remedies = told.putArray("remedies");
        for (Remedy remedy : new RemedySearch(cache, profile).remedies(pod.pod())) {
            ObjectNode one = remedies.addObject().put("node", remedy.node());
            ArrayNode changes = one.putArray("changes");
            for (Change change : remedy.changes()) {
                changes.add(change.advice(pod.qualifiedName(), remedy.node()));
            }
            one.put("verified", true);
        }
    }
}
