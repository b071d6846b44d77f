package dev.tenure.node.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.qos.QosClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupNameTest {
    @TempDir
    private Path folder = Path.of("");

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
    void podsStandBelowTheRootThatIsGiven() throws IOException {
        Files.createDirectories(folder.resolve("memory/trial"));
        PodControlGroups groups = PodControlGroups.at(folder, false).below("/trial");
        GroupName pod = GroupName.ofPod(QosClass.BURSTABLE, "12-34");
        assertThat(folder.relativize(groups.folder("memory", pod)))
                .isEqualTo(Path.of("memory/trial/kubepods/burstable/pod12-34"));
        Files.createDirectories(groups.folder("memory", pod));
        assertThat(groups.podGroups()).containsExactly(pod);
        assertThat(PodControlGroups.at(folder, false).podGroups()).isEmpty();
        assertThatThrownBy(() -> PodControlGroups.at(folder, false).below("/else"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cgroup root \"/else\" does not exist: there is no ");
    }

    @Test
    void theRootOfAllGroupsIsTheUsualOne() throws IOException {
        Files.createDirectories(folder.resolve("memory"));
        GroupName pod = GroupName.ofPod(QosClass.BURSTABLE, "12-34");
        for (boolean systemd : new boolean[] {false, true}) {
            PodControlGroups plain = PodControlGroups.at(folder, systemd);
            assertThat(plain.below("/").folder("memory", pod)).isEqualTo(plain.folder("memory", pod));
        }
    }

    @Test
    void slicesBelowARootCarryItsName() throws IOException {
        Files.createDirectories(folder.resolve("memory/trial.slice/trial-one.slice"));
        PodControlGroups groups = PodControlGroups.at(folder, true).below("/trial.slice/trial-one.slice");
        GroupName pod = GroupName.ofPod(QosClass.BEST_EFFORT, "12-34");
        Path made = groups.folder("memory", pod);
        assertThat(made.getFileName()).hasToString("trial-one-kubepods-besteffort-pod12_34.slice");
        Files.createDirectories(made);
        assertThat(groups.podGroups()).containsExactly(pod);
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

    @Test
    void sharesAndQuotasTellTheAmountsThatTheyWereMadeOf() {
        for (long millis : new long[] {2, 3, 25, 100, 150, 999, 1000, 64_000}) {
            assertThat(ResourceRule.millisOfShares(ResourceRule.shares(millis))).isEqualTo(millis);
        }
        assertThat(ResourceRule.millisOfShares(1)).isZero();
        assertThat(ResourceRule.millisOfQuota(30_000, ResourceRule.PERIOD_MICROS))
                .isEqualTo(300);
        assertThat(ResourceRule.millisOfQuota(-1, ResourceRule.PERIOD_MICROS)).isZero();
        assertThat(ResourceRule.sharesOfWeight(ResourceRule.weight(262_144))).isEqualTo(262_144);
        assertThat(ResourceRule.sharesOfWeight(1)).isEqualTo(2);
    }

    @Test
    void limitsOfAGroupAreReadBackAndNoneIsAbsent() throws IOException {
        PodControlGroups groups = PodControlGroups.at(folder, false);
        GroupName pod = GroupName.ofPod(QosClass.BURSTABLE, "12-34");
        assertThat(groups.limits(pod)).isEmpty();
        Path memory = Files.createDirectories(groups.folder("memory", pod));
        Path cpu = Files.createDirectories(groups.folder("cpu", pod));
        Files.writeString(memory.resolve("memory.limit_in_bytes"), "9223372036854771712\n");
        Files.writeString(memory.resolve("memory.usage_in_bytes"), "4096\n");
        Files.writeString(cpu.resolve("cpu.cfs_quota_us"), "-1\n");
        Files.writeString(cpu.resolve("cpu.shares"), "102\n");
        var none = new ResourceRule.Limits(102, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
        assertThat(groups.limits(pod)).contains(none);
        assertThat(groups.memoryUsedBytes(pod)).hasValue(4096);
        var some = new ResourceRule.Limits(7, OptionalLong.of(30_000), OptionalLong.of(9000), OptionalLong.empty());
        groups.resize(pod, some);
        assertThat(groups.limits(pod)).contains(some);
    }

    private static long quotaMicros(String cpu) {
        return ResourceRule.quotaMicros(Quantity.parse(cpu).milliValue());
    }
}
