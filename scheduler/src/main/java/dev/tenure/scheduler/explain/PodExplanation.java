package dev.tenure.scheduler.explain;

import dev.tenure.model.core.Pod;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.plugin.tainttoleration.TaintToleration;
import dev.tenure.scheduler.recorded.RecordedCluster;
import dev.tenure.scheduler.recorded.RecordedDecision;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.StreamSupport;

/// The explanation of one pod as JSON: the decision as it would be now, verdict by verdict and score by
/// score, and for a pod that no node takes the smallest changes that would let it run.
public final class PodExplanation {
    private static final int NAMES_MAX = 3;

    private PodExplanation() {}

    /// Of a pod without a node, or of one on a node, as if it were to be placed anew. Leaves the cache as
    /// it is.
    ///
    /// @param cache confined to the loop, on which this must run
    public static ObjectNode of(PodInfo pod, SchedulerCache cache, Profile profile) {
        Pod view = pod.pod();
        String node = view.spec().nodeName();
        ObjectNode answer = heading(view);
        var spec = view.spec().with("", view.spec().tolerations(), view.spec().containers());
        PodInfo waiting = new PodClasses().info(new Pod(view.meta(), spec, view.status()));
        if (!node.isEmpty()) {
            cache.remove(pod);
        }
        try {
            ObjectNode decision = RecordedDecision.of(new RecordedCluster(cache, waiting), profile);
            answer.set("decision", decision);
            nameNarrowing(decision);
            addDetails(decision, waiting, cache, new RefusalDetailRule(TaintToleration.of(profile)));
            if (decision.path("outcome").asText().equals("unschedulable")) {
                addRemedies(answer, waiting, new RemedySearch(cache, profile).remedies(waiting.pod()));
            } else if (decision.path("outcome").asText().equals("gated")) {
                List<SuggestedChange> gates = view.spec().schedulingGates().stream()
                        .<SuggestedChange>map(SuggestedChange.RemoveGate::new)
                        .toList();
                addRemedies(answer, waiting, gates.isEmpty() ? List.of() : List.of(new Remedy(List.of(), gates)));
            }
        } finally {
            if (!node.isEmpty()) {
                cache.put(pod);
            }
        }
        return answer;
    }

    /// Of a pod that waits for another scheduler, or that another one has placed.
    ///
    /// @param names of the profiles of this scheduler
    public static ObjectNode ofForeign(PodInfo pod, Collection<String> names) {
        ObjectNode answer = heading(pod.pod());
        answer.putObject("decision")
                .put("outcome", "ignored")
                .put(
                        "message",
                        "no profile of this scheduler has the name \"%s\"; there is %s"
                                .formatted(pod.pod().spec().schedulerName(), String.join(", ", new TreeSet<>(names))));
        return answer;
    }

    private static ObjectNode heading(Pod pod) {
        return Json.object()
                .put("namespace", pod.meta().namespace())
                .put("name", pod.meta().name())
                .put("uid", pod.meta().uid())
                .put("schedulerName", pod.spec().schedulerName())
                .put("node", pod.spec().nodeName());
    }

    /// A node that was not looked at, because plugins had narrowed the search to others, is refused by these.
    private static void nameNarrowing(ObjectNode decision) {
        List<String> plugins = texts(decision.at("/preFilter/plugins"));
        if (plugins.isEmpty()) {
            return;
        }
        List<String> open = texts(decision.at("/preFilter/nodes"));
        String names = String.join(", ", open.subList(0, Math.min(NAMES_MAX, open.size())))
                + (open.size() > NAMES_MAX ? " and %d more".formatted(open.size() - NAMES_MAX) : "");
        for (Map.Entry<String, JsonNode> entry : decision.path("nodes").properties()) {
            boolean unnamed = !entry.getValue().path("code").asText().equals("Success")
                    && entry.getValue().path("plugin").asText("").isEmpty();
            if (unnamed && entry.getValue() instanceof ObjectNode verdict) {
                verdict.put("plugin", String.join(", ", plugins)).put("detail", "the pod may only be on node " + names);
            }
        }
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    /// Beside the words of the plugins, what stands behind them on each node.
    private static void addDetails(ObjectNode decision, PodInfo pod, SchedulerCache cache, RefusalDetailRule rule) {
        for (Map.Entry<String, JsonNode> entry : decision.path("nodes").properties()) {
            cache.node(entry.getKey())
                    .flatMap(node -> rule.of(entry.getValue().path("plugin").asText(), pod, node))
                    .ifPresent(detail -> ((ObjectNode) entry.getValue()).put("detail", detail));
        }
    }

    private static void addRemedies(ObjectNode answer, PodInfo pod, List<Remedy> remedies) {
        ArrayNode list = answer.putArray("remedies");
        for (Remedy remedy : remedies) {
            ObjectNode one = list.addObject().put("node", remedy.node());
            ArrayNode changes = one.putArray("changes");
            for (SuggestedChange change : remedy.changes()) {
                changes.add(change.advice(pod.qualifiedName(), remedy.node()));
            }
            remedy.nodes().forEach(one.putArray("nodes")::add);
            one.put("verified", !remedy.nodes().isEmpty());
        }
    }
}
