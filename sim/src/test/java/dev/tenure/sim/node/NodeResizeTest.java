package dev.tenure.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a real node of four CPUs does when pods that it runs ask for other amounts of memory and CPU.
final class NodeResizeTest {
    private static final String TWO = """
            'containers': [
              {'name': 'a', 'image': 'i', 'resources': {'requests': {'cpu': '1', 'memory': '1Gi'}, 'limits': {'memory': '2Gi'}}},
              {'name': 'b', 'image': 'i', 'resizePolicy': [{'resourceName': 'memory', 'restartPolicy': 'RestartContainer'}],
               'resources': {'requests': {'cpu': '1', 'memory': '1Gi'}, 'limits': {'memory': '2Gi'}}}]""";

    @TempDir
    private Path folder = Path.of("");

    private RealNode started() throws IOException {
        RealNode node = new RealNode(folder, "").start();
        node.pod("p", TWO);
        node.until(() -> node.runtime().running().contains("p/b"), 20);
        node.until(() -> status(node, "p", "b").resources().isPresent(), 20);
        return node;
    }

    /// A second pod takes what is left of the node.
    private static void beside(RealNode node) {
        node.pod("q", TWO);
        node.until(() -> node.runtime().running().contains("q/b"), 20);
    }

    private static void resize(RealNode node, String pod, String containers) {
        var patch = StageManifests.json("{'spec': {'containers': [" + containers + "]}}");
        ApiReply reply = node.cluster()
                .client()
                .patch(
                        ResourceTypes.PODS,
                        "default",
                        pod,
                        "resize",
                        new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)));
        assertThat(reply).isInstanceOf(ApiReply.One.class);
    }

    private static void cpu(RealNode node, String pod, String amount) {
        resize(node, pod, "{'name': 'a', 'resources': {'requests': {'cpu': '" + amount + "'}}}");
    }

    private static ContainerStatus status(RealNode node, String pod, String container) {
        return node.see(pod).status().containerStatuses().stream()
                .filter(each -> each.name().equals(container))
                .findFirst()
                .orElseThrow();
    }

    private static String cpuOf(RealNode node, String pod) {
        return status(node, pod, "a")
                .resources()
                .orElseThrow()
                .requests()
                .get("cpu")
                .toString();
    }

    private static List<String> conditions(Pod pod) {
        return pod.status().conditions().stream()
                .map(Condition::type)
                .filter(type -> type.startsWith("PodResize"))
                .toList();
    }

    private static String pending(RealNode node, String pod) {
        return node.see(pod)
                .status()
                .condition("PodResizePending")
                .map(told -> told.reason() + ": " + told.message())
                .orElse("");
    }

    @Test
    void containersAreUpdatedOrStartedAgainAsTheirPolicySays() throws IOException {
        try (RealNode node = started()) {
            resize(node, "p", """
                    {'name': 'a', 'resources': {'requests': {'cpu': '1500m'}, 'limits': {'memory': '3Gi'}}},
                    {'name': 'b', 'resources': {'limits': {'memory': '4Gi'}}}""");
            node.until(() -> cpuOf(node, "p").equals("1500m"), 20);
            node.until(
                    () -> status(node, "p", "b").restartCount() == 1
                            && node.runtime().running().contains("p/b"),
                    30);
            node.until(() -> conditions(node.see("p")).isEmpty(), 30);
            assertThat(node.runtime().count("start p/a")).isOne();
            assertThat(node.runtime().count("update p/a")).isEqualTo(2);
            assertThat(node.runtime().count("update p/b")).isZero();
            ContainerStatus b = status(node, "p", "b");
            assertThat(b.resources().orElseThrow().limits().get("memory")).hasToString("4Gi");
            assertThat(b.allocatedResources().get("memory")).hasToString("1Gi");
            assertThat(node.see("p").status().observedGeneration()).isEqualTo(2);
            assertThat(node.events("Killing")).containsExactly("Container b resize requires restart");
            assertThat(node.events("ResizeStarted")).hasSize(1);
            assertThat(node.events("ResizeCompleted")).hasSize(1);
        }
    }

    @Test
    void whatHasNoRoomWaitsUntilSomebodyLeaves() throws IOException {
        try (RealNode node = started()) {
            beside(node);
            cpu(node, "p", "2");
            node.until(() -> pending(node, "p").startsWith("Deferred"), 20);
            assertThat(pending(node, "p"))
                    .isEqualTo(
                            "Deferred: Node didn't have enough resource: cpu, requested: 3000, used: 2000, capacity: 4000");
            assertThat(cpuOf(node, "p")).isEqualTo("1");
            assertThat(status(node, "p", "a").allocatedResources().get("cpu")).hasToString("1");
            node.advance(60);
            assertThat(node.events("ResizeDeferred")).hasSize(1);
            node.delete("q");
            node.until(() -> cpuOf(node, "p").equals("2"), 60);
            assertThat(conditions(node.see("p"))).isEmpty();
        }
    }

    @Test
    void whatIsTakenBackWaitsNoLonger() throws IOException {
        try (RealNode node = started()) {
            beside(node);
            cpu(node, "p", "2");
            node.until(() -> pending(node, "p").startsWith("Deferred"), 20);
            cpu(node, "p", "1");
            node.until(() -> conditions(node.see("p")).isEmpty(), 20);
            assertThat(node.runtime().count("update p/a")).isZero();
        }
    }

    @Test
    void anAgentThatIsKilledKnowsWhatWasGrantedAndWhatWaits() throws IOException {
        try (RealNode node = started()) {
            beside(node);
            cpu(node, "p", "2");
            node.until(() -> pending(node, "p").startsWith("Deferred"), 20);
            Instant ready = sandboxSince(node);
            node.kill();
            node.start();
            node.advance(60);
            assertThat(cpuOf(node, "p")).isEqualTo("1");
            assertThat(pending(node, "p")).startsWith("Deferred");
            assertThat(node.runtime().count("update p/a")).isZero();
            node.kill();
            resize(node, "p", "{'name': 'b', 'resources': {'limits': {'memory': '4Gi'}}}");
            cpu(node, "p", "500m");
            node.start();
            node.until(
                    () -> status(node, "p", "b").restartCount() == 1
                            && cpuOf(node, "p").equals("500m"),
                    60);
            node.advance(60);
            assertThat(node.runtime().count("start p/b")).isEqualTo(2);
            assertThat(node.runtime().count("start p/a")).isOne();
            assertThat(conditions(node.see("p"))).isEmpty();
            assertThat(sandboxSince(node)).isEqualTo(ready);
        }
    }

    private static Instant sandboxSince(RealNode node) {
        return node.see("p")
                .status()
                .condition("PodReadyToStartContainers")
                .orElseThrow()
                .lastTransitionTime();
    }

    @Test
    void whatTheRuntimeDoesNotTakeIsGivenWhenItIsBack() throws IOException {
        try (RealNode node = started()) {
            node.runtime().down(true);
            cpu(node, "p", "1500m");
            node.advance(20);
            assertThat(cpuOf(node, "p")).isEqualTo("1");
            node.kill();
            node.start();
            node.advance(20);
            node.runtime().down(false);
            node.until(() -> cpuOf(node, "p").equals("1500m"), 60);
            node.until(() -> conditions(node.see("p")).isEmpty(), 60);
            assertThat(node.runtime().count("start p/a")).isOne();
        }
    }

    @Test
    void lessMemoryThanIsUsedIsNotGivenButTriedAgain() throws IOException {
        try (RealNode node = started()) {
            node.runtime().memoryUsed(1800L << 20);
            resize(node, "p", "{'name': 'a', 'resources': {'limits': {'memory': '1Gi'}}}");
            node.until(
                    () -> node.see("p")
                            .status()
                            .condition("PodResizeInProgress")
                            .filter(told -> told.reason().equals("Error"))
                            .isPresent(),
                    30);
            assertThat(node.see("p")
                            .status()
                            .condition("PodResizeInProgress")
                            .orElseThrow()
                            .message())
                    .isEqualTo("cannot decrease memory limits: attempting to set container \"a\" memory limit"
                            + " (1073741824) below current usage (1887436800)");
            assertThat(node.events("ResizeError")).hasSize(1);
            node.runtime().memoryUsed(1 << 20);
            node.until(() -> conditions(node.see("p")).isEmpty(), 30);
            assertThat(status(node, "p", "a").resources().orElseThrow().limits().get("memory"))
                    .hasToString("1Gi");
        }
    }
}
