package dev.tenure.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A machine that goes down, and one that does not after all.
final class NodeShutdownTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void podsEndByPriorityWhenTheMachineGoesDown() throws IOException {
        String periods = "shutdownGracePeriod: 30s\nshutdownGracePeriodCriticalPods: 10s\n";
        try (var node = new RealNode(folder, periods).start()) {
            node.pod("web", "").pod("dns", "'priorityClassName': 'system-cluster-critical', 'priority': 2000000000");
            node.until(() -> node.runs("web") && node.runs("dns"), 10);
            boolean[] down = {false};
            node.agent().shutDown(() -> down[0] = true);
            node.until(() -> down[0], 31);
            assertThat(node.runtime().journal()).containsSubsequence("stop web/main 20", "stop dns/main 10");
            assertThat(node.see("web").status().reason()).isEqualTo("Terminated");
            assertThat(node.see("web").status().message())
                    .isEqualTo("Pod was terminated in response to imminent node shutdown.");
            assertThat(node.condition("Ready")).isEqualTo("False KubeletNotReady");
            node.pod("late", "");
            node.until(() -> node.failed("late"), 10);
            assertThat(node.see("late").status().reason()).isEqualTo("NodeShutdown");
        }
    }

    @Test
    void aShutdownThatIsCalledOffIsCarriedThroughAndForgotten() throws IOException {
        try (var node = new RealNode(folder, "shutdownGracePeriod: 30s\n").start()) {
            node.pod("web", "");
            node.until(() -> node.runs("web"), 10);
            boolean[] down = {false};
            node.agent().shutDown(() -> down[0] = true);
            node.agent().callOff();
            node.until(() -> down[0], 31);
            assertThat(node.see("web").status().reason()).isEqualTo("Terminated");
            node.until(() -> node.condition("Ready").startsWith("True"), 20);
            node.pod("late", "");
            node.until(() -> node.runs("late"), 10);
        }
    }
}
