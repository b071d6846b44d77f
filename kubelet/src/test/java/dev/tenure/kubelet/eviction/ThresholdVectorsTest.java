package dev.tenure.kubelet.eviction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.kubelet.configuration.ConfigurationException;
import dev.tenure.kubelet.configuration.KubeletConfiguration;
import dev.tenure.kubelet.configuration.KubeletConfigurationParser;
import dev.tenure.kubelet.eviction.threshold.ContainerfsRule;
import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.eviction.threshold.FlagParser;
import dev.tenure.kubelet.eviction.threshold.Signal;
import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.kubelet.eviction.threshold.ThresholdException;
import dev.tenure.kubelet.eviction.threshold.ThresholdParser;
import dev.tenure.kubelet.eviction.threshold.ThresholdSettings;
import dev.tenure.kubelet.eviction.threshold.ThresholdValue;
import dev.tenure.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Thresholds read from settings: vectors P and Q.
final class ThresholdVectorsTest {
    /// `signal value [grace] [R reclaim]`, sorted.
    private static List<String> parse(String hard, String soft, String grace, String reclaim, String... enforced) {
        return text(ThresholdParser.parse(EvictionSamples.settings(hard, soft, grace, reclaim, enforced)));
    }

    private static List<String> text(List<Threshold> thresholds) {
        return thresholds.stream()
                .map(each -> each.signal() + " " + text(each.value())
                        + (each.hard() ? "" : " " + each.grace().toSeconds() + "s")
                        + each.minReclaim().map(value -> " R " + text(value)).orElse(""))
                .sorted()
                .toList();
    }

    private static String text(ThresholdValue value) {
        return switch (value) {
            case ThresholdValue.Amount(Quantity quantity) -> quantity.toString();
            case ThresholdValue.Share(float fraction) -> String.valueOf(fraction);
        };
    }

    @Test
    void entriesAreKeptApartUnlessTheyAreSharesWithoutReclaim() {
        Map<Signal, Integer> entries = ThresholdParser.parse(EvictionSamples.settings(
                        "memory.available=10% nodefs.available=1Gi imagefs.available=10% pid.available=2Gi",
                        "", "", "imagefs.available=5%"))
                .stream()
                .collect(Collectors.toMap(Threshold::signal, Threshold::entry));
        assertThat(entries.remove(Signal.MEMORY_AVAILABLE)).isZero();
        assertThat(entries.values()).containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void p1ToP8WhatIsRead() {
        assertThat(parse("", "", "", "")).as("P1").isEmpty();
        String memory = "memory.available=";
        assertThat(parse(memory + "150Mi", memory + "300Mi", memory + "30s", memory + "0", "pods"))
                .as("P2")
                .containsExactly(
                        "allocatableMemory.available 150Mi R 0",
                        "memory.available 150Mi R 0",
                        "memory.available 300Mi 30s R 0");
        assertThat(parse(memory + "10%", memory + "30%", memory + "30s", memory + "5%"))
                .as("P3")
                .containsExactly("memory.available 0.1 R 0.05", "memory.available 0.3 30s R 0.05");
        assertThat(parse(
                        "imagefs.available=150Mi nodefs.available=100Mi",
                        "imagefs.available=300Mi nodefs.available=200Mi",
                        "imagefs.available=30s nodefs.available=30s",
                        "imagefs.available=2Gi nodefs.available=1Gi"))
                .as("P4")
                .containsExactly(
                        "imagefs.available 150Mi R 2Gi",
                        "imagefs.available 300Mi 30s R 2Gi",
                        "nodefs.available 100Mi R 1Gi",
                        "nodefs.available 200Mi 30s R 1Gi");
        assertThat(parse(
                        "imagefs.available=15% nodefs.available=10.5%",
                        "imagefs.available=30% nodefs.available=20.5%",
                        "imagefs.available=30s nodefs.available=30s",
                        "imagefs.available=10% nodefs.available=5%"))
                .as("P5")
                .containsExactly(
                        "imagefs.available 0.15 R 0.1",
                        "imagefs.available 0.3 30s R 0.1",
                        "nodefs.available 0.105 R 0.05",
                        "nodefs.available 0.205 30s R 0.05");
        assertThat(parse(
                        "imagefs.inodesFree=150Mi nodefs.inodesFree=100Mi",
                        "imagefs.inodesFree=300Mi nodefs.inodesFree=200Mi",
                        "imagefs.inodesFree=30s nodefs.inodesFree=30s",
                        ""))
                .as("P6")
                .hasSize(4);
        assertThat(parse(memory + "0%", memory + "0%", "", "")).as("P7").isEmpty();
        assertThat(parse(memory + "100%", memory + "100%", "", "")).as("P8").isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "P9  | mem.available=150Mi | '' | '' | '' | unsupported eviction signal mem.available",
                "P10 | memory.available=-150Mi | '' | '' | '' | eviction threshold memory.available must be positive: -150Mi",
                "P11 | memory.available=-15% | '' | '' | '' | eviction percentage threshold memory.available must be >= 0%: -15%",
                "P12 | memory.available=150% | '' | '' | '' | eviction percentage threshold memory.available must be <= 100%: 150%",
                "P13 | '' | memory.available=-150Mi | '' | '' | eviction threshold memory.available must be positive: -150Mi",
                "P14 | memory.available=150Mi invalid.foo=150Mi | '' | '' | '' | unsupported eviction signal invalid.foo",
                "P15 | '' | memory.available=150Mi | '' | '' | grace period must be specified for the soft eviction threshold memory.available",
                "P16 | '' | memory.available=150Mi | memory.available=-30s | '' | invalid eviction grace period specified: -30s, must be a positive value",
                "P17 | '' | memory.available=150Mi | mem.available=30s | '' | unsupported eviction signal mem.available",
                "P18 | '' | memory.available=150Mi | memory.available=30mins | '' | time: unknown unit \"mins\" in duration \"30mins\"",
                "P19 | '' | '' | '' | memory.available=-300Mi | negative eviction minimum reclaim specified for memory.available",
                "P20 | '' | '' | '' | mem.available=300Mi | unsupported eviction signal mem.available",
                "P21 | '' | '' | '' | memory.available= | quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
                "P22 | '' | '' | '' | memory.available=-15% | eviction percentage minimum reclaim memory.available must be positive: -15%",
                "P23 | '' | '' | '' | memory.available=10..5% | strconv.ParseFloat: parsing \"10..5\": invalid syntax",
                "P24 | memory.available= | '' | '' | '' | quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
                "P25 | memory.available=10..5% | '' | '' | '' | strconv.ParseFloat: parsing \"10..5\": invalid syntax",
                "P26 | '' | '' | '' | memory.available=0% | eviction percentage minimum reclaim memory.available must be positive: 0%",
                "P31 | memory.available=0 | '' | '' | '' | eviction threshold memory.available must be positive: 0"
            })
    void p9ToP31WhatIsRefused(String number, String hard, String soft, String grace, String reclaim, String words) {
        assertThatThrownBy(() -> parse(hard, soft, grace, reclaim))
                .as(number)
                .isInstanceOf(ThresholdException.class)
                .hasMessage(words);
    }

