package dev.tenure.kubelet.pod;

import static dev.tenure.kubelet.pod.PodPlans.exited;
import static dev.tenure.kubelet.pod.PodPlans.pod;
import static dev.tenure.kubelet.pod.PodPlans.running;
import static dev.tenure.kubelet.pod.PodPlans.seen;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.pod.PodActions.Kill;
import dev.tenure.kubelet.resize.Actuated;
import dev.tenure.kubelet.resize.Allocation;
import dev.tenure.kubelet.resize.Amounts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResizeRuleTest {
    private static final PodPlan POD = pod("""
            initContainers:
            - {name: first, image: i, resources: {requests: {cpu: 1}}}
            containers:
            - name: a
              image: i
              resizePolicy: [{resourceName: memory, restartPolicy: RestartContainer}]
              resources: {requests: {cpu: 1, memory: 1k}, limits: {cpu: 2}}
            - {name: b, image: i}
            """);
    private static final Amounts A = new Amounts(0, 1000, 2000, 1000);

    private static PodActions decide(PodPlan pod, PodSeen seen, Actuated actuated) {
        return PodActionsRule.decide(pod, seen, Map.of(), actuated);
    }

    @Test
    void whatHasWhatIsSetAsideIsLeftAlone() {
        PodSeen seen = seen(exited("first", 0, 0), running("a", 0), running("b", 0));
        for (Actuated given : new Actuated[] {Actuated.NOTHING, Actuated.NOTHING.with("a0", A)}) {
            PodActions actions = decide(POD, seen, given);
            assertThat(actions.resize().any()).isFalse();
            assertThat(actions.kill()).isEmpty();
            assertThat(ResizeRule.inProgress(POD, seen, given)).isFalse();
        }
    }

    @Test
    void whatMayChangeWithoutRestartIsUpdated() {
        PodSeen seen = seen(exited("first", 0, 0), running("a", 0), running("b", 0));
        Actuated given = Actuated.NOTHING.with("a0", new Amounts(0, 1000, 0, 500));
        PodActions actions = decide(POD, seen, given);
        assertThat(actions.resize().containers()).singleElement().satisfies(resize -> {
            assertThat(resize.container().id()).isEqualTo("a0");
            assertThat(resize.wanted()).isEqualTo(A);
        });
        assertThat(actions.kill()).isEmpty();
        assertThat(ResizeRule.inProgress(POD, seen, given)).isTrue();
    }

    @Test
    void whatItsPolicyWantsRestartedIsKilledAndStartedAndThePodsGroupFollows() {
        PodActions actions = decide(
                POD,
                seen(exited("first", 0, 0), running("a", 0), running("b", 0)),
                Actuated.NOTHING.with("a0", new Amounts(0, 999, 2000, 1000)));
        assertThat(actions.kill()).extracting(Kill::message).containsExactly("Container a resize requires restart");
        assertThat(actions.start()).extracting(ContainerPlan::name).containsExactly("a");
        assertThat(actions.resize()).isEqualTo(new PodActions.Resizes(List.of(), true));
    }

    @Test
    void whatDoesNotRunIsNotResized() {
        Actuated given = Actuated.NOTHING.with("a0", Amounts.NONE);
        PodSeen seen = seen(exited("first", 0, 0), exited("a", 0, 1), running("b", 0));
        assertThat(decide(POD, seen, given).resize().any()).isFalse();
        assertThat(ResizeRule.inProgress(POD, seen, given)).isFalse();
    }

    @Test
    void initContainerThatRunsIsResizedToo() {
        PodActions actions = decide(POD, seen(running("first", 0)), Actuated.NOTHING.with("first0", Amounts.NONE));
        assertThat(actions.resize().containers()).hasSize(1);
        assertThat(actions.start()).isEmpty();
    }

    @Test
    void podAsAWholeIsResizedAndItsLimitsHoldForContainersWithoutTheirOwn() {
        PodPlan whole = pod("""
                resources: {limits: {cpu: 3}}
                containers: [{name: a, image: i}]
                """);
        PodSeen seen = seen(running("a", 0));
        assertThat(whole.amounts(whole.mains().getFirst())).isEqualTo(new Amounts(0, 0, 3000, 0));
        Actuated given = new Actuated(Optional.of(new Amounts(0, 0, 1000, 0)), Map.of());
        assertThat(decide(whole, seen, given).resize().whole()).isTrue();
        assertThat(decide(whole, seen, given.withPod(new Amounts(0, 0, 3000, 0)))
                        .resize()
                        .any())
                .isFalse();
    }

    @Test
    void whatRunsKeepsWhatItHadWhenSomethingElseIsSetAside() {
        PodSeen seen = seen(running("a", 0), exited("b", 0, 1));
        Actuated before = ResizeRule.before(POD, seen, Actuated.NOTHING);
        assertThat(before.containers()).isEqualTo(Map.of("a0", A));
        PodPlan smaller = POD.granted(Allocation.asked(pod("""
                containers:
                - {name: a, image: i, resources: {requests: {cpu: 1, memory: 1k}, limits: {cpu: 1}}}
                """).document()));
        assertThat(ResizeRule.inProgress(smaller, seen, before)).isTrue();
    }

    @Test
    void podThatAsksAsAWholeForTheFirstTimeIsResized() {
        PodSeen seen = seen(running("a", 0));
        Actuated before = ResizeRule.before(pod("containers: [{name: a, image: i}]"), seen, Actuated.NOTHING);
        PodPlan asks = pod("""
                resources: {requests: {cpu: 1}}
                containers: [{name: a, image: i}]
                """);
        assertThat(decide(asks, seen, before).resize().whole()).isTrue();
        assertThat(ResizeRule.inProgress(asks, seen, before)).isTrue();
    }
}
