package dev.tenure.cli.print;

import dev.tenure.model.core.Pod;
import dev.tenure.plan.policy.PausedOwners;
import dev.tenure.rules.pod.RejectedPodsRule;
import dev.tenure.rules.pod.RejectedPodsRule.Rejected;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Why a node did not take a pod that was bound to it, and how often the same happened to others like it.
public final class RejectionText {
    private RejectionText() {}

    /// For people.
    ///
    /// @param siblings pods of the same namespace, at least those that failed on the same node
    /// @param paused the owners that are to make no pods
    public static String of(Pod pod, List<Pod> siblings, PausedOwners paused) {
        var text = new StringBuilder("pod %s/%s was rejected by node %s: %s%n"
                .formatted(
                        pod.meta().namespace(), pod.meta().name(), pod.spec().nodeName(), RejectedPodsRule.why(pod)));
        text.append(
                "  the scheduler chose the node before it saw why not: a node tells its state every 10 s, and rejects at once%n"
                        .formatted());
        alike(pod, siblings)
                .filter(all -> all.count() > 1)
                .ifPresent(all -> text.append("  %d pods of %s were rejected there; %s%n"
                        .formatted(all.count(), all.owner(), next(all, paused))));
        return text.toString();
    }

    private static String next(Rejected all, PausedOwners paused) {
        return paused.find(all.owner())
                .map(pause -> "it is to make no others before %s (retention %s)"
                        .formatted(
                                pause.path("until").asText(),
                                pause.path("retention").asText()))
                .orElse("it makes others at once, and waits no longer each time");
    }

    /// The same for programs.
    public static ObjectNode document(Pod pod, List<Pod> siblings) {
        ObjectNode json = Json.object()
                .put("namespace", pod.meta().namespace())
                .put("name", pod.meta().name());
        ObjectNode rejected = json.putObject("rejected")
                .put("node", pod.spec().nodeName())
                .put("why", RejectedPodsRule.why(pod))
                .put("owner", RejectedPodsRule.owner(pod));
        rejected.put("alike", alike(pod, siblings).map(Rejected::count).orElse(1));
        return json;
    }

    private static Optional<Rejected> alike(Pod pod, List<Pod> siblings) {
        return RejectedPodsRule.count(siblings).stream()
                .filter(each -> each.owner().equals(RejectedPodsRule.owner(pod))
                        && each.node().equals(pod.spec().nodeName()))
                .findFirst();
    }
}
