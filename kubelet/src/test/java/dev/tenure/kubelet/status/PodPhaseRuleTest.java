package dev.tenure.kubelet.status;

import static dev.tenure.kubelet.pod.PodPlans.exited;
import static dev.tenure.kubelet.pod.PodPlans.pod;
import static dev.tenure.kubelet.pod.PodPlans.running;
import static dev.tenure.kubelet.pod.PodPlans.seen;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.pod.PodSeen;
import dev.tenure.model.core.PodPhase;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodPhaseRuleTest {
    private static final String TWO = """
            containers:
            - {name: a, image: i}
            - {name: b, image: i}
            """;

    private static PodPhase phase(String policy, PodSeen seen, boolean ending) {
        return PodPhaseRule.decide(pod(TWO + "restartPolicy: " + policy + "\n"), seen, ending);
    }

    @Test
    void podIsPendingUntilAllHaveStarted() {
        assertThat(phase("Always", PodSeen.NOTHING, false)).isEqualTo(PodPhase.PENDING);
        assertThat(phase("Always", seen(running("a", 0)), false)).isEqualTo(PodPhase.PENDING);
    }

    @Test
    void podRunsWhileOneRuns() {
        assertThat(phase("Never", seen(running("a", 0), exited("b", 0, 1)), false))
                .isEqualTo(PodPhase.RUNNING);
    }

    @Test
    void whatEndedCountsByThePolicy() {
        PodSeen fine = seen(exited("a", 0, 0), exited("b", 0, 0));
        PodSeen bad = seen(exited("a", 0, 0), exited("b", 0, 1));
        assertThat(phase("Always", fine, false)).isEqualTo(PodPhase.RUNNING);
        assertThat(phase("OnFailure", fine, false)).isEqualTo(PodPhase.SUCCEEDED);
        assertThat(phase("OnFailure", bad, false)).isEqualTo(PodPhase.RUNNING);
        assertThat(phase("Never", fine, false)).isEqualTo(PodPhase.SUCCEEDED);
        assertThat(phase("Never", bad, false)).isEqualTo(PodPhase.FAILED);
    }

    @Test
    void podThatEndsHasSucceededOnlyIfAllHave() {
        assertThat(phase("Always", seen(exited("a", 0, 0), exited("b", 0, 0)), true))
                .isEqualTo(PodPhase.SUCCEEDED);
        assertThat(phase("Always", seen(exited("a", 0, 0), exited("b", 0, 137)), true))
                .isEqualTo(PodPhase.FAILED);
    }

    @Test
    void whatEndedCountsByItsOwnPolicyAndRules() {
        String rules = """
                containers:
                - {name: a, image: i}
                - name: b
                  image: i
                  restartPolicy: Never
                  restartPolicyRules:
                  - {action: Restart, exitCodes: {operator: In, values: [42]}}
                restartPolicy: OnFailure
                """;
        assertThat(PodPhaseRule.decide(pod(rules), seen(exited("a", 0, 0), exited("b", 0, 42)), false))
                .isEqualTo(PodPhase.RUNNING);
        assertThat(PodPhaseRule.decide(pod(rules), seen(exited("a", 0, 0), exited("b", 0, 1)), false))
                .isEqualTo(PodPhase.FAILED);
        assertThat(PodPhaseRule.decide(pod(rules), seen(exited("a", 0, 1), exited("b", 0, 0)), false))
                .isEqualTo(PodPhase.RUNNING);
    }

    @Test
    void podStaysRunningWhileItsContainersStartAnew() {
        PodSeen emptied = seen().withRemoved(List.of(exited("a", 0, 42), exited("b", 0, 137)));
        assertThat(phase("Never", emptied, false)).isEqualTo(PodPhase.RUNNING);
    }
}
