package dev.tenure.scheduler.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.fit.PodRequestsRule.Options;
import dev.tenure.scheduler.fake.FakeManifests;
import dev.tenure.scheduler.recorded.RecordedDecision;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.scheduler.view.Requests;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Pods that are resized in place while they run: what they hold is told by their status, and a change of the
/// status alone may change it.
class ResizedPodsTest {
    private static final String NODE = "node-1";
    private static final List<String> CPU = List.of("", "0", "100m", "200m", "300m");

    @Test
    void aNodeCountsWhatEachPodHoldsHoweverOftenItIsResized() {
        var random = new SplittableRandom(11);
        var cache = new SchedulerCache();
        var classes = new PodClasses();
        NodeState node = cache.put((Node) Views.view(ResourceTypes.NODES, FakeManifests.node(NODE, "64")));
        Map<String, PodInfo> shown = new HashMap<>();
        for (int step = 0; step < 3_000; step++) {
            Pod pod = view(random(random));
            PodInfo before = shown.get(pod.meta().uid());
            PodInfo now = classes.info(pod, step, Optional.ofNullable(before));
            shown.put(now.uid(), now);
            cache.put(now);
            List<PodInfo> alone = shown.values().stream()
                    .map(one -> new PodClasses().info(one.pod()))
                    .toList();
            assertThat(List.of(node.milliCpu(), node.nonZeroMilliCpu(), node.nonZeroMemoryBytes()))
                    .as("step %d: %s", step, now)
                    .containsExactly(
                            alone.stream()
                                    .mapToLong(one -> one.held().milliCpu())
                                    .sum(),
                            alone.stream().mapToLong(PodInfo::nonZeroMilliCpu).sum(),
                            alone.stream()
                                    .mapToLong(PodInfo::nonZeroMemoryBytes)
                                    .sum());
        }
    }

    /// Whether a status adds anything is told first, and what nearly all say is not worked out again.
    @Test
    void aPodHoldsWhatTheRuleMakesOfItsSpecAndStatus() {
        var random = new SplittableRandom(12);
        var classes = new PodClasses();
        int added = 0;
        for (int i = 0; i < 2_000; i++) {
            Pod pod = view(random(random));
            PodInfo info = classes.info(pod);
            assertThat(info.held()).isEqualTo(Requests.of(PodRequestsRule.requests(pod, Options.HELD)));
            added += info.countsByStatus() ? 1 : 0;
        }
        assertThat(added).isBetween(200, 1_800);
    }

    @Test
    void aPodThatIsResizedIsNoModelForOthersOfItsClass() {
        ObjectNode running = running("resized", "1", "3");
        ObjectNode like = running("like", "1", "");
        ObjectNode incoming = FakeManifests.pod("incoming", "1", 0);
        JsonNode together = decision(incoming, running, like);
        ((ObjectNode) running.path("metadata")).putObject("labels").put("of", "another class");
        assertThat(together.path("outcome").asText()).isEqualTo("scheduled");
        assertThat(together).isEqualTo(decision(incoming, running, like));
    }

    @Test
    void aPodOnItsWayToASmallerSizeGivesAllThatItHoldsWhenItIsPreempted() {
        JsonNode decided = decision(FakeManifests.pod("urgent", "7", 10), running("low", "1", "6"));
        assertThat(decided.path("outcome").asText()).isEqualTo("unschedulable");
        assertThat(decided.path("preemption").path("candidates").get(0).path("victims"))
                .extracting(JsonNode::asText)
                .containsExactly("default/low");
    }

    private static JsonNode decision(ObjectNode pod, ObjectNode... running) {
        ObjectNode cluster = Json.object();
        cluster.putArray("nodes").add(FakeManifests.node(NODE, "8")).add(FakeManifests.node("node-2", "4"));
        cluster.putArray("pods").addAll(List.of(running));
        cluster.set("pod", pod);
        return RecordedDecision.of(cluster);
    }

    /// @param held what the node says that the container runs with; empty when it says nothing
    private static ObjectNode running(String name, String wished, String held) {
        ObjectNode pod = FakeManifests.pod(name, wished, 0);
        pod.withObjectProperty("spec").put("nodeName", NODE);
        if (!held.isEmpty()) {
            ObjectNode status = status(pod);
            status.putObject("resources").putObject("requests").put("cpu", held);
        }
        return pod;
    }

    private static ObjectNode status(ObjectNode pod) {
        return pod.withObjectProperty("status")
                .putArray("containerStatuses")
                .addObject()
                .put("name", "main");
    }

    private static ObjectNode random(SplittableRandom random) {
        ObjectNode pod = FakeManifests.pod("pod-" + random.nextInt(6), "0", 0);
        pod.withObjectProperty("spec").put("nodeName", NODE);
        ObjectNode resources =
                (ObjectNode) pod.path("spec").path("containers").get(0).path("resources");
        requests(resources, random);
        if (random.nextInt(3) > 0) {
            requests(status(pod).putObject("resources"), random);
        }
        return pod;
    }

    private static void requests(ObjectNode resources, SplittableRandom random) {
        String cpu = CPU.get(random.nextInt(CPU.size()));
        ObjectNode requests = resources.putObject("requests");
        if (!cpu.isEmpty()) {
            requests.put("cpu", cpu);
        }
    }

    private static Pod view(ObjectNode pod) {
        return (Pod) Views.view(ResourceTypes.PODS, pod);
    }
}
