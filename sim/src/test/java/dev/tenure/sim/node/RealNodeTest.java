package dev.tenure.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The agent of a real node, and what goes wrong around it: no running pod is lost or started twice.
final class RealNodeTest {
    private static final String ONE_GIBI = "evictionHard: {memory.available: 1Gi}";

    @TempDir
    private Path folder = Path.of("");

    private static Status unavailable() {
        return new Status(503, "ServiceUnavailable", "the API server is gone", Optional.empty());
    }

    @Test
    void aPodRunsAndEndsWhenItIsDeleted() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("p", "");
            node.until(() -> node.runs("p"), 10);
            assertThat(node.condition("Ready")).isEqualTo("True KubeletReady");
            node.delete("p").until(() -> node.find("p").isEmpty(), 40);
            assertThat(node.runtime().journal()).containsExactly("start p/main", "stop p/main 30");
            assertThat(node.runtime().running()).isEmpty();
        }
    }

    @Test
    void theBurstableTierWeighsWhatItsPodsAskFor() throws IOException {
        Path weight = folder.resolve("cgroup/kubepods/burstable/cpu.weight");
        Files.createDirectories(weight.resolveSibling(""));
        Files.writeString(weight, "100");
        try (var node = new RealNode(folder, "").start()) {
            assertThat(weight).hasContent("1");
            String container =
                    "'containers': [{'name': 'main', 'image': 'i', 'resources': {'requests': {'cpu': '%s'}}}]";
            node.pod("a", container.formatted("500m")).pod("b", container.formatted("500m"));
            node.until(() -> node.runs("a") && node.runs("b"), 10);
            assertThat(weight).hasContent("39");
            node.delete("a").until(() -> node.find("a").isEmpty(), 40);
            node.advance(15);
            assertThat(weight).hasContent("20");
        }
    }

    @Test
    void allocatableIsEnforcedWhenTheKernelTakesIt() throws IOException {
        Path limit = folder.resolve("cgroup/kubepods/memory.max");
        Files.createDirectories(limit);
        try (var node = new RealNode(folder, "").start()) {
            assertThat(node.events("FailedNodeAllocatableEnforcement"))
                    .singleElement()
                    .asString()
                    .startsWith("Failed to update Node Allocatable Limits \"/kubepods\": ");
            Files.delete(limit);
            Files.writeString(limit, "max");
            node.advance(61);
            assertThat(limit).hasContent("17179869184");
            assertThat(node.events("NodeAllocatableEnforced"))
                    .containsExactly("Updated Node Allocatable limit across pods");
        }
    }

    @Test
    void aKilledAgentFindsItsPodsAgain() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("a", "").pod("b", "");
            node.until(() -> node.runs("a") && node.runs("b"), 10);
            var before = node.runtime().all();
            node.kill().advance(30);
            node.start().advance(60);
            assertThat(node.runtime().all()).isEqualTo(before);
            assertThat(node.runtime().running()).containsExactly("a/main", "b/main");
            assertThat(node.see("a").status().containerStatuses().getFirst().restartCount())
                    .isZero();
        }
    }

    @Test
    void aPodThatWasDeletedWhileTheAgentWasAwayEnds() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("a", "");
            node.until(() -> node.runs("a"), 10);
            node.kill();
            node.cluster()
                    .client()
                    .delete(
                            ResourceTypes.PODS,
                            "default",
                            "a",
                            Document.of(StageManifests.json("{'gracePeriodSeconds': 0}")));
            node.start().advance(60);
            assertThat(node.runtime().running()).isEmpty();
            assertThat(node.runtime().count("start a/main")).isOne();
        }
    }

    @Test
    void aPodWhoseObjectIsGoneTakesNoRoom() throws IOException {
        String most = "'containers': [{'name': 'main', 'image': 'i', 'resources': {'requests': {'cpu': '3'}}}]";
        try (var node = new RealNode(folder, "").start()) {
            node.pod("a", most);
            node.until(() -> node.runs("a"), 10);
            node.runtime().down(true);
            node.cluster()
                    .client()
                    .delete(
                            ResourceTypes.PODS,
                            "default",
                            "a",
                            Document.of(StageManifests.json("{'gracePeriodSeconds': 0}")));
            node.pod("b", most).advance(5);
            node.runtime().down(false);
            node.until(() -> node.runs("b"), 60);
            assertThat(node.see("b").status().phase()).isEqualTo(PodPhase.RUNNING);
        }
    }

    @Test
    void containersOutliveTheirRuntime() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("a", "");
            node.until(() -> node.runs("a"), 10);
            node.runtime().down(true);
            node.until(() -> node.condition("Ready").startsWith("False"), 30);
            node.advance(120);
            node.runtime().down(false);
            node.until(() -> node.condition("Ready").startsWith("True"), 30);
            node.advance(60);
            assertThat(node.runtime().journal()).containsExactly("start a/main");
        }
    }

    @Test
    void withoutTheApiPodsAreRestartedAndEvictedAllTheSame() throws IOException {
        try (var node = new RealNode(folder, ONE_GIBI).start()) {
            node.pod("a", "").pod("b", "");
            node.until(() -> node.runs("a") && node.runs("b"), 10);
            node.way().failWhere(_ -> Optional.of(unavailable()));
            node.way().breakWatches();
            node.advance(120);
            node.runtime().exit("b/main", 1);
            node.until(() -> node.runtime().count("start b/main") == 2, 30);
            node.used(15.5);
            node.until(() -> node.runtime().journal().stream().anyMatch(each -> each.startsWith("stop ")), 30);
            node.used(4);
            node.advance(120);
            assertThat(node.runtime().running()).hasSize(1);
            node.way().heal();
            node.until(() -> node.failed("a") || node.failed("b"), 60);
            assertThat(node.runtime().journal()).hasSize(4);
        }
    }

    @Test
    void e12AnEvictedPodSaysWhy() throws IOException {
        try (var node = new RealNode(folder, ONE_GIBI).start()) {
            node.pod("a", "");
            node.until(() -> node.runs("a"), 10);
            node.used(15.5);
            node.until(() -> node.failed("a"), 30);
            Pod pod = node.see("a");
            String message = pod.status().message();
            assertThat(message)
                    .isEqualTo("The node was low on resource: memory. Threshold quantity: 1Gi, available: 512Mi. ");
            assertThat(pod.status().reason()).isEqualTo("Evicted");
            Condition target = pod.status().condition(Pod.DISRUPTION_TARGET).orElseThrow();
            assertThat(target.isTrue()).isTrue();
            assertThat(target.reason()).isEqualTo("TerminationByKubelet");
            assertThat(target.message()).isEqualTo(message);
            assertThat(node.runtime().journal()).containsExactly("start a/main", "stop a/main 2");
        }
    }

    @Test
    void e13APodThatIsNotTakenSaysWhy() throws IOException {
        try (var node = new RealNode(folder, ONE_GIBI).start()) {
            node.used(15.5);
            node.until(() -> node.condition("MemoryPressure").startsWith("True"), 30);
            node.pod("late", "");
            node.until(() -> node.failed("late"), 10);
            assertThat(node.see("late").status().reason()).isEqualTo("Evicted");
            assertThat(node.see("late").status().message())
                    .isEqualTo("Pod was rejected: The node had condition: [MemoryPressure]. ");
            assertThat(node.see("late").status().observedGeneration()).isEqualTo(1);
            assertThat(node.events("Evicted")).containsExactly("The node had condition: [MemoryPressure]. ");
            assertThat(node.runtime().journal()).isEmpty();
        }
    }

    /// The file system of the test stands for a full one, for no machine has that much left.
    @Test
    @Tag("long")
    void aFullDiskIsCleanedUpBeforeAPodGoes() throws IOException {
        try (var node = new RealNode(folder, "evictionHard: {nodefs.available: 1000Pi}").start()) {
            node.runtime().image("old:1", 1);
            node.advance(400);
            node.pod("critical", "'priorityClassName': 'system-node-critical'");
            node.advance(1);
            assertThat(node.runtime().journal()).contains("remove image old:1");
            assertThat(node.condition("DiskPressure")).startsWith("True");
            assertThat(node.condition("Ready")).startsWith("True");
        }
    }

    @Test
    void numbersThatDoNotComeHoldUpNothingElse() throws IOException {
        try (var node = new RealNode(folder, ONE_GIBI).start()) {
            node.cluster().world().latency((_, task, _) -> Duration.ofMinutes(task.equals("measure") ? 10 : 0));
            node.pod("a", "");
            node.until(() -> node.runs("a"), 10);
            node.used(15.5);
            node.advance(120);
            assertThat(node.condition("Ready")).startsWith("True");
            assertThat(node.runs("a")).isTrue();
            node.cluster().world().latency((_, _, _) -> Duration.ZERO);
            node.until(() -> node.failed("a"), 1400);
        }
    }

    @Test
    void numbersThatCannotBeReadAreNotGuessed() throws IOException {
        try (var node = new RealNode(folder, ONE_GIBI).start()) {
            node.pod("a", "");
            node.until(() -> node.runs("a"), 10);
            Files.delete(node.root().resolve("cgroup/memory.stat"));
            node.advance(60);
            assertThat(node.condition("MemoryPressure")).startsWith("False");
            node.used(15.5);
            node.until(() -> node.failed("a"), 30);
        }
    }

    @Test
    void othersLeaveForACriticalPod() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            String all =
                    "'containers': [{'name': 'main', 'image': 'registry.test/app:1', 'resources': {'requests': {'cpu':"
                            + " '%s'}}}]";
            node.pod("small", all.formatted("1")).pod("large", all.formatted("3"));
            node.until(() -> node.runs("small") && node.runs("large"), 10);
            node.pod(
                    "critical",
                    "'priorityClassName': 'system-node-critical', 'priority': 2000001000, " + all.formatted("2"));
            node.until(() -> node.runs("critical"), 40);
            assertThat(node.see("large").status().reason()).isEqualTo("Preempting");
            assertThat(node.see("large").status().message()).isEqualTo("Preempted in order to admit critical pod");
            assertThat(node.see("large")
                            .status()
                            .condition(Pod.DISRUPTION_TARGET)
                            .map(Condition::message))
                    .contains("Pod was preempted by Kubelet to accommodate a critical pod.");
            assertThat(node.runs("small")).isTrue();
            assertThat(node.runtime().journal())
                    .containsSubsequence("start large/main", "stop large/main 30", "start critical/main");
        }
    }

    private static final String MANIFEST = """
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec: {containers: [{name: main, image: "registry.test/app:1", command: [%s]}], terminationGracePeriodSeconds: 5}
        """;

    @Test
    void aStaticPodRunsByItselfAndHasAMirror() throws IOException {
        try (var node = new RealNode(folder, ONE_GIBI)) {
            node.manifest("web.yaml", MANIFEST.formatted("one"));
            node.start();
            node.until(() -> node.runs("web-n"), 10);
            assertThat(PodRule.mirror(node.see("web-n"))).isTrue();
            String mirror = node.see("web-n").meta().uid();
            node.delete("web-n");
            node.until(
                    () -> node.runs("web-n") && !node.see("web-n").meta().uid().equals(mirror), 20);
            assertThat(node.runtime().journal())
                    .as("deleting the mirror ends nothing")
                    .containsExactly("start web-n/main");
            node.used(15.9);
            node.advance(60);
            assertThat(node.runtime().running()).as("critical").containsExactly("web-n/main");
            node.used(4);
            node.manifest("web.yaml", MANIFEST.formatted("two"));
            node.until(() -> node.runtime().count("start web-n/main") == 2, 30);
            assertThat(node.runtime().running()).containsExactly("web-n/main");
            node.kill().start().advance(30);
            assertThat(node.runtime().count("start web-n/main")).isEqualTo(2);
            node.noManifest("web.yaml");
            node.until(() -> node.find("web-n").isEmpty(), 30);
            assertThat(node.runtime().running()).isEmpty();
        }
    }

    @Test
    void anEndedContainerKeepsItsLogUntilItsPodIsDeleted() throws IOException {
        try (var node = new RealNode(folder, "").start()) {
            node.pod("job", "'restartPolicy': 'Never'");
            node.until(() -> node.runs("job"), 10);
            String uid = node.see("job").meta().uid();
            Path log = node.root().resolve("logs/default_job_" + uid + "/main/0.log");
            Files.writeString(log, "done\n");
            node.runtime().exit("job/main", 0);
            node.advance(180);
            assertThat(node.see("job").status().phase()).isEqualTo(PodPhase.SUCCEEDED);
            assertThat(log).exists();
            assertThat(node.runtime().all()).hasSize(1);
            node.delete("job").advance(130);
            assertThat(log).doesNotExist();
            assertThat(node.runtime().all()).isEmpty();
        }
    }
}
