package dev.tenure.kubelet.eviction;

import static dev.tenure.kubelet.eviction.EvictionSamples.asking;
import static dev.tenure.kubelet.eviction.EvictionSamples.container;
import static dev.tenure.kubelet.eviction.EvictionSamples.inodes;
import static dev.tenure.kubelet.eviction.EvictionSamples.memory;
import static dev.tenure.kubelet.eviction.EvictionSamples.names;
import static dev.tenure.kubelet.eviction.EvictionSamples.processes;
import static dev.tenure.kubelet.eviction.EvictionSamples.volume;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.eviction.ranking.PodRankingRule;
import dev.tenure.kubelet.eviction.ranking.PodRequestRule;
import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.eviction.threshold.Signal;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.core.Pod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Who goes first: vectors R. Every order holds however the pods were listed.
final class RankingVectorsTest {
    private final Map<String, PodStats> stats = new HashMap<>();
    private final List<Pod> pods = new ArrayList<>();

    private void pod(Pod pod, PodStats used) {
        pods.add(pod);
        stats.put(pod.meta().uid(), used);
    }

    /// @param row `name priority usage request`, `-` for none
    private void memoryPod(String row) {
        String[] parts = row.split(" ");
        pod(asking(parts[0], Integer.parseInt(parts[1]), "memory", parts[3].replace("-", "")), memory(parts[2]));
    }

    private void diskPod(String row) {
        String[] parts = row.split(" ");
        pod(
                asking(parts[0], Integer.parseInt(parts[1]), "ephemeral-storage", parts[3].replace("-", "")),
                container("c", "0", parts[2], "0"));
    }

    private List<String> ranked(Signal signal, FilesystemLayout layout) {
        var summary = new Summary(EvictionSamples.plenty(EvictionSamples.START), stats);
        List<String> order = names(PodRankingRule.ranked(signal, layout, pods, summary));
        var random = new Random(1);
        for (int i = 0; i < 20; i++) {
            var shuffled = new ArrayList<>(pods);
            Collections.shuffle(shuffled, random);
            assertThat(names(PodRankingRule.ranked(signal, layout, shuffled, summary)))
                    .isEqualTo(order);
        }
        return order;
    }

    private List<String> byMemory() {
        return ranked(Signal.MEMORY_AVAILABLE, FilesystemLayout.SINGLE);
    }

    private List<String> byDisk() {
        return ranked(Signal.NODEFS_AVAILABLE, FilesystemLayout.SINGLE);
    }

    @Test
    void r1TheLargerExcessOfMemoryGoesFirst() {
        for (String row : List.of(
                "p1 0 500Mi -",
                "p2 0 300Mi -",
                "p3 0 800Mi 100Mi",
                "p4 0 300Mi 100Mi",
                "p5 0 800Mi 1Gi",
                "p6 0 200Mi 1Gi")) {
            memoryPod(row);
        }
        assertThat(byMemory()).containsExactly("p3", "p1", "p2", "p4", "p5", "p6");
    }

    private List<String> standings(Signal signal) {
        var summary = new Summary(EvictionSamples.plenty(EvictionSamples.START), stats);
        return PodRankingRule.standings(signal, FilesystemLayout.SINGLE, pods, summary).stream()
                .map(each -> "%s %s %s %s"
                        .formatted(
                                each.pod().meta().name(),
                                each.used().isPresent() ? each.used().getAsLong() : "-",
                                each.requested(),
                                each.exceeds()))
                .toList();
    }

    @Test
    void eachStandsWhereItDoesForTheNumbersThatAreTold() {
        memoryPod("more 0 300Mi 100Mi");
        memoryPod("exact 0 100Mi 100Mi");
        memoryPod("none 0 0 50Mi");
        pods.add(asking("unmeasured", 0, "memory", "1Gi"));

        assertThat(standings(Signal.MEMORY_AVAILABLE))
                .hasSize(4)
                .contains(
                        "more 314572800 100Mi true",
                        "exact 104857600 100Mi false",
                        "none 0 50Mi false",
                        "unmeasured - 1Gi false")
                .extracting(line -> line.substring(0, line.indexOf(' ')))
                .isEqualTo(byMemory());
        assertThat(standings(Signal.PID_AVAILABLE)).allMatch(line -> line.endsWith(" 0 false"));
    }

