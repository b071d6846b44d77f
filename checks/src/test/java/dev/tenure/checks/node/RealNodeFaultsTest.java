package dev.tenure.checks.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.model.core.Pod;
import dev.tenure.runtime.loop.WakeUp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// What goes wrong for long around a real node: no running pod is lost or started twice.
@EnabledIfSystemProperty(named = "tenure.full", matches = "true", disabledReason = "runs with ./check full")
final class RealNodeFaultsTest extends OnRealNode {
    private static final Duration AWAY = Duration.ofSeconds(130);
    private static final Duration HANGING = Duration.ofSeconds(40);
    private static final int AGENTS = 6;
    private static final int PODS = 8;

    @Override
    List<String> flags() {
        return List.of("--eviction-hard", "memory.available<256Mi");
    }

    private boolean runsNowhere(Pod pod) {
        return node().runtime().containers(pod.meta().uid()).stream().noneMatch(RunContainer::running);
    }

    private static void pass(Duration time) throws InterruptedException {
        new WakeUp().await(time);
    }

    @Test
    void withoutTheApiForMinutesPodsRunOnAreRestartedAndEvicted() throws Exception {
        node().create(ContainerdNode.steady("steady"));
        node().create(failing("sparing"));
        node().create(sleeper());
        Pod before = node().await("steady", ContainerdNode::runs);
        Pod restarted = node().await("sparing", ContainerdNode::runs);
        Pod hog = node().await("hog", ContainerdNode::runs);
        node().killCluster();
        pass(AWAY.dividedBy(2));
        wake(restarted);
        node().until("sparing is restarted", () -> node().starts(restarted) == 2);
        wake(hog);
        node().until("hog is ended", () -> runsNowhere(hog));
        pass(AWAY.dividedBy(2));
        assertThat(node().starts(before)).isOne();
        node().startCluster();
        awaitEviction("hog");
        awaitCondition("Ready", "True");
        node().await(
                        "sparing",
                        pod -> ContainerdNode.runs(pod)
                                && pod.status().containerStatuses().getFirst().restartCount() == 1);
        staysAsItIs(before);
    }

    @Test
    void aRuntimeThatHangsHoldsUpNoHeartbeat() throws Exception {
        node().create(ContainerdNode.steady("steady"));
        node().create(sleeper());
        Pod before = node().await("steady", ContainerdNode::runs);
        Pod hog = node().await("hog", ContainerdNode::runs);
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
        awaitCondition("Ready", "True");
        wake(hog);
        awaitEviction("hog");
        staysAsItIs(before);
    }

    /// A container ends while its runtime is away: it is started again once, the others are not.
    @Test
    void aRuntimeThatIsAwayForLongFindsEverythingAgain() throws Exception {
        node().create(failing("sparing"));
        Pod before = steady();
        Pod restarted = node().await("sparing", ContainerdNode::runs);
        node().runtime().kill();
        wake(restarted);
        pass(HANGING);
        assertThat(node().condition("Ready")).startsWith("False");
        assertThat(node().starts(restarted)).isOne();
        node().runtime().start();
        node().until("sparing is restarted", () -> node().starts(restarted) == 2);
        awaitCondition("Ready", "True");
        pass(HANGING.dividedBy(4));
        assertThat(node().starts(restarted)).isEqualTo(2);
        staysAsItIs(before);
    }

    @Test
    void agentsThatAreKilledWhileTheyStartPodsStartEachOnce() throws Exception {
        for (int i = 0; i < PODS; i++) {
            node().create(ContainerdNode.steady("steady-" + i));
        }
        for (int i = 0; i < AGENTS; i++) {
            pass(Duration.ofMillis(150L * i));
            node().killAgent();
            node().startAgent();
        }
        var pods = new ArrayList<Pod>();
        for (int i = 0; i < PODS; i++) {
            pods.add(node().await("steady-" + i, ContainerdNode::runs));
        }
        pass(Duration.ofSeconds(5));
        for (Pod pod : pods) {
            staysAsItIs(pod);
        }
    }
}
