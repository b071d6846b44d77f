package dev.tenure.agent.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.qos.QosClass;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class GroupNameTest {
    @Test
    void k4NamesAreThoseOfTheGroupDriver() {
        assertThat(GroupName.ofPod(QosClass.BURSTABLE, "1234-ab").path(true))
                .endsWith("/kubepods-burstable-pod1234_ab.slice");
        GroupName burstable = GroupName.ofPod(QosClass.BURSTABLE, "12-34");
        assertThat(burstable.path(false)).isEqualTo("/kubepods/burstable/pod12-34");
        assertThat(burstable.path(true))
                .isEqualTo("/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod12_34.slice");
        assertThat(GroupName.ofPod(QosClass.GUARANTEED, "1").path(true))
                .isEqualTo("/kubepods.slice/kubepods-pod1.slice");
    }

    @Test
    void k1ToK3SharesQuotasAndWeightsAreBounded() {
        long[] millis = {0, 1, 100, 1000, 500_000};
        assertThat(LongStream.of(millis).map(ResourceRule::shares).toArray())
                .as("K1")
                .containsExactly(2, 2, 102, 1024, 262_144);
        assertThat(quotaMicros("100m")).as("K2").isEqualTo(10_000);
        assertThat(quotaMicros("5m")).as("K2").isEqualTo(1_000);
        assertThat(quotaMicros("0")).as("K2").isZero();
        assertThat(ResourceRule.weight(2)).as("K3, linear").isEqualTo(1);
        assertThat(ResourceRule.weight(1024)).isEqualTo(39);
        assertThat(ResourceRule.weight(262_144)).isEqualTo(10_000);
    }

    private static long quotaMicros(String cpu) {
        var limits = new ResourceList(Map.of(ResourceList.CPU, Quantity.parse(cpu)));
        return ResourceRule.quotaMicros(new ResourceRequirements(ResourceList.EMPTY, limits));
    }
}
