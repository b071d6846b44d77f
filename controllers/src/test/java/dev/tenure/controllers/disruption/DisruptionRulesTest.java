package dev.tenure.controllers.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.IntOrPercent;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.policy.PodDisruptionBudget.Bound;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class DisruptionRulesTest {
    private static final Bound SHARE = new Bound.MinAvailable(new IntOrPercent.Percent(50));
    private static final Bound COUNT = new Bound.MinAvailable(new IntOrPercent.Count(2));
    private static final Bound MOST = new Bound.MaxUnavailable(new IntOrPercent.Count(1));

    private static ObjectNode pod(String name) {
        ObjectNode pod = Json.object();
        pod.putObject("metadata")
                .put("name", name)
                .put("namespace", "ns")
                .put("uid", name)
                .put("creationTimestamp", "2026-01-01T00:00:00Z");
        pod.putObject("status").put("phase", "Running");
        return pod;
    }

    private static Pod owned(String name, String owner) {
        ObjectNode pod = pod(name);
        if (!owner.isEmpty()) {
            pod.withObject("/metadata")
                    .putArray("ownerReferences")
                    .addObject()
                    .put("apiVersion", "apps/v1")
                    .put("kind", "ReplicaSet")
                    .put("name", owner)
                    .put("uid", owner)
                    .put("controller", true);
        }
        return (Pod) Views.view(ResourceTypes.PODS, pod);
    }

    private static Pod disrupted(String reason, String phase) {
        ObjectNode pod = pod("p");
        ObjectNode status = pod.withObject("/status").put("phase", phase);
        status.putArray("conditions")
                .addObject()
                .put("type", "DisruptionTarget")
                .put("status", "True")
                .put("reason", reason)
                .put("lastTransitionTime", "2026-01-01T00:10:00Z");
        return (Pod) Views.view(ResourceTypes.PODS, pod);
    }

    @Test
    void aPlainMinimumCountsThePods() {
        List<Pod> pods = List.of(owned("a", "x"), owned("b", ""));
        assertThat(ExpectedPodsRule.count(COUNT, pods, _ -> new ControllerSize.Missing()))
                .isEqualTo(new ExpectedPods.Counted(2));
    }

    @Test
    void sharesAndMaximaCountEachControllerOnce() {
        List<Pod> pods = List.of(owned("a", "old"), owned("b", "old"), owned("c", "new"), owned("d", "other"));
        for (Bound bound : List.of(SHARE, MOST)) {
            var asked = new AtomicInteger();
            ExpectedPods expected = ExpectedPodsRule.count(bound, pods, owner -> {
                asked.incrementAndGet();
                return owner.uid().equals("other")
                        ? new ControllerSize.Known("other", 3)
                        : new ControllerSize.Known("deployment", 10);
            });
            assertThat(expected).isEqualTo(new ExpectedPods.Counted(13));
            assertThat(asked).hasValue(3);
        }
    }

    @Test
    void aPodWhoseControllerIsGoneMakesTheNumberUnknown() {
        assertThat(ExpectedPodsRule.count(MOST, List.of(owned("a", "x")), _ -> new ControllerSize.Missing()))
                .isEqualTo(new ExpectedPods.Uncountable("found no controllers for pod \"a\""));
        assertThat(ExpectedPodsRule.count(MOST, List.of(owned("a", "x")), _ -> new ControllerSize.Unknown("why")))
                .isEqualTo(new ExpectedPods.Uncountable("why"));
    }

    @Test
    void onlyARunningPodThatSomebodyElseThanItsNodeDisruptsStopsSayingSo() {
        assertThat(StaleDisruptionRule.staleFrom(
                        disrupted("EvictionByEvictionAPI", "Running"), UnaryOperator.identity()))
                .contains(Instant.parse("2026-01-01T00:12:00Z"));
        assertThat(StaleDisruptionRule.staleFrom(
                        disrupted("TerminationByKubelet", "Running"), UnaryOperator.identity()))
                .isEmpty();
        assertThat(StaleDisruptionRule.staleFrom(
                        disrupted("EvictionByEvictionAPI", "Failed"), UnaryOperator.identity()))
                .isEmpty();
        assertThat(StaleDisruptionRule.staleFrom(owned("a", ""), UnaryOperator.identity()))
                .isEmpty();
    }
}
