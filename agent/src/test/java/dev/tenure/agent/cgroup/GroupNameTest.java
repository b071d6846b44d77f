package dev.tenure.agent.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.rules.qos.QosClass;
import org.junit.jupiter.api.Test;

class GroupNameTest {
    @Test
    void namesAreThoseOfTheGroupDriver() {
        GroupName burstable = GroupName.ofPod(QosClass.BURSTABLE, "12-34");
        assertThat(burstable.path(false)).isEqualTo("/kubepods/burstable/pod12-34");
        assertThat(burstable.path(true))
                .isEqualTo("/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod12_34.slice");
        assertThat(GroupName.ofPod(QosClass.GUARANTEED, "1").path(true))
                .isEqualTo("/kubepods.slice/kubepods-pod1.slice");
    }

    @Test
    void sharesAndWeightsAreBounded() {
        assertThat(ResourceRule.shares(0)).isEqualTo(2);
        assertThat(ResourceRule.shares(1000)).isEqualTo(1024);
        assertThat(ResourceRule.shares(1_000_000)).isEqualTo(262_144);
        assertThat(ResourceRule.weight(2)).isEqualTo(1);
        assertThat(ResourceRule.weight(1024)).isEqualTo(39);
        assertThat(ResourceRule.weight(262_144)).isEqualTo(10_000);
    }
}
