package dev.tenure.controllers.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.replicaset.ReplicaRule.Verdict;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class ReplicaRuleTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private static ReplicaSet set(int replicas) {
        ObjectNode set = Json.object();
        set.putObject("metadata").put("name", "rs").put("uid", "rs");
        set.putObject("spec").put("replicas", replicas);
        return (ReplicaSet) Views.view(ResourceTypes.REPLICA_SETS, set);
    }

    private static Pod pod(String name, Consumer<ObjectNode> change) {
        ObjectNode pod = Json.object();
        pod.putObject("metadata")
                .put("name", name)
                .put("namespace", "ns")
                .put("uid", name)
                .put("creationTimestamp", "2026-01-01T00:00:00Z");
        pod.putObject("spec").put("nodeName", "n-" + name);
        ObjectNode status = pod.putObject("status").put("phase", "Running");
        status.putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "True")
                .put("lastTransitionTime", "2026-01-01T01:00:00Z");
        status.putArray("containerStatuses").addObject().put("name", "c").put("restartCount", 0);
        change.accept(pod);
        return (Pod) Views.view(ResourceTypes.PODS, pod);
    }

    private static Pod pod(String name) {
        return pod(name, _ -> {});
    }

    private static List<Pod> pods(int count) {
        var pods = new ArrayList<Pod>();
        for (int i = 0; i < count; i++) {
            pods.add(pod("p" + i));
        }
        return pods;
    }

    @Test
    void theDifferenceIsMadeOrDeletedAtMostABurstAtATime() {
        for (int wanted : new int[] {0, 1, 5, 700}) {
            for (int there : new int[] {0, 1, 5, 700}) {
                Verdict verdict = ReplicaRule.decide(set(wanted), pods(there), () -> pods(there), NOW);
                int expected = Math.min(Math.abs(wanted - there), ReplicaRule.BURST);
                switch (verdict) {
                    case Verdict.Keep _ -> assertThat(wanted).isEqualTo(there);
                    case Verdict.Create(int count) -> {
                        assertThat(wanted).isGreaterThan(there);
                        assertThat(count).isEqualTo(expected);
                    }
                    case Verdict.Delete(List<Pod> chosen) -> {
                        assertThat(wanted).isLessThan(there);
                        assertThat(chosen).hasSize(expected);
                    }
                }
            }
        }
    }

    /// Each pod of the list is missed less than the ones after it, for one reason each.
    @Test
    void thoseGoFirstThatAreMissedLeast() {
        List<Pod> ranked = List.of(
                pod("unbound", p -> p.withObjectProperty("spec").put("nodeName", "")),
                pod("pending", p -> p.withObjectProperty("status").put("phase", "Pending")),
                pod("unready", p -> p.withObjectProperty("status").putArray("conditions")),
                pod(
                        "cheap",
                        p -> p.withObjectProperty("metadata")
                                .putObject("annotations")
                                .put("controller.kubernetes.io/pod-deletion-cost", "-1")),
                pod("crowded", p -> p.withObjectProperty("spec").put("nodeName", "n-neighbour")),
                pod("newly-ready", p -> ready(p, "2026-01-01T11:00:00Z")),
                pod(
                        "restarted",
                        p -> p.withObjectProperty("status")
                                .putArray("containerStatuses")
                                .addObject()
                                .put("name", "c")
                                .put("restartCount", 3)),
                pod("young", p -> p.withObjectProperty("metadata").put("creationTimestamp", "2026-01-01T10:30:00Z")),
                pod("solid"));
        var related = new ArrayList<>(ranked);
        related.add(pod("neighbour"));
        for (int keep = 0; keep <= ranked.size(); keep++) {
            var shuffled = new ArrayList<>(ranked);
            Collections.shuffle(shuffled, new Random(keep));
            int gone = ranked.size() - keep;
            Verdict verdict = ReplicaRule.decide(set(keep), shuffled, () -> related, NOW);
            List<Pod> chosen = verdict instanceof Verdict.Delete(List<Pod> pods) ? pods : List.of();
            assertThat(chosen).containsExactlyInAnyOrderElementsOf(ranked.subList(0, gone));
        }
    }

    private static void ready(ObjectNode pod, String since) {
        pod.withObjectProperty("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "True")
                .put("lastTransitionTime", since);
    }
}
