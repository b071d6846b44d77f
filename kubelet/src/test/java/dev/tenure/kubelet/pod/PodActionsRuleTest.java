package dev.tenure.kubelet.pod;

import static dev.tenure.kubelet.pod.PodPlans.exited;
import static dev.tenure.kubelet.pod.PodPlans.pod;
import static dev.tenure.kubelet.pod.PodPlans.running;
import static dev.tenure.kubelet.pod.PodPlans.sandbox;
import static dev.tenure.kubelet.pod.PodPlans.seen;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.pod.PodActions.SandboxStep;
import dev.tenure.kubelet.resize.Actuated;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodActionsRuleTest {
    private static final String TWO = """
            containers:
            - {name: a, image: i}
            - {name: b, image: i}
            """;
    private static final String INITS = """
            initContainers:
            - {name: one, image: i}
            - {name: side, image: i, restartPolicy: Always}
            - {name: two, image: i}
            containers:
            - {name: a, image: i}
            """;

    private static PodActions decide(String spec, PodSeen seen) {
        return PodActionsRule.decide(pod(spec), seen, Map.of(), Actuated.NOTHING);
    }

    private static List<String> names(PodActions actions) {
        return actions.start().stream().map(ContainerPlan::name).toList();
    }

    @Test
    void newPodGetsItsSandboxAndAllContainers() {
        PodActions actions = decide(TWO, PodSeen.NOTHING);
        assertThat(actions.sandbox()).isEqualTo(new SandboxStep.Create(0));
        assertThat(actions.killAll()).isFalse();
        assertThat(names(actions)).containsExactly("a", "b");
    }

    @Test
    void whatRunsIsLeftAlone() {
        PodActions actions = decide(TWO, seen(running("a", 0), running("b", 0)));
        assertThat(actions.sandbox()).isEqualTo(new SandboxStep.Keep("s0"));
        assertThat(actions.start()).isEmpty();
        assertThat(actions.kill()).isEmpty();
    }

    @Test
    void whatEndedStartsAgainUnderAlways() {
        assertThat(names(decide(TWO, seen(running("a", 0), exited("b", 0, 0))))).containsExactly("b");
    }

    @Test
    void successStartsNothingUnderOnFailureButFailureDoes() {
        String spec = TWO + "restartPolicy: OnFailure\n";
        assertThat(names(decide(spec, seen(exited("a", 0, 0), exited("b", 0, 3)))))
                .containsExactly("b");
    }

    @Test
    void podOfNeverEndsWhenAllHaveEnded() {
        PodActions actions = decide(TWO + "restartPolicy: Never\n", seen(exited("a", 0, 0), exited("b", 0, 3)));
        assertThat(actions.killAll()).isTrue();
        assertThat(actions.sandbox()).isEqualTo(new SandboxStep.None());
    }

    @Test
    void lostSandboxIsReplacedAndEverythingStartsAnew() {
        var lost = new PodSeen(List.of(sandbox(0, false)), List.of(exited("a", 0, 137), exited("b", 0, 137)));
        PodActions actions = decide(TWO, lost);
        assertThat(actions.killAll()).isTrue();
        assertThat(actions.sandbox()).isEqualTo(new SandboxStep.Create(1));
        assertThat(names(actions)).containsExactly("a", "b");
    }

    @Test
    void lostSandboxOfNeverIsNotReplaced() {
        var lost = new PodSeen(List.of(sandbox(0, false)), List.of(exited("a", 0, 137), exited("b", 0, 137)));
        assertThat(decide(TWO + "restartPolicy: Never\n", lost).sandbox()).isEqualTo(new SandboxStep.None());
    }

    @Test
    void twoReadySandboxesAreOneTooMany() {
        var both = new PodSeen(List.of(sandbox(0, true), sandbox(1, true)), List.of());
        assertThat(decide(TWO, both).sandbox()).isEqualTo(new SandboxStep.Create(2));
    }

    @Test
    void initContainersGoOneByOneAndSidecarsStayBeside() {
        assertThat(names(decide(INITS, PodSeen.NOTHING))).containsExactly("one");
        assertThat(names(decide(INITS, seen(running("one", 0))))).isEmpty();
        assertThat(names(decide(INITS, seen(exited("one", 0, 0))))).containsExactly("side");
        assertThat(names(decide(INITS, seen(exited("one", 0, 0), running("side", 0)))))
                .containsExactly("two");
        assertThat(names(decide(INITS, seen(exited("one", 0, 0), running("side", 0), exited("two", 0, 0)))))
                .containsExactly("a");
    }

    @Test
    void sidecarThatEndsBesideRunningContainersStartsAgain() {
        PodSeen seen = seen(exited("one", 0, 0), exited("side", 0, 1), exited("two", 0, 0), running("a", 0));
        assertThat(names(decide(INITS, seen))).containsExactly("side");
    }

    @Test
    void failedInitContainerStartsAgainOrEndsThePodUnderNever() {
        assertThat(names(decide(INITS, seen(exited("one", 0, 1))))).containsExactly("one");
        PodActions actions = decide(INITS + "restartPolicy: Never\n", seen(exited("one", 0, 1)));
        assertThat(actions.failed()).isTrue();
        assertThat(actions.killAll()).isTrue();
    }

    @Test
    void containerThatFailsItsProbeIsKilledAndStartedAgain() {
        var sick = new ContainerHealth(true, true, true, "Container a failed liveness probe");
        PodActions actions = PodActionsRule.decide(
                pod(TWO), seen(running("a", 0), running("b", 0)), Map.of("a0", sick), Actuated.NOTHING);
        assertThat(actions.kill()).hasSize(1);
        assertThat(actions.kill().getFirst().message())
                .isEqualTo("Container a failed liveness probe, will be restarted");
        assertThat(names(actions)).containsExactly("a");
    }

    @Test
    void mainContainersWaitForTheStartupProbeOfASidecar() {
        String spec = """
                initContainers:
                - {name: side, image: i, restartPolicy: Always, startupProbe: {exec: {command: ["true"]}}}
                containers:
                - {name: a, image: i}
                """;
        assertThat(names(decide(spec, seen(running("side", 0))))).isEmpty();
        PodActions started = PodActionsRule.decide(
                pod(spec), seen(running("side", 0)), Map.of("side0", ContainerHealth.FINE), Actuated.NOTHING);
        assertThat(names(started)).containsExactly("a");
    }

    private static final String RULES = """
            containers:
            - name: a
              image: i
              restartPolicy: Never
              restartPolicyRules:
              - {action: Restart, exitCodes: {operator: In, values: [42]}}
            - {name: b, image: i}
            restartPolicy: Never
            """;

    @Test
    void ownPolicyAndRulesOfAContainerComeBeforeThePods() {
        assertThat(names(decide(RULES, seen(exited("a", 0, 42), running("b", 0)))))
                .containsExactly("a");
        assertThat(names(decide(RULES, seen(exited("a", 0, 1), running("b", 0)))))
                .isEmpty();
        String always = TWO.replace("{name: a, image: i}", "{name: a, image: i, restartPolicy: Always}")
                + "restartPolicy: Never\n";
        assertThat(names(decide(always, seen(exited("a", 0, 0), exited("b", 0, 0)))))
                .containsExactly("a");
    }

    @Test
    void ownPolicyOfAnInitContainerComesBeforeThePods() {
        String never = INITS.replace("{name: one, image: i}", "{name: one, image: i, restartPolicy: Never}");
        assertThat(decide(never, seen(exited("one", 0, 1))).failed()).isTrue();
        String again = INITS.replace("{name: one, image: i}", "{name: one, image: i, restartPolicy: OnFailure}")
                + "restartPolicy: Never\n";
        assertThat(names(decide(again, seen(exited("one", 0, 1))))).containsExactly("one");
    }

    private static final String ANEW = """
            initContainers:
            - {name: one, image: i}
            - {name: side, image: i, restartPolicy: Always}
            containers:
            - name: a
              image: i
              restartPolicy: Never
              restartPolicyRules:
              - {action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}
            - {name: b, image: i}
            ephemeralContainers:
            - {name: look, image: i}
            restartPolicy: Never
            """;

    private static List<String> reset(PodActions actions) {
        return actions.reset().stream().map(RunContainer::id).toList();
    }

    @Test
    void allContainersGoWhenOneEndsSoThatAllStartAnewAndThatOneLast() {
        PodActions actions = decide(
                ANEW,
                seen(
                        exited("one", 0, 0),
                        running("side", 1),
                        exited("side", 0, 1),
                        exited("a", 0, 42),
                        running("b", 0),
                        running("look", 0)));
        assertThat(reset(actions)).containsExactly("b0", "one0", "side1", "side0", "a0");
        assertThat(actions.start()).isEmpty();
        assertThat(reset(decide(ANEW, seen(exited("a", 0, 42))))).containsExactly("a0");
        assertThat(reset(decide(
                        ANEW, seen(exited("one", 0, 0), running("side", 0), exited("a", 0, 1), running("b", 0)))))
                .isEmpty();
    }

    @Test
    void podWhoseContainersWereRemovedIsInitializedAnewInItsSandbox() {
        PodActions actions = decide(ANEW, seen(running("look", 0)).withRemoved(List.of(exited("a", 0, 42))));
        assertThat(actions.sandbox()).isEqualTo(new SandboxStep.Keep("s0"));
        assertThat(names(actions)).containsExactly("one");
    }

    @Test
    void ephemeralContainerStartsOnceEvenBeforeThePodIsInitialized() {
        String spec = INITS + "ephemeralContainers: [{name: look, image: i}]\n";
        assertThat(names(decide(spec, PodSeen.NOTHING))).containsExactly("one");
        assertThat(names(decide(spec, seen(running("one", 0))))).containsExactly("look");
        assertThat(names(decide(spec, seen(running("one", 0), exited("look", 0, 1)))))
                .isEmpty();
    }

    @Test
    void ephemeralContainerKeepsNoPodAlive() {
        String spec = TWO + "ephemeralContainers: [{name: look, image: i}]\nrestartPolicy: Never\n";
        PodSeen over = seen(exited("a", 0, 0), exited("b", 0, 0), running("look", 0));
        assertThat(decide(spec, over).killAll()).isTrue();
        assertThat(decide(spec, seen(exited("a", 0, 0), exited("b", 0, 0))).killAll())
                .isTrue();
    }

    @Test
    void lostSandboxHasAllStartAnewButWhatSucceededUnderOnFailure() {
        var lost = new PodSeen(List.of(sandbox(0, false)), List.of(exited("a", 0, 0), exited("b", 0, 0)));
        String spec = TWO.replace("{name: a, image: i}", "{name: a, image: i, restartPolicy: OnFailure}")
                .replace("{name: b, image: i}", "{name: b, image: i, restartPolicy: Never}");
        assertThat(names(decide(spec, lost))).containsExactly("b");
    }
}
