package dev.tenure.rules.qos;

import static dev.tenure.rules.Samples.container;
import static dev.tenure.rules.Samples.requirements;
import static dev.tenure.rules.Samples.sidecar;
import static dev.tenure.rules.Samples.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QosRuleTest {
    @ParameterizedTest(name = "{0} | {1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | '' | BestEffort",
                "cpu=0 memory=0 | cpu=0 | BestEffort",
                "ephemeral-storage=1Gi | example.com/gpu=1 | BestEffort",
                "cpu=1 memory=1Gi | cpu=1 memory=1Gi | Guaranteed",
                "cpu=1000m memory=1024Mi | cpu=1 memory=1Gi | Guaranteed",
                "cpu=1 memory=1Gi hugepages-2Mi=2Mi | cpu=1 memory=1Gi | Guaranteed",
                "cpu=1 | cpu=1 memory=1Gi | Burstable",
                "cpu=1 memory=1Gi | cpu=2 memory=1Gi | Burstable",
                "cpu=1 memory=1Gi | '' | Burstable",
                "'' | cpu=1 memory=1Gi | Burstable",
                "cpu=1m | '' | Burstable",
                "cpu=1 | cpu=1 | Burstable"
            })
    void requestsAndLimitsOfOneContainerTellTheClass(String requests, String limits, String qosClass) {
        ResourceRequirements both = requirements(requests, limits);

        assertThat(QosRule.of(spec(
                                List.of(),
                                List.of(container("a", requests, limits)),
                                ResourceList.EMPTY,
                                Optional.empty()))
                        .word())
                .isEqualTo(qosClass);
        assertThat(QosRule.of(spec(
                                List.of(), List.of(container("a", "cpu=7", "")), ResourceList.EMPTY, Optional.of(both)))
                        .word())
                .as("as resources of the pod, which count alone")
                .isEqualTo(qosClass);
    }

    @Test
    void oneContainerWithoutLimitsMakesThePodBurstable() {
        assertThat(QosRule.of(spec(
                        List.of(sidecar("s", "", "")),
                        List.of(container("a", "cpu=1 memory=1Gi", "cpu=1 memory=1Gi")),
                        ResourceList.EMPTY,
                        Optional.empty())))
                .isEqualTo(QosClass.BURSTABLE);
    }
}
