package dev.tenure.kubelet.eviction;

import static dev.tenure.kubelet.eviction.EvictionSamples.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.configuration.AllocatableRule;
import dev.tenure.kubelet.configuration.KubeletConfiguration;
import dev.tenure.kubelet.configuration.KubeletConfigurationParser;
import dev.tenure.kubelet.eviction.ranking.OomScoreRule;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.qos.QosClass;
import dev.tenure.rules.qos.QosRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whom the kernel kills first, what is held back, how long a kill takes: vectors O, N and K5 to K7.
final class OomVectorsTest {
    private static List<Integer> scores(Pod pod, long capacity) {
        List<Container> containers = new ArrayList<>(pod.spec().initContainers());
        containers.addAll(pod.spec().containers());
        return containers.stream()
                .map(each -> Math.toIntExact(OomScoreRule.adjustment(pod, each, capacity)))
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "O1 | 'limits': {'cpu': '100m'} | 4000000000 | 999",
                "O2 | 'requests': {'cpu': '0'}, 'limits': {'memory': '10G'} | 8000000000 | 999",
                "O3 | 'limits': {'memory': '0'} | 8000000000 | 1000",
                "O4 | 'limits': {} | 8000000000 | 1000",
                "O5 | 'requests': {'cpu': '5m', 'memory': '10G'}, 'limits': {'cpu': '5m', 'memory': '10G'} | 123456789 | -997",
                "O6 | 'requests': {'memory': '4000000000'} | 8000000000 | 500",
                "O7 | 'requests': {'memory': '7999999999'} | 8000000000 | 3",
                "O8 | 'requests': {'memory': '1000000000'} | 8000000000 | 875",
                "O17 | 'requests': {'memory': '1Gi'} | 17179869184 | 938",
                "O18 | 'requests': {'memory': '1'} | 8000000000 | 999",
                "O19 | 'requests': {'memory': '8000000000'} | 8000000000 | 3"
            },
            quoteCharacter = '~')
    void o1ToO19OneContainer(String number, String resources, long capacity, int score) {
        Pod pod = pod("p", "'containers': [{'name': 'c', 'resources': {%s}}]".formatted(resources));
        assertThat(scores(pod, capacity)).as(number).containsExactly(score);
    }

    @Test
    void o9AndO10CriticalPods() {
        String critical =
                "'priority': 2000000000, 'priorityClassName': 'system-%s-critical', 'containers': [{'name': 'c'}]";
        assertThat(scores(pod("p", critical.formatted("cluster")), 1_000_000_000L))
                .containsExactly(1000);
        assertThat(scores(pod("p", critical.formatted("node")), 1_000_000_000L)).containsExactly(-997);
    }

    private static String asking(String name, String memory, String more) {
        String requests = memory.isEmpty() ? "" : "'memory': '%s'".formatted(memory);
        return "{'name': '%s', 'resources': {'requests': {%s}}%s}".formatted(name, requests, more);
    }

    @Test
    void o11AndO12SidecarsAreSparedAsMuchAsTheSmallestContainer() {
        String sidecar = ", 'restartPolicy': 'Always'";
        Pod small = pod(
                "p",
                "'initContainers': [%s, %s], 'containers': [%s]"
                        .formatted(
                                asking("s", "400000000", sidecar),
                                asking("i", "1000000000", ""),
                                asking("m", "1000000000", "")));
        assertThat(scores(small, 8_000_000_000L)).as("O11").containsExactly(875, 875, 875);
        Pod large = pod(
                "p",
                "'initContainers': [%s], 'containers': [%s]"
                        .formatted(asking("s", "4000000000", sidecar), asking("m", "1000000000", "")));
        assertThat(scores(large, 8_000_000_000L)).as("O12").containsExactly(500, 875);
    }

    @Test
    void o13ToO16WhatAPodAsksForAsAWholeIsSharedOut() {
        String guaranteed = "'requests': {'memory': '1Gi', 'cpu': '1'}, 'limits': {'memory': '1Gi', 'cpu': '1'}";
        String two = "'containers': [{'name': 'a'}, {'name': 'b'}]";
        assertThat(scores(pod("p", "'resources': {%s}, %s".formatted(guaranteed, two)), 4_000_000_000L))
                .as("O13")
                .containsExactly(-997, -997);
        String asks = "'resources': {'requests': {'memory': '2000000000'}, 'limits': {'memory': '3000000000'}}, ";
        assertThat(scores(pod("p", asks + two), 4_000_000_000L)).as("O14").containsExactly(750, 750);
        assertThat(scores(
                        pod("p", asks + "'containers': [%s, {'name': 'b'}]".formatted(asking("a", "1000000000", ""))),
                        4_000_000_000L))
                .as("O15")
                .containsExactly(625, 875);
        Pod three = pod(
                "p",
                asks
                        + "'initContainers': [%s], 'containers': [%s, %s]"
                                .formatted(
                                        asking("s", "200000000", ", 'restartPolicy': 'Always'"),
                                        asking("a", "1000000000", ""),
                                        asking("b", "500000000", "")));
        assertThat(scores(three, 4_000_000_000L)).as("O16").containsExactly(850, 725, 850);
    }

    @Test
    void o20AndO21OneContainerWithoutLimitsMakesAPodBurstable() {
        String full =
                "{'name': 'a', 'resources': {'requests': {'memory': '1Gi', 'cpu': '1'}, 'limits': {'memory': '1Gi', 'cpu': '1'}}}";
        assertThat(QosRule.of(pod("p", "'containers': [%s, {'name': 'b'}]".formatted(full))))
                .as("O20")
                .isEqualTo(QosClass.BURSTABLE);
        assertThat(QosRule.of(pod("p", "'initContainers': [{'name': 'i'}], 'containers': [%s]".formatted(full))))
                .as("O21")
                .isEqualTo(QosClass.BURSTABLE);
    }

    private static ResourceList capacity(String pairs) {
        var amounts = new HashMap<String, Quantity>();
        EvictionSamples.map(pairs).forEach((name, amount) -> amounts.put(name, Quantity.parse(amount)));
        return new ResourceList(amounts);
    }

    private static KubeletConfiguration configuration(String file) {
        return KubeletConfigurationParser.parse(
                "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n" + file);
    }

    @Test
    void n1N2AndN5WhatPodsMayAskFor() {
        KubeletConfiguration settings = configuration("""
                kubeReserved: {cpu: "1", memory: 2Gi, ephemeral-storage: 1Gi}
                systemReserved: {cpu: 500m, memory: 1Gi, ephemeral-storage: 1Gi}
                evictionHard: {memory.available: 500Mi, nodefs.available: 10%}
                """);
        String node = "cpu=16 memory=32Gi ephemeral-storage=100Gi";
        ResourceList left = AllocatableRule.allocatable(capacity(node), settings);
        assertThat(left.get("cpu").milliValue()).as("N1").isEqualTo(14_500);
        assertThat(left.get("memory")).as("N1").hasToString("29196Mi");
        assertThat(left.get("ephemeral-storage").value()).as("N1").isEqualTo(94_489_280_352L);
        assertThat(AllocatableRule.podsLimit(capacity(node), settings, "memory"))
                .as("N2")
                .hasToString("29Gi");
        assertThat(AllocatableRule.allocatable(capacity(node + " hugepages-2Mi=2Gi"), settings)
                        .get("memory"))
                .as("N5")
                .hasToString("27148Mi");
    }

    @Test
    void n3AndN4TheGuidesExampleAndTooMuchHeldBack() {
        KubeletConfiguration guide =
                configuration("systemReserved: {memory: 1.5Gi}\nevictionHard: {memory.available: 500Mi}");
        assertThat(AllocatableRule.allocatable(capacity("memory=10Gi"), guide).get("memory"))
                .as("N3")
                .hasToString("8204Mi");
        assertThat(AllocatableRule.podsLimit(capacity("memory=10Gi"), guide, "memory"))
                .as("N3")
                .hasToString("8704Mi");
        assertThat(AllocatableRule.violation(capacity("memory=10Gi"), guide)).isEmpty();
        KubeletConfiguration much = configuration("systemReserved: {memory: 12Gi}\nevictionHard: {}");
        assertThat(AllocatableRule.violation(capacity("memory=10Gi"), much))
                .as("N4")
                .contains("invalid Node Allocatable configuration. Resource \"memory\" has a reservation of 12Gi but"
                        + " capacity of 10Gi. Expected capacity >= reservation.");
    }

    @ParameterizedTest(name = "{0}: override {1}")
    @CsvSource({"K5, 1, 2", "K6, 0, 2", "K6, -1, 2", "K6, 5, 5", "K6, 30, 30"})
    void k5AndK6TheRuntimeWaitsTwoSecondsAtLeast(String number, long override, long seconds) {
        assertThat(GraceRule.stopTimeoutSeconds(override)).as(number).isEqualTo(seconds);
    }

    @ParameterizedTest(name = "K7: override {0}")
    @CsvSource({"1, 10", "30, 45", "600, 900"})
    void k7AKillIsWaitedForAtMostHalfAsLongAgain(long override, long seconds) {
        assertThat(GraceRule.killWait(override)).hasSeconds(seconds);
    }
}
