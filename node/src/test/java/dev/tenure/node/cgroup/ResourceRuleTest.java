package dev.tenure.node.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.node.cgroup.ResourceRule.Limits;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class ResourceRuleTest {
    private static final long MEBI = 1L << 20;

    private static Limits of(String spec) {
        return ResourceRule.ofPod(PodSpecs.pod(spec));
    }

    private static Limits limits(long shares, OptionalLong quotaMicros, OptionalLong memoryBytes) {
        return new Limits(shares, quotaMicros, memoryBytes, OptionalLong.empty());
    }

    @Test
    void aPodIsLimitedToTheSumOfItsContainers() {
        assertThat(of("""
                containers:
                - {name: a, resources: {requests: {cpu: 100m}, limits: {cpu: 250m, memory: 64Mi}}}
                - {name: b, resources: {requests: {cpu: 400m}, limits: {cpu: 500m, memory: 32Mi}}}
                """)).isEqualTo(limits(512, OptionalLong.of(75_000), OptionalLong.of(96 * MEBI)));
    }

    @Test
    void oneContainerWithoutALimitLeavesThePodWithoutOne() {
        assertThat(of("""
                containers:
                - {name: a, resources: {requests: {cpu: 100m}, limits: {cpu: 250m, memory: 64Mi}}}
                - {name: b, resources: {limits: {cpu: 250m}}}
                """).memoryBytes()).isEmpty();
    }

    @Test
    void anInitContainerThatNeedsMoreHasItsRoom() {
        String main = "containers: [{name: a, resources: {requests: {cpu: 100m}, limits: {memory: 64Mi}}}]\n";
        assertThat(of(main + "initContainers: [{name: i, resources: {requests: {cpu: 2}, limits: {memory: 1Gi}}}]"))
                .isEqualTo(limits(2048, OptionalLong.empty(), OptionalLong.of(1024 * MEBI)));
        assertThat(of(main + "initContainers: [{name: i}]").memoryBytes())
                .as("one that is not limited")
                .isEmpty();
    }

    @Test
    void whatAPodStatesAsAWholeReplacesItsContainers() {
        assertThat(of("""
                resources: {requests: {cpu: 1}, limits: {memory: 128Mi}}
                containers: [{name: a, resources: {requests: {cpu: 100m}}}]
                """)).isEqualTo(limits(1024, OptionalLong.empty(), OptionalLong.of(128 * MEBI)));
    }

    @Test
    void theOverheadOfTheSandboxComesOnTop() {
        assertThat(of("""
                overhead: {cpu: 1, memory: 16Mi}
                containers: [{name: a, resources: {requests: {cpu: 1}, limits: {memory: 64Mi}}}]
                """)).isEqualTo(limits(2048, OptionalLong.empty(), OptionalLong.of(80 * MEBI)));
    }

    @Test
    void aQuotaThatSystemdKeepsIsOfHundredthsOfACpu() {
        assertThat(ResourceRule.perSecondMicros(12_500)).isEqualTo(130_000);
        assertThat(ResourceRule.keptQuotaMicros(12_500)).isEqualTo(13_000);
        assertThat(ResourceRule.keptQuotaMicros(150_000)).isEqualTo(150_000);
    }
}
