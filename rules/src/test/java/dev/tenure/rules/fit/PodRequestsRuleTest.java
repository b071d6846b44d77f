package dev.tenure.rules.fit;

import static dev.tenure.rules.Samples.condition;
import static dev.tenure.rules.Samples.container;
import static dev.tenure.rules.Samples.meta;
import static dev.tenure.rules.Samples.requirements;
import static dev.tenure.rules.Samples.resources;
import static dev.tenure.rules.Samples.sidecar;
import static dev.tenure.rules.Samples.spec;
import static dev.tenure.rules.Samples.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.core.ResourceList;
import dev.tenure.rules.fit.PodRequestsRule.Options;
import dev.tenure.rules.fit.PodRequestsRule.Resizing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PodRequestsRuleTest {
    @Test
    void containersAndSidecarsAddUp() {
        assertThat(written(
                        List.of(sidecar("s", "cpu=1", "")),
                        List.of(container("a", "cpu=2 memory=1Gi", ""), container("b", "cpu=500m", ""))))
                .isEqualTo(resources("cpu=3500m memory=1Gi"));
    }

    @Test
    void aLargerInitContainerCountsAloneWithTheSidecarsBeforeIt() {
        List<Container> initContainers = List.of(
                sidecar("before", "cpu=1", ""),
                container("init", "cpu=5 memory=1Gi", ""),
                sidecar("after", "cpu=2", ""));

        assertThat(written(initContainers, List.of(container("a", "cpu=1 memory=2Gi", ""))))
                .isEqualTo(resources("cpu=6 memory=2Gi"));
        assertThat(written(initContainers, List.of(container("a", "cpu=4", ""))))
                .isEqualTo(resources("cpu=7 memory=1Gi"));
    }

    @Test
    void overheadIsAddedToRequestsAndToLimitsThatAreThere() {
        Pod pod = pod(spec(
                List.of(),
                List.of(container("a", "cpu=1", "cpu=2")),
                resources("cpu=250m memory=64Mi"),
                Optional.empty()));

        assertThat(PodRequestsRule.requests(pod, Options.WRITTEN)).isEqualTo(resources("cpu=1250m memory=64Mi"));
        assertThat(PodRequestsRule.limits(pod, Options.WRITTEN)).isEqualTo(resources("cpu=2250m"));
        assertThat(PodRequestsRule.requests(pod, new Options(Resizing.WRITTEN, false, true, ResourceList.EMPTY)))
                .isEqualTo(resources("cpu=1"));
    }

    @Test
    void requestsOfThePodReplaceThoseOfItsContainers() {
        Pod pod = pod(spec(
                List.of(),
                List.of(container("a", "cpu=1 memory=1Gi example.com/gpu=1", "")),
                resources("cpu=100m"),
                Optional.of(requirements("cpu=3 example.com/gpu=7 hugepages-2Mi=4Mi", ""))));

        assertThat(PodRequestsRule.requests(pod, Options.WRITTEN))
                .isEqualTo(resources("cpu=3100m memory=1Gi example.com/gpu=1 hugepages-2Mi=4Mi"));
        assertThat(PodRequestsRule.requests(pod, new Options(Resizing.WRITTEN, true, false, ResourceList.EMPTY)))
                .isEqualTo(resources("cpu=1100m memory=1Gi example.com/gpu=1"));
    }

    @Test
    void aPodThatIsResizedAsAWholeHoldsTheLargestToo() {
        PodStatus plain = status(PodPhase.RUNNING, List.of());
        PodStatus status = new PodStatus(
                plain.phase(),
                "",
                "",
                plain.conditions(),
                List.of(),
                List.of(),
                "",
                Optional.empty(),
                "",
                "",
                Optional.of(requirements("cpu=3 memory=1Gi", "cpu=4")),
                resources("cpu=2 memory=3Gi"),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                0);
        PodSpec spec = spec(
                List.of(),
                List.of(container("a", "cpu=9 memory=64Mi", "")),
                ResourceList.EMPTY,
                Optional.of(requirements("cpu=1", "cpu=2")));
        Pod pod = new Pod(meta("p", Map.of()), spec, status);

        assertThat(PodRequestsRule.requests(pod, Options.HELD)).isEqualTo(resources("cpu=3 memory=64Mi"));
        assertThat(PodRequestsRule.requests(pod, Options.WRITTEN)).isEqualTo(resources("cpu=1 memory=64Mi"));
        assertThat(PodRequestsRule.limits(pod, Options.HELD)).isEqualTo(resources("cpu=4"));
        assertThat(PodRequestsRule.requests(pod, Options.CHARGED)).isEqualTo(resources("cpu=1 memory=64Mi"));
        assertThat(PodRequestsRule.limits(pod, Options.CHARGED)).isEqualTo(resources("cpu=2"));
        assertThat(PodRequestsRule.limits(pod, Options.WRITTEN)).isEqualTo(resources("cpu=2"));
    }

    @Test
    void whatIsMissingIsFilledInPerContainerButAnExplicitZeroStays() {
        Options scoring = new Options(Resizing.HELD, true, true, resources("cpu=100m memory=200Mi"));
        Pod pod = pod(spec(
                List.of(),
                List.of(container("a", "cpu=0", ""), container("b", "memory=1Gi", "")),
                ResourceList.EMPTY,
                Optional.empty()));

        assertThat(PodRequestsRule.requests(pod, scoring)).isEqualTo(resources("cpu=100m memory=1224Mi"));
    }

    @Test
    void duringAResizeThePodHoldsTheLargestOfWishedSetAsideAndRunning() {
        assertThat(held("cpu=1 memory=1Gi", "cpu=3 memory=1Gi", "cpu=2 memory=2Gi", Optional.empty()))
                .isEqualTo(resources("cpu=3 memory=2Gi"));
        assertThat(held("cpu=4", "cpu=3", "cpu=2", Optional.empty())).isEqualTo(resources("cpu=4"));
    }

    @Test
    void aResizeThatTheNodeRefusedLeavesTheWishAside() {
        Condition infeasible = condition("PodResizePending", true, "Infeasible", "");
        Condition deferred = condition("PodResizePending", true, "Deferred", "");

        assertThat(held("cpu=4", "cpu=3", "cpu=2", Optional.of(infeasible))).isEqualTo(resources("cpu=3"));
        assertThat(held("cpu=4", "cpu=3", "cpu=2", Optional.of(deferred))).isEqualTo(resources("cpu=4"));
    }

    private static ResourceList held(String wished, String running, String setAside, Optional<Condition> pending) {
        ContainerStatus container = new ContainerStatus(
                "a",
                "",
                "",
                "",
                true,
                true,
                0,
                new ContainerStatus.State.Waiting(""),
                resources(setAside),
                Optional.of(requirements(running, "")));
        PodStatus plain = status(PodPhase.RUNNING, pending.stream().toList());
        PodStatus status = new PodStatus(
                plain.phase(),
                "",
                "",
                plain.conditions(),
                List.of(),
                List.of(),
                "",
                Optional.empty(),
                "",
                "",
                Optional.empty(),
                ResourceList.EMPTY,
                List.of(),
                List.of(container),
                List.of(),
                Optional.empty(),
                0);
        PodSpec spec = spec(List.of(), List.of(container("a", wished, "")), ResourceList.EMPTY, Optional.empty());
        Pod pod = new Pod(meta("p", Map.of()), spec, status);
        assertThat(PodRequestsRule.requests(pod, Options.WRITTEN)).isEqualTo(resources(wished));
        return PodRequestsRule.requests(pod, Options.HELD);
    }

    private static ResourceList written(List<Container> initContainers, List<Container> containers) {
        Pod pod = pod(spec(initContainers, containers, ResourceList.EMPTY, Optional.empty()));
        assertThat(PodRequestsRule.requests(pod, Options.HELD))
                .isEqualTo(PodRequestsRule.requests(pod, Options.WRITTEN));
        return PodRequestsRule.requests(pod, Options.WRITTEN);
    }

    private static Pod pod(PodSpec spec) {
        return new Pod(meta("p", Map.of()), spec, status(PodPhase.PENDING, List.of()));
    }
}
