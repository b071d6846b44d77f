package dev.tenure.kubelet.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.configuration.KubeletFile;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class KubeletLintTest {
    private static final String MERGED = "mergeDefaultEvictionSettings: true\nsystemReserved: {memory: 1Gi}\n";

    private static List<Finding> lint(String file, String memory, List<GrowthRule.Sample> grown) {
        ResourceList capacity =
                memory.isEmpty() ? ResourceList.EMPTY : new ResourceList(Map.of("memory", Quantity.parse(memory)));
        String text = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n" + file;
        KubeletFile read = KubeletFile.read(text.getBytes(StandardCharsets.UTF_8));
        return KubeletFileLint.check(read.documents().getFirst(), capacity, grown).stream()
                .map(Finding.Placed::finding)
                .toList();
    }

    private static List<String> rules(String file, String memory) {
        return lint(file, memory, List.of()).stream().map(Finding::rule).toList();
    }

    @Test
    void settingsThatSayWhatTheyMeanAreLeftAlone() {
        assertThat(rules("", "")).isEmpty();
        assertThat(rules(MERGED + "evictionHard: {memory.available: 500Mi}", "10Gi"))
                .isEmpty();
    }

    @Test
    void aThresholdAboveWhatTheNodeHasEvictsEverybody() {
        String file = MERGED + "evictionHard: {memory.available: 20Gi}";
        assertThat(rules(file, "32Gi")).isEmpty();
        List<Finding> found = lint(file, "20Gi", List.of());
        assertThat(found).extracting(Finding::rule).contains("threshold-above-capacity");
        assertThat(found.getFirst().severity()).isEqualTo(Finding.Severity.ERROR);
        assertThat(rules(file, "")).isEmpty();
    }

    @Test
    void aReclaimBeyondTheNodeIsNeverReached() {
        String file =
                MERGED + "evictionHard: {memory.available: 1Gi}\nevictionMinimumReclaim: {memory.available: 15Gi}";
        assertThat(rules(file, "16Gi")).containsExactly("reclaim-above-capacity");
        assertThat(rules(file, "17Gi")).isEmpty();
    }

    @Test
    void aSoftThresholdNeedsAGraceAndHidesNothingElse() {
        String file = MERGED + "evictionMaxPodGracePeriod: 30\nevictionSoft: {nodefs.available: 15%}\n";
        assertThat(rules(file, "")).containsExactly("soft-without-grace");
        assertThat(rules(file + "evictionHard: {memory.available: 20Gi}", "16Gi"))
                .contains("soft-without-grace", "threshold-above-capacity");
        assertThat(rules(file + "evictionSoftGracePeriod: {nodefs.available: 1m}", ""))
                .isEmpty();
    }

    @Test
    void oneHardThresholdDropsTheOthers() {
        String file = "evictionHard: {memory.available: 500Mi}";
        assertThat(rules(file, "")).containsExactly("defaults-dropped");
        assertThat(lint(file, "", List.of()).getFirst().message())
                .contains("imagefs.available, imagefs.inodesFree, nodefs.available, nodefs.inodesFree");
        assertThat(rules(file + "\nmergeDefaultEvictionSettings: true", "")).isEmpty();
    }

    @Test
    void reservationsAreHeldAgainstThresholdsAndCapacity() {
        String soft = """
            mergeDefaultEvictionSettings: true
            evictionHard: {memory.available: 500Mi}
            evictionMaxPodGracePeriod: 30
            evictionSoft: {memory.available: 1.5Gi}
            evictionSoftGracePeriod: {memory.available: 1m}
            """;
        assertThat(rules(soft, "10Gi")).containsExactly("nothing-reserved", "threshold-within-requests");
        assertThat(rules(soft + "systemReserved: {memory: 1Gi}", "10Gi")).containsExactly("threshold-within-requests");
        assertThat(rules(soft + "systemReserved: {memory: 1.5Gi}", "10Gi")).isEmpty();
        assertThat(rules("systemReserved: {memory: 12Gi}", "10Gi")).containsExactly("reservation-above-capacity");
        assertThat(rules("systemReserved: {memory: much}", "10Gi")).containsExactly("invalid-reservation");
    }

    @Test
    void aSoftThresholdBelowTheHardOneNeverActs() {
        String file = MERGED + "evictionMaxPodGracePeriod: 30\nevictionHard: {memory.available: 1Gi}\n"
                + "evictionSoftGracePeriod: {memory.available: 1m}\n";
        assertThat(rules(file + "evictionSoft: {memory.available: 500Mi}", "")).containsExactly("soft-below-hard");
        assertThat(rules(file + "evictionSoft: {memory.available: 2Gi}", "")).isEmpty();
    }

    @Test
    void whatHasNoEffectIsReported() {
        assertThat(rules("evictionSoftGracePeriod: {nodefs.available: 1m}", ""))
                .containsExactly("grace-without-threshold");
        assertThat(rules("evictionMinimumReclaim: {pid.available: '100'}", ""))
                .containsExactly("reclaim-without-threshold");
        assertThat(rules(MERGED + "evictionHard: {containerfs.available: 5Gi}", ""))
                .containsExactly("containerfs-replaced");
        assertThat(rules(
                        "evictionSoft: {nodefs.available: 15%}\nevictionSoftGracePeriod: {nodefs.available: 1m}\n"
                                + "evictionMaxPodGracePeriod: -1",
                        ""))
                .containsExactly("soft-kills-at-once");
    }

    @Test
    void whatTheKubeletRefusesIsReportedInItsWords() {
        List<Finding> found = lint(MERGED + "evictionHard: {mem.available: 1Gi}", "", List.of());
        assertThat(found).extracting(Finding::rule).containsExactly("invalid-threshold");
        assertThat(found.getFirst().message()).endsWith("unsupported eviction signal mem.available");
    }

    private static List<GrowthRule.Sample> growing(long... mebibytes) {
        return IntStream.range(0, mebibytes.length)
                .mapToObj(i -> new GrowthRule.Sample(Duration.ofSeconds(5L * i), mebibytes[i] << 20))
                .toList();
    }

    @Test
    void growthBetweenTwoLooksCanOutrunAThreshold() {
        String file = MERGED + "evictionHard: {memory.available: 500Mi}";
        assertThat(lint(file, "10Gi", growing(1000, 1200, 1400, 1600))).isEmpty();
        List<Finding> found = lint(file, "10Gi", growing(1000, 1200, 1500, 1700));
        assertThat(found).extracting(Finding::rule).containsExactly("threshold-outrun");
        assertThat(found.getFirst().message()).contains("memory grew by 500Mi within 10 s");
        assertThat(lint(MERGED + "evictionHard: {memory.available: 0%}", "10Gi", growing(1, 2)))
                .extracting(Finding::rule)
                .contains("memory-unguarded");
    }

    @Test
    void growthIsTheMostWithinAnySpan() {
        assertThat(GrowthRule.largest(growing(0, 10, 100, 100, 0), Duration.ofSeconds(10)))
                .isEqualTo(100L << 20);
        assertThat(GrowthRule.largest(growing(0, 0, 80), Duration.ofMillis(2500)))
                .isEqualTo(40L << 20);
        assertThat(GrowthRule.largest(growing(50, 40, 30), Duration.ofSeconds(10)))
                .isZero();
    }
}
