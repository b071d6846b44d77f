package dev.tenure.kubelet.pod;

import static dev.tenure.kubelet.pod.PodPlans.pod;
import static dev.tenure.kubelet.pod.PodPlans.running;
import static dev.tenure.kubelet.pod.PodPlans.seen;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProbeStateTest {
    private static final String SPEC = """
            containers:
            - name: a
              image: i
              startupProbe: {exec: {command: ["true"]}, periodSeconds: 2}
              livenessProbe: {exec: {command: ["true"]}, periodSeconds: 5, failureThreshold: 2}
              readinessProbe: {exec: {command: ["true"]}, periodSeconds: 1, successThreshold: 1}
            """;

    private final ProbeState state = new ProbeState();
    private Tick now = new Tick(0);

    private List<ProbeState.Kind> due() {
        List<ProbeState.Due> due = state.takeDue(now);
        return due.stream().map(ProbeState.Due::kind).toList();
    }

    private void answer(ProbeState.Kind kind, boolean success) {
        now = now.plus(Duration.ofSeconds(5));
        state.takeDue(now).stream()
                .filter(due -> due.kind() == kind)
                .forEach(due -> state.answered(due, success, true));
    }

    private ContainerHealth health() {
        ContainerHealth known = state.health().get("a0");
        assertThat(known).isNotNull();
        return known == null ? ContainerHealth.FINE : known;
    }

    @Test
    void onlyTheStartupProbeRunsUntilItPasses() {
        state.running(pod(SPEC), seen(running("a", 0)), now);
        assertThat(due()).containsExactly(ProbeState.Kind.STARTUP);
        assertThat(health().started()).isFalse();
        assertThat(health().ready()).isFalse();
    }

    @Test
    void livenessFailsAfterItsThreshold() {
        state.running(pod(SPEC), seen(running("a", 0)), now);
        answer(ProbeState.Kind.STARTUP, true);
        answer(ProbeState.Kind.LIVENESS, false);
        assertThat(health().failing()).isFalse();
        answer(ProbeState.Kind.LIVENESS, false);
        assertThat(health().failing()).isTrue();
        assertThat(health().why()).isEqualTo("Container a failed liveness probe");
    }

    @Test
    void readinessFollowsItsProbe() {
        state.running(pod(SPEC), seen(running("a", 0)), now);
        answer(ProbeState.Kind.STARTUP, true);
        assertThat(health().ready()).isFalse();
        answer(ProbeState.Kind.READINESS, true);
        assertThat(health().ready()).isTrue();
    }

    @Test
    void onlyReadinessIsAskedForWhileThePodEnds() {
        state.running(pod(SPEC), seen(running("a", 0)), now);
        state.ending();
        assertThat(due()).containsExactly(ProbeState.Kind.READINESS);
        assertThat(health().failing()).isFalse();
        assertThat(health().started()).isTrue();
    }

    @Test
    void probesEndWithTheirContainer() {
        state.running(pod(SPEC), seen(running("a", 0)), now);
        state.running(pod(SPEC), seen(running("a", 1)), now);
        assertThat(state.health()).containsOnlyKeys("a1");
    }
}