    @Test
    void whoUsesInodesExceedsForNobodyRequestsThem() {
        pod(asking("files", 0, "memory", "1Gi"), inodes(5));

        assertThat(standings(Signal.NODEFS_INODES_FREE)).containsExactly("files 5 0 true");
    }

    @Test
    void r2ExcessThenPriorityThenAmount() {
        for (String row : List.of(
                "p1 -1 500Mi -",
                "p2 -1 50Mi -",
                "p3 1 600Mi 100Mi",
                "p4 1 150Mi 100Mi",
                "p5 -1 800Mi 1Gi",
                "p6 -1 200Mi 1Gi",
                "p7 1 800Mi 1Gi",
                "p8 1 200Mi 1Gi")) {
            memoryPod(row);
        }
        assertThat(byMemory()).containsExactly("p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8");
    }

    @Test
    void r3AndR4WhoIsBelowOrAtTheRequestStaysLonger() {
        memoryPod("below -1 199Mi 200Mi");
        memoryPod("exceeds 1 101Mi 100Mi");
        memoryPod("equal 0 100Mi 100Mi");
        assertThat(byMemory()).containsExactly("exceeds", "below", "equal");
    }

    @Test
    void r5PrioritiesAscend() {
        memoryPod("a 1 1Mi -");
        memoryPod("b 12534 1Mi -");
        memoryPod("c -134 1Mi -");
        assertThat(byMemory()).containsExactly("c", "a", "b");
    }

    @Test
    void r6DiskByExcessOfStorage() {
        for (String row : List.of(
                "p1 0 300Mi -",
                "p2 0 100Mi -",
                "p3 0 350Mi 100Mi",
                "p4 0 110Mi 100Mi",
                "p5 0 375Mi 400Mi",
                "p6 0 120Mi 400Mi")) {
            diskPod(row);
        }
        assertThat(byDisk()).containsExactly("p1", "p3", "p2", "p4", "p5", "p6");
    }

    @Test
    void r7DiskByExcessThenPriority() {
        for (String row : List.of(
                "p1 -1 500Mi -",
                "p2 -1 50Mi -",
                "p3 1 600Mi 100Mi",
                "p4 1 150Mi 100Mi",
                "p5 -1 800Mi 1Gi",
                "p6 -1 200Mi 1Gi",
                "p7 1 800Mi 1Gi",
                "p8 1 200Mi 1Gi")) {
            diskPod(row);
        }
        assertThat(byDisk()).containsExactly("p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8");
    }

    @Test
    void r8AndR9Inodes() {
        pod(asking("a", 0, "memory", ""), inodes(200_000));
        pod(asking("b", 0, "memory", ""), inodes(300_000));
        pod(asking("c", 0, "memory", ""), inodes(400_000));
        assertThat(ranked(Signal.NODEFS_INODES_FREE, FilesystemLayout.SINGLE))
                .as("R8")
                .containsExactly("c", "b", "a");
        pods.clear();
        pod(asking("low-400", -1, "memory", ""), inodes(400_000));
        pod(asking("low-100", -1, "memory", ""), inodes(100_000));
        pod(asking("high-350", 1, "memory", ""), inodes(350_000));
        pod(asking("high-150", 1, "memory", ""), inodes(150_000));
        assertThat(ranked(Signal.NODEFS_INODES_FREE, FilesystemLayout.SINGLE))
                .as("R9")
                .containsExactly("low-400", "low-100", "high-350", "high-150");
    }

    @Test
    void r10AndR11Tasks() {
        pod(asking("low-20", -1, "memory", ""), processes(20));
        pod(asking("low-6", -1, "memory", ""), processes(6));
        pod(asking("high-20", 1, "memory", ""), processes(20));
        pod(asking("high-5", 1, "memory", ""), processes(5));
        assertThat(ranked(Signal.PID_AVAILABLE, FilesystemLayout.SINGLE))
                .as("R10")
                .containsExactly("low-20", "low-6", "high-20", "high-5");
        pods.clear();
        pod(asking("many", 0, "memory", ""), processes(5000));
        pod(asking("one", -1, "memory", ""), processes(1));
        assertThat(ranked(Signal.PID_AVAILABLE, FilesystemLayout.SINGLE))
                .as("R11")
                .containsExactly("one", "many");
    }

    @Test
    void r12APodWithoutNumbersGoesFirst() {
        memoryPod("exceeding -5 1Gi -");
        pods.add(asking("unknown", 100, "memory", "1Gi"));
        assertThat(byMemory()).containsExactly("unknown", "exceeding");
    }

