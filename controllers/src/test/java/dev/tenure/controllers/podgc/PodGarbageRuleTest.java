package dev.tenure.controllers.podgc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.podgc.PodGarbageRule.Reason;
import dev.tenure.controllers.podgc.PodGarbageRule.View;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PodGarbageRuleTest {
    private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

    private static Pod pod(String name, String node, String phase, boolean deleting) {
        ObjectNode pod = Json.object();
        ObjectNode meta = pod.putObject("metadata")
                .put("name", name)
                .put("namespace", "ns")
                .put("uid", name);
        meta.put("creationTimestamp", "2026-01-01T00:00:00Z");
        if (deleting) {
            meta.put("deletionTimestamp", "2026-01-01T00:01:00Z").put("deletionGracePeriodSeconds", 30);
        }
        pod.putObject("spec").put("nodeName", node);
        pod.putObject("status").put("phase", phase);
        return (Pod) Views.view(ResourceTypes.PODS, pod);
    }

    private static Node node(String ready, String taint) {
        ObjectNode node = Json.object();
        node.putObject("metadata").put("name", "n");
        if (!taint.isEmpty()) {
            node.putObject("spec")
                    .putArray("taints")
                    .addObject()
                    .put("key", taint)
                    .put("effect", "NoSchedule");
        }
        if (!ready.isEmpty()) {
            node.putObject("status")
                    .putArray("conditions")
                    .addObject()
                    .put("type", "Ready")
                    .put("status", ready);
        }
        return (Node) Views.view(ResourceTypes.NODES, node);
    }

    /// Pods that a node evicted go first, then the oldest.
    @Test
    void evictedPodsGoBeforeOthersThatHaveEnded() {
        ObjectNode evicted = Json.object();
        evicted.putObject("metadata")
                .put("name", "z")
                .put("namespace", "ns")
                .put("uid", "z")
                .put("creationTimestamp", "2026-01-02T00:00:00Z");
        evicted.putObject("status").put("phase", "Failed").put("reason", "Evicted");
        var pods = List.of(
                pod("a", "n", "Succeeded", false),
                (Pod) Views.view(ResourceTypes.PODS, evicted),
                pod("b", "n", "Failed", false));
        assertThat(PodGarbageRule.collect(new View(pods, Map.of(), Set.of(), 1)))
                .extracting(garbage -> garbage.pod().meta().name())
                .containsExactly("z", "a");
    }

    private static Optional<Reason> reason(Pod pod, Map<String, Node> nodes, Set<String> gone) {
        return PodGarbageRule.collect(new View(List.of(pod), nodes, gone, 100)).stream()
                .map(PodGarbageRule.Garbage::reason)
                .findFirst();
    }

    /// Z27 and Z28: only a terminating pod of a node that is not ready and out of service.
    @Test
    void z27AndZ28OutOfServiceNeedsAllThree() {
        for (boolean deleting : new boolean[] {true, false}) {
            for (String ready : List.of("True", "False", "Unknown", "")) {
                for (String taint : List.of(OUT_OF_SERVICE, "other", "")) {
                    boolean expected = deleting && !ready.equals("True") && taint.equals(OUT_OF_SERVICE);
                    Optional<Reason> reason =
                            reason(pod("p", "n", "Running", deleting), Map.of("n", node(ready, taint)), Set.of());
                    assertThat(reason)
                            .as("deleting %s, ready %s, taint %s", deleting, ready, taint)
                            .isEqualTo(expected ? Optional.of(Reason.OUT_OF_SERVICE) : Optional.empty());
                }
            }
        }
    }

    @Test
    void e15ThePodsOfALostNodeAreOrphans() {
        assertThat(reason(pod("p", "n", "Running", false), Map.of(), Set.of("n")))
                .contains(Reason.ORPHANED);
        assertThat(reason(pod("p", "n", "Running", false), Map.of(), Set.of())).isEmpty();
    }

    @Test
    void aPodThatIsDeletedBeforeItHasANodeIsGarbage() {
        assertThat(reason(pod("p", "", "Pending", true), Map.of(), Set.of())).contains(Reason.UNSCHEDULED);
        assertThat(reason(pod("p", "", "Pending", false), Map.of(), Set.of())).isEmpty();
    }

    @Test
    void ofFinishedPodsBeyondTheNumberTheEldestGoOnce() {
        List<Pod> pods = List.of(
                pod("b", "n", "Failed", false), pod("a", "n", "Succeeded", false), pod("c", "m", "Succeeded", false));
        assertThat(PodGarbageRule.collect(new View(pods, Map.of(), Set.of("n"), 2)))
                .extracting(garbage ->
                        garbage.pod().meta().name() + " " + garbage.reason().word())
                .containsExactly("a terminated", "b orphaned");
        assertThat(PodGarbageRule.collect(new View(pods, Map.of(), Set.of(), 0)))
                .isEmpty();
    }
}
