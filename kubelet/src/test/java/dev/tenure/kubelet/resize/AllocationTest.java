package dev.tenure.kubelet.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AllocationTest {
    private static final String ASKED = """
            spec:
              resources: {requests: {cpu: 4}}
              initContainers:
              - {name: side, resources: {requests: {cpu: 10m}}}
              containers:
              - {name: a, resources: {requests: {cpu: 2, memory: 1Gi}, limits: {memory: 2Gi, example.com/x: 1}}}
              - {name: b}
            """;
    private static final String SHOWN = ASKED + """
            status:
              resources: {requests: {cpu: "3", memory: 9Gi}}
              allocatedResources: {cpu: "3", memory: 9Gi}
              containerStatuses:
              - name: a
                allocatedResources: {cpu: "1", memory: 1Gi}
                resources: {requests: {cpu: "1", memory: 1Gi}, limits: {example.com/x: "1"}}
              - {name: b, resources: {}}
            """;

    private static JsonNode document(String yaml) {
        return Yaml.read(yaml.getBytes(StandardCharsets.UTF_8)).value();
    }

    @Test
    void whatIsAskedForIsGrantedWhenNothingElseIsShown() {
        JsonNode asked = document(ASKED);
        assertThat(Allocation.shown(asked).grants(asked)).isTrue();
        assertThat(Allocation.asked(asked).applied(asked)).isEqualTo(asked);
    }

    @Test
    void sameAmountsInOtherWordsAreTheSame() {
        JsonNode other = document(ASKED.replace("cpu: 2,", "cpu: 2000m,").replace("2Gi", "2048Mi"));
        assertThat(Allocation.asked(document(ASKED)).grants(other)).isTrue();
        assertThat(Allocation.asked(document(ASKED)).grants(document(ASKED.replace("10m", "11m"))))
                .isFalse();
    }

    /// Whoever begins anew while a resize waits finds what was granted before; what was not granted is not
    /// there.
    @Test
    void whatIsShownIsGrantedAndNothingMore() {
        JsonNode shown = document(SHOWN);
        Allocation allocation = Allocation.shown(shown);
        assertThat(allocation.grants(shown)).isFalse();
        JsonNode granted = allocation.applied(shown).path("spec");
        assertThat(granted.path("resources").toString()).isEqualTo("{\"requests\":{\"cpu\":\"3\"}}");
        assertThat(granted.path("containers").path(0).path("resources").toString())
                .contains("\"cpu\":\"1\"", "\"limits\":{\"example.com/x\":1}")
                .doesNotContain("2Gi");
        assertThat(granted.path("containers")
                        .path(1)
                        .path("resources")
                        .path("requests")
                        .isMissingNode())
                .isTrue();
        assertThat(granted.path("initContainers").path(0).path("resources").toString())
                .contains("10m");
    }

    @Test
    void containersTakeTheLimitsOfThePodWhereTheyHaveNone() {
        assertThat(new Amounts(1, 2, 3, 4).withCpuOf(Amounts.NONE)).isEqualTo(new Amounts(1, 2, 0, 0));
        assertThat(new Amounts(1, 2, 3, 4).sameMemory(new Amounts(1, 2, 0, 0))).isTrue();
        assertThat(new Amounts(1, 2, 3, 4).sameCpu(new Amounts(1, 2, 0, 4))).isFalse();
    }
}
