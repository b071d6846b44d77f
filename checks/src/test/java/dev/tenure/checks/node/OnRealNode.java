package dev.tenure.checks.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.model.core.Pod;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// Tests that share one real node, which they find empty; skipped, with the reason, where there can be none.
@TestInstance(Lifecycle.PER_CLASS)
abstract class OnRealNode {
    private Optional<ContainerdNode> started = Optional.empty();

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        Optional<String> lacking = TrialRuntime.lacking();
        assumeTrue(lacking.isEmpty(), lacking.orElse(""));
        started = Optional.of(ContainerdNode.start(folder, data(folder), flags()));
    }

    /// Flags of the agent, on top of those that every such node has.
    abstract List<String> flags();

    /// Where images, layers and volumes lie.
    ///
    /// @param folder of the node
    Path data(Path folder) throws Exception {
        return folder;
    }

    @AfterEach
    void clear() throws Exception {
        node().clear();
    }

    @AfterAll
    void close() {
        started.ifPresent(ContainerdNode::close);
    }

    final ContainerdNode node() {
        return started.orElseThrow();
    }

    /// A pod that fails, and is restarted, when it is woken.
    static ObjectNode failing(String name) {
        ObjectNode pod = ContainerdNode.pod(
                name, "echo x >> /m/starts; until [ -e /m/go ]; do sleep 0.1; done; rm /m/go; exit 1");
        ((ObjectNode) pod.path("spec")).put("restartPolicy", "Always");
        return pod;
    }

    /// A pod `hog` that fills memory by 20 MiB at a time.
    ///
    /// @param before what it does first
    /// @param pauseSeconds after each 20 MiB
    static ObjectNode eater(String before, String pauseSeconds) {
        String script =
                "%s; i=0; while true; do dd if=/dev/zero of=/m/$i bs=1M count=20 2>/dev/null; i=$((i+1)); sleep %s; done"
                        .formatted(before, pauseSeconds);
        return ContainerdNode.pod("hog", script, "10Mi", "\"emptyDir\": {\"medium\": \"Memory\"}");
    }

    /// The same, once it is woken.
    static ObjectNode sleeper() {
        return eater("until [ -e /m/go ]; do sleep 0.1; done", "0.1");
    }

    /// Runs a pod of [ContainerdNode#steady] by the name of `steady`.
    final Pod steady() throws InterruptedException {
        node().create(ContainerdNode.steady("steady"));
        return node().await("steady", ContainerdNode::runs);
    }

    final void wake(Pod sleeper) throws IOException {
        Files.createFile(node().volume(sleeper, "m").resolve("go"));
    }

    /// Fails unless a pod of [ContainerdNode#steady] was neither lost nor started twice. A container that was
    /// made and never started, because the agent ended in between, is left to the collection of dead ones, as
    /// upstream.
    final void staysAsItIs(Pod before) throws IOException {
        Pod after = node().see(before.meta().name()).orElseThrow();
        assertThat(after.status().containerStatuses()).isEqualTo(before.status().containerStatuses());
        assertThat(node().runtime().containers(before.meta().uid()))
                .filteredOn(container -> container.state() != RunContainer.State.CREATED)
                .hasSize(1);
        assertThat(node().starts(before)).isOne();
    }

    /// Waits until the pod is sent away from the node, and returns what is then told of it.
    final Pod awaitEviction(String name) throws InterruptedException {
        Pod ended = node().await(name, ContainerdNode::ended);
        assertThat(ended.status().reason()).isEqualTo("Evicted");
        return ended;
    }

    final void awaitCondition(String type, String status) throws InterruptedException {
        node().until(
                        "%s is %s".formatted(type, status),
                        () -> node().condition(type).startsWith(status));
    }
}