    @Test
    void r13ARequestForStorageIsTakenOffTheNumberOfInodes() {
        pod(asking("a", 0, "ephemeral-storage", "1Gi"), inodes(1000));
        pod(asking("b", 0, "ephemeral-storage", ""), inodes(10));
        assertThat(ranked(Signal.NODEFS_INODES_FREE, FilesystemLayout.SINGLE)).containsExactly("b", "a");
    }

    @Test
    void r14WithImagesAloneOnTheirFilesystemOnlyPriorityCounts() {
        pod(asking("a", 0, "memory", ""), container("c", "0", "50Gi", "0"));
        pod(asking("b", -5, "memory", ""), container("c", "0", "0", "0"));
        assertThat(ranked(Signal.IMAGEFS_AVAILABLE, FilesystemLayout.SPLIT)).containsExactly("b", "a");
    }

    @Test
    void r15AndR16TheFilesystemThatIsShortDecidesWhatCounts() {
        pod(
                EvictionSamples.pod("a", "'containers': [{'name': 'c'}], 'volumes': [{'name': 'v', 'emptyDir': {}}]"),
                volume("v", "50Gi"));
        pod(asking("b", 0, "memory", ""), container("c", "0", "1Gi", "0"));
        assertThat(ranked(Signal.IMAGEFS_AVAILABLE, FilesystemLayout.DEDICATED))
                .as("R15")
                .containsExactly("b", "a");
        assertThat(ranked(Signal.NODEFS_AVAILABLE, FilesystemLayout.DEDICATED))
                .as("R16")
                .containsExactly("a", "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Memory", "HugePages", "HugePages-2Mi"})
    void aVolumeInMemoryOrHugePagesTakesNothingOfADisk(String medium) {
        pod(
                EvictionSamples.pod(
                        "a",
                        "'containers': [{'name': 'c'}], 'volumes': [{'name': 'v', 'emptyDir': {'medium': '%s'}}]"
                                .formatted(medium)),
                volume("v", "50Gi"));
        pod(asking("b", 0, "memory", ""), container("c", "0", "0", "1Gi"));
        assertThat(ranked(Signal.NODEFS_AVAILABLE, FilesystemLayout.SINGLE)).containsExactly("b", "a");
    }

    @Test
    void r17ToR20WhatAPodAsksFor() {
        String container = "'containers': [{'name': 'c', 'resources': {'requests': {'memory': '200Mi'}}}]";
        assertThat(PodRequestRule.request(
                        EvictionSamples.pod("p", "'overhead': {'memory': '100Mi'}, " + container), "memory"))
                .as("R17")
                .hasToString("300Mi");
        Pod overheadAlone = EvictionSamples.pod("p", "'overhead': {'memory': '100Mi'}, 'containers': [{'name': 'c'}]");
        assertThat(PodRequestRule.request(overheadAlone, "memory").isZero())
                .as("R18")
                .isTrue();
        String init = "{'name': 'i', 'resources': {'requests': {'memory': '500Mi'}}}";
        String sidecar = "{'name': 's', 'restartPolicy': 'Always', 'resources': {'requests': {'memory': '50Mi'}}}";
        String regular = "'containers': [{'name': 'a', 'resources': {'requests': {'memory': '100Mi'}}},"
                + " {'name': 'b', 'resources': {'requests': {'memory': '200Mi'}}}]";
        assertThat(PodRequestRule.request(
                        EvictionSamples.pod("p", "'initContainers': [%s, %s], %s".formatted(init, sidecar, regular)),
                        "memory"))
                .as("R19")
                .hasToString("500Mi");
        assertThat(PodRequestRule.request(
                        EvictionSamples.pod("p", "'initContainers': [%s, %s], %s".formatted(sidecar, init, regular)),
                        "memory"))
                .as("R19, sidecar first")
                .hasToString("550Mi");
        Pod podLevel = EvictionSamples.pod(
                "p",
                "'resources': {'requests': {'memory': '1Gi'}},"
                        + " 'containers': [{'name': 'c', 'resources': {'requests': {'ephemeral-storage': '5Gi'}}}]");
        assertThat(PodRequestRule.request(podLevel, "memory")).as("R20").hasToString("1Gi");
        assertThat(PodRequestRule.request(podLevel, "ephemeral-storage").isZero())
                .as("R20")
                .isTrue();
    }
}