    @Test
    void p26ToP30EdgesThatAreAccepted() {
        assertThat(parse("", "", "", "memory.available=0")).as("P26").isEmpty();
        assertThat(parse("", "memory.available=1Gi", "memory.available=0s", "", "pods"))
                .as("P27")
                .containsExactly("allocatableMemory.available 1Gi", "memory.available 1Gi");
        assertThat(parse("memory.available=0.0%", "", "", "")).as("P28").containsExactly("memory.available 0.0");
        assertThat(parse("memory.available=100.0%", "", "", "")).as("P29").containsExactly("memory.available 1.0");
        assertThat(parse("", "", "nodefs.available=1m", "")).as("P30").isEmpty();
    }

    /// Go lets a line stand between two digits, and behind the prefix of a hexadecimal number.
    @ParameterizedTest
    @CsvSource({"1_0%,0.1", "1_2.5_0e0_0%,0.125", "0x_1p0%,0.01", "0x1_0p0%,0.16", "0X.8p1%,0.01"})
    void numbersWithLinesBetweenDigits(String share, String fraction) {
        assertThat(parse("memory.available=" + share, "", "", "")).containsExactly("memory.available " + fraction);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"_1", "1_", "1__0", "1_.5", "1._5", "1e_5", "1_e5", "0x_.8p1", "0x1__0p0", "0x1_p0", "0_x1p0"})
    void linesElsewhereAreRefused(String number) {
        assertThatThrownBy(() -> parse("memory.available=" + number + "%", "", "", ""))
                .hasMessage("strconv.ParseFloat: parsing \"%s\": invalid syntax".formatted(number));
    }

    /// A soft threshold without grace is a hard one, wherever it stands.
    @Test
    void theLastReplacedThresholdIsComplainedAbout() {
        List<Threshold> thresholds = ThresholdParser.parse(new ThresholdSettings(
                Map.of("containerfs.inodesFree", "5%"),
                Map.of("containerfs.available", "5%"),
                Map.of("containerfs.available", "0s"),
                Map.of(),
                List.of()));
        assertThat(ContainerfsRule.derive(thresholds, FilesystemLayout.SINGLE).complaint())
                .contains("found containerfs.available for hard eviction. ignoring");
    }

    @Test
    void aNullIsAnEmptyTextAndThereforeNoDuration() {
        assertThat(hard("evictionHard: {memory.available: null}")).isEqualTo(Map.of("memory.available", ""));
        assertThatThrownBy(() -> hard("evictionPressureTransitionPeriod: null"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("time: invalid duration \"\"");
        assertThatThrownBy(() -> hard("evictionPressureTransitionPeriod: 0"))
                .isInstanceOf(ConfigurationException.class);
    }

    @Test
    void p32AndP33Flags() {
        assertThat(FlagParser.thresholds(List.of("memory.available<1Gi,nodefs.available<10%")))
                .as("P32")
                .isEqualTo(Map.of("memory.available", "1Gi", "nodefs.available", "10%"));
        assertThatThrownBy(() -> FlagParser.thresholds(List.of("memory.available=1Gi")))
                .as("P33")
                .hasMessage("malformed pair, expect string<string");
        assertThatThrownBy(() -> FlagParser.assignments(List.of("memory.available<1Gi")))
                .hasMessage("malformed pair, expect string=string");
    }

    private static Map<String, String> hard(String file) {
        return KubeletConfigurationParser.parse(
                        "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n" + file)
                .thresholds()
                .hard();
    }

    @Test
    void p34ToP37Files() {
        Map<String, String> standard =
                KubeletConfiguration.STANDARD.thresholds().hard();
        assertThat(hard("")).as("P34").isEqualTo(standard).hasSize(5);
        String written = "evictionHard: {memory.available: 200Mi}\n";
        assertThat(hard(written)).as("P35").isEqualTo(Map.of("memory.available", "200Mi"));
        assertThat(hard(written + "mergeDefaultEvictionSettings: true"))
                .as("P36")
                .hasSize(5)
                .containsEntry("memory.available", "200Mi");
        var merged = KubeletConfigurationParser.parse("""
                apiVersion: kubelet.config.k8s.io/v1beta1
                kind: KubeletConfiguration
                evictionHard: {nodefs.available: "0%"}
                mergeDefaultEvictionSettings: true
                """);
        assertThat(merged.pressure().thresholds().stream()
                        .map(each -> each.signal().word())
                        .collect(Collectors.toSet()))
                .as("P37")
                .containsExactlyInAnyOrder(
                        "memory.available",
                        "allocatableMemory.available",
                        "nodefs.inodesFree",
                        "imagefs.available",
                        "imagefs.inodesFree");
    }

    @Test
    void p39ToP41TheMemoryOfAllPods() {
        assertThat(parse("imagefs.available=150Mi", "", "", "", "pods"))
                .as("P39")
                .containsExactly("imagefs.available 150Mi");
        assertThat(parse("", "memory.available=150Mi", "memory.available=30s", "", "pods"))
                .as("P40")
                .containsExactly("memory.available 150Mi 30s");
        List<Threshold> two = List.of(
                ThresholdParser.parse(EvictionSamples.settings("memory.available=150Mi", "", "", "memory.available=0"))
                        .getFirst(),
                ThresholdParser.parse(
                                EvictionSamples.settings("memory.available=200Mi", "", "", "memory.available=1Gi"))
                        .getFirst());
        assertThat(text(ThresholdParser.withAllocatable(two)))
                .as("P41")
                .containsExactly(
                        "allocatableMemory.available 150Mi R 0",
                        "allocatableMemory.available 200Mi R 1Gi",
                        "memory.available 150Mi R 0",
                        "memory.available 200Mi R 1Gi");
    }

    @ParameterizedTest(name = "{0}: {1} of {2}")
    @CsvSource({
        "Q1, 10%, 107374182400, 10737418400",
        "Q2, 15%, 107374182400, 16106128000",
        "Q3, 5%, 107374182400, 5368709200",
        "Q4, 10.5%, 107374182400, 11274288800",
        "Q5, 10%, 50Gi, 5368709200",
        "Q6, 20%, 1000Mi, 209715203",
        "Q7, 5%, 6553600, 327680",
        "Q8, 10%, 32768, 3276",
        "Q9, 70%, 1000, 699",
        "Q9, 29%, 100, 28",
        "Q9, 58%, 100, 57",
        "Q9, 7%, 100, 7"
    })
    void q1ToQ9Shares(String number, String share, String capacity, long amount) {
        ThresholdValue value = ThresholdParser.parse(EvictionSamples.settings("nodefs.available=" + share, "", "", ""))
                .getFirst()
                .value();
        assertThat(value.of(Quantity.parse(capacity)).value()).as(number).isEqualTo(amount);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "Q10, 1.5Gi, 1536Mi",
        "Q10, 1024Mi, 1Gi",
        "Q10, 1500Mi, 1500Mi",
        "Q11, 1.2Gi, 1288490188800m",
        "Q14, .5Gi, 512Mi",
        "Q14, 1e3, 1e3"
    })
    void q10AndQ11AndQ14Texts(String number, String text, String canonical) {
        assertThat(Quantity.parse(text)).as(number).hasToString(canonical);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "Q12, 1000, BINARY_SI, 1k", "Q12, 1023, BINARY_SI, 1023", "Q12, 1024, BINARY_SI, 1Ki",
        "Q12, 99954688, BINARY_SI, 97612Ki", "Q13, 500, DECIMAL_SI, 500", "Q13, 1200, DECIMAL_SI, 1200",
        "Q13, 30000, DECIMAL_SI, 30k"
    })
    void q12AndQ13Numbers(String number, long amount, Quantity.Format format, String text) {
        assertThat(Quantity.of(amount, format)).as(number).hasToString(text);
    }

    @ParameterizedTest(name = "Q14: {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "5 Gi | quantities must match",
                "1,5Gi | quantities must match",
                "10K | unable to parse quantity's suffix",
                "'' | quantities must match"
            })
    void q14Refusals(String text, String words) {
        assertThatThrownBy(() -> Quantity.parse(text)).as("Q14").hasMessageStartingWith(words);
    }
}
