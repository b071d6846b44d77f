package dev.tenure.cli.status;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.pod.RejectedPodsRule;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Counts pods by phase and those that nodes rejected. Keeps none but the rejected ones. Confined to one
/// thread.
public final class PodTally {
    private static final String TERMINATING = "Terminating";

    private final Map<String, Integer> phases = new TreeMap<>();
    private final List<Pod> rejected = new ArrayList<>();

    /// @param pod as the API tells it
    public void add(ObjectNode pod) {
        PodPhase phase = PodPhase.ofWord(pod.path("status").path("phase").asText(""));
        boolean deleting = pod.path("metadata").hasNonNull("deletionTimestamp");
        phases.merge(deleting ? TERMINATING : phase.word(), 1, Integer::sum);
        if (phase == PodPhase.FAILED
                && Views.view(ResourceTypes.PODS, pod) instanceof Pod failed
                && RejectedPodsRule.rejected(failed)) {
            rejected.add(failed);
        }
    }

    /// Puts `pods`, how many are in which phase, and `rejected`, by whom they were made, into a status.
    public void into(ObjectNode status) {
        phases.forEach(status.putObject("pods")::put);
        ArrayNode all = status.putArray("rejected");
        RejectedPodsRule.count(rejected)
                .forEach(each -> all.addObject()
                        .put("owner", each.owner())
                        .put("node", each.node())
                        .put("pods", each.count())
                        .put("last", each.newest().toString())
                        .put("why", each.why()));
    }
}
