package dev.tenure.plan.trace;

import dev.tenure.model.core.Pod;
import dev.tenure.plan.forecast.DisruptionReasonRule;
import dev.tenure.plan.forecast.LeftPod;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which pods left while a cluster was recorded. Stateless.
final class LeftPods {
    private LeftPods() {}

    /// Who was told to go, or failed, in order of time. Who deleted a pod is not seen from outside: where the
    /// pod does not say why it goes, the cause is `deleted`.
    static List<LeftPod> of(ClusterTrace trace) {
        var forms = new StoredForms();
        var left = new ArrayList<LeftPod>();
        for (ClusterTrace.Event event : trace.events()) {
            if (event instanceof ClusterTrace.Event.Seen seen
                    && seen.key().resource().equals("pods")
                    && seen.before().filter(RecordedObject::isActive).isPresent()
                    && seen.now().filter(RecordedObject::isActive).isEmpty()
                    && !hasSucceeded(seen.now())) {
                left.add(departure(forms, seen));
            }
        }
        return left;
    }

    private static boolean hasSucceeded(Optional<ObjectNode> pod) {
        return pod.filter(
                        each -> each.at("/status/phase").asText().equals("Succeeded") && !RecordedObject.isGoing(each))
                .isPresent();
    }

    private static LeftPod departure(StoredForms forms, ClusterTrace.Event.Seen seen) {
        ObjectNode tree = seen.now().or(seen::before).orElseThrow();
        Pod pod = forms.read(Json.write(tree), TraceState.kind(tree)).view(Pod.class);
        return new LeftPod(
                pod.meta().namespace(),
                pod.meta().name(),
                LeftPod.owner(pod),
                pod.spec().nodeName(),
                seen.after(),
                cause(tree));
    }

    private static String cause(JsonNode pod) {
        String reason = PodActs.target(pod);
        if (reason.equals("TerminationByKubelet")) {
            return "node-pressure";
        }
        return DisruptionReasonRule.cause(reason)
                .orElseGet(() -> pod.at("/status/phase").asText().equals("Failed") ? "failed" : "deleted");
    }
}
