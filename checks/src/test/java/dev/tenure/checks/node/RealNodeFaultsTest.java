package dev.tenure.checks.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.agent.runtime.cri.RunContainer;
import dev.tenure.model.core.Pod;
import dev.tenure.runtime.loop.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// What goes wrong for long around a real node: no running pod is lost or started twice.
@TestInstance(Lifecycle.PER_CLASS)
@EnabledIfSystemProperty(named = "tenure.full", matches = "true", disabledReason = "runs with ./check full")
final class RealNodeFaultsTest {
    private static final Duration AWAY = Duration.ofSeconds(130);
    private static final Duration HANGING = Duration.ofSeconds(40);
    private static final int AGENTS = 6;
    private static final int PODS = 8;

    private Optional<RealNode> started = Optional.empty();

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        Optional<String> lacking = TrialRuntime.lacking();
        assumeTrue(lacking.isEmpty(), lacking.orElse(""));
        started = Optional.of(RealNode.start(folder, folder, List.of("--eviction-hard", "memory.available<256Mi")));
    }

    @AfterEach
    void clear() throws InterruptedException {
        node().clear();
    }

    @AfterAll
    void close() {
        started.ifPresent(RealNode::close);
    }

    private RealNode node() {
        return started.orElseThrow();
    }

    /// Eats memory as soon as there is a file `/m/go`.
    private static ObjectNode sleeper() {
        String script =
                "until [ -e /m/go ]; do sleep 0.1; done; i=0; while true; do dd if=/dev/zero of=/m/$i bs=1M count=20 2>/dev/null; i=$((i+1)); sleep 0.1; done";
        return RealNode.pod("hog", script, "10Mi", "\"emptyDir\": {\"medium\": \"Memory\"}");
    }

    private void wake(Pod sleeper) throws IOException {
        Files.createFile(node().volume(sleeper, "m").resolve("go"));
    }

    private boolean runsNowhere(Pod pod) {
        return node().runtime().containers(pod.meta().uid()).stream().noneMatch(RunContainer::running);
    }

    private static void pass(Duration time) throws InterruptedException {
        new Signal().await(time);
    }

    private void staysAsItIs(Pod before) throws IOException {
        Pod after = node().see(before.meta().name()).orElseThrow();
        assertThat(after.status().containerStatuses()).isEqualTo(before.status().containerStatuses());
        assertThat(node().starts(before)).isOne();
    }

    @Test
    void withoutTheApiForMinutesPodsRunOnAreRestartedAndEvicted() throws Exception {
        node().create(RealNode.steady("steady"));
        ObjectNode failing = RealNode.pod(
                "sparing", "echo x >> /m/starts; until [ -e /m/go ]; do sleep 0.1; done; rm /m/go; exit 1");
        ((ObjectNode) failing.path("spec")).put("restartPolicy", "Always");
        node().create(failing);
        node().create(sleeper());
        Pod before = node().await("steady", RealNode::runs);
        Pod restarted = node().await("sparing", RealNode::runs);
        Pod hog = node().await("hog", RealNode::runs);
        node().killCluster();
        pass(AWAY.dividedBy(2));
        wake(restarted);
        node().until("sparing is restarted", () -> node().starts(restarted) == 2);
        wake(hog);
        node().until("hog is ended", () -> runsNowhere(hog));
        pass(AWAY.dividedBy(2));
        assertThat(node().starts(before)).isOne();
        node().startCluster();
        Pod evicted = node().await("hog", RealNode::ended);
        assertThat(evicted.status().reason()).isEqualTo("Evicted");
        node().until("the node is ready", () -> node().condition("Ready").startsWith("True"));
        node().await(
                        "sparing",
                        pod -> RealNode.runs(pod)
                                && pod.status().containerStatuses().getFirst().restartCount() == 1);
        staysAsItIs(before);
    }

    @Test
    void aRuntimeThatHangsHoldsUpNoHeartbeat() throws Exception {
        node().create(RealNode.steady("steady"));
        node().create(sleeper());
        Pod before = node().await("steady", RealNode::runs);
        Pod hog = node().await("hog", RealNode::runs);
        node().runtime().freeze();
        try {
            String then = node().renewed();
            pass(HANGING);
            String later = node().renewed();
            assertThat(later).as("a heartbeat").isGreaterThan(then);
            node().until("the next heartbeat", () -> node().renewed().compareTo(later) > 0);
        } finally {
            node().runtime().thaw();
        }
        node().until("the node is ready", () -> node().condition("Ready").startsWith("True"));
        wake(hog);
        assertThat(node().await("hog", RealNode::ended).status().reason()).isEqualTo("Evicted");
        staysAsItIs(before);
    }

    /// A container ends while its runtime is away: it is started again once, the others are not.
    @Test
    void aRuntimeThatIsAwayForLongFindsEverythingAgain() throws Exception {
        ObjectNode failing = RealNode.pod(
                "sparing", "echo x >> /m/starts; until [ -e /m/go ]; do sleep 0.1; done; rm /m/go; exit 1");
        ((ObjectNode) failing.path("spec")).put("restartPolicy", "Always");
        node().create(failing);
        node().create(RealNode.steady("steady"));
        Pod before = node().await("steady", RealNode::runs);
        Pod restarted = node().await("sparing", RealNode::runs);
        node().runtime().kill();
        wake(restarted);
        pass(HANGING);
        assertThat(node().condition("Ready")).startsWith("False");
        assertThat(node().starts(restarted)).isOne();
        node().runtime().start();
        node().until("sparing is restarted", () -> node().starts(restarted) == 2);
        node().until("the node is ready", () -> node().condition("Ready").startsWith("True"));
        pass(HANGING.dividedBy(4));
        assertThat(node().starts(restarted)).isEqualTo(2);
        staysAsItIs(before);
    }

    @Test
    void agentsThatAreKilledWhileTheyStartPodsStartEachOnce() throws Exception {
        for (int i = 0; i < PODS; i++) {
            node().create(RealNode.steady("steady-" + i));
        }
        for (int i = 0; i < AGENTS; i++) {
            pass(Duration.ofMillis(150L * i));
            node().killAgent();
            node().startAgent();
        }
        var pods = new ArrayList<Pod>();
        for (int i = 0; i < PODS; i++) {
            pods.add(node().await("steady-" + i, RealNode::runs));
        }
        pass(Duration.ofSeconds(5));
        for (Pod pod : pods) {
            staysAsItIs(pod);
        }
    }
}
