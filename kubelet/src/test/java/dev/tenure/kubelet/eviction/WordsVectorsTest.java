package dev.tenure.kubelet.eviction;

import static dev.tenure.kubelet.eviction.EvictionSamples.START;
import static dev.tenure.kubelet.eviction.EvictionSamples.asking;
import static dev.tenure.kubelet.eviction.EvictionSamples.container;
import static dev.tenure.kubelet.eviction.EvictionSamples.containerStats;
import static dev.tenure.kubelet.eviction.EvictionSamples.pod;
import static dev.tenure.kubelet.eviction.EvictionSamples.settings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.eviction.EvictionMessageRule.Words;
import dev.tenure.kubelet.eviction.signal.ObservationRule;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.eviction.threshold.ThresholdParser;
import dev.tenure.kubelet.stats.NodeStats;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.UsedStorage;
import dev.tenure.kubelet.stats.VolumeStats;
import dev.tenure.model.core.Pod;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What is said when a pod goes or is not taken, and which limits make it go: vectors E, L and A1 to A8.
final class WordsVectorsTest {
    private static Words words(String resource, String threshold, NodeStats node, Pod pod, Optional<PodStats> stats) {
        return EvictionMessageRule.words(
                resource,
                pod,
                stats,
                ThresholdParser.parse(settings(threshold, "", "", "")),
                ObservationRule.observe(node));
    }

    private static Words memory(Pod pod, PodStats... stats) {
        NodeStats node = EvictionSamples.withMemory(EvictionSamples.plenty(START), "1500Mi", START);
        return words(
                "memory",
                "memory.available=2Gi",
                node,
                pod,
                List.of(stats).stream().findFirst());
    }

    private static final String LOW =
            "The node was low on resource: memory. Threshold quantity: 2Gi, available: 1500Mi. ";

    @Test
    void e1E2AndE10ThresholdAndWhatIsLeft() {
        Pod plain = asking("p", 0, "memory", "");
        assertThat(memory(plain).message()).as("E1, E10").isEqualTo(LOW);
        assertThat(memory(plain).annotations()).as("E10").isEmpty();
        NodeStats node = EvictionSamples.withProcesses(EvictionSamples.plenty(START), 1000, 500, START);
        assertThat(words("pids", "pid.available=1200", node, plain, Optional.empty())
                        .message())
                .as("E2")
                .isEqualTo("The node was low on resource: pids. Threshold quantity: 1200, available: 500. ");
    }

    @Test
    void e3AndE4ContainersBeyondTheirRequestForStorage() {
        Pod pod = pod(
                "p",
                "'containers': [{'name': 'above-requests', 'resources': {'requests': {'ephemeral-storage': '100Mi'}}}]");
        NodeStats node = EvictionSamples.withDisk(EvictionSamples.plenty(START), "1.5Gi", START);
        assertThat(words(
                                "ephemeral-storage",
                                "nodefs.available=2Gi",
                                node,
                                pod,
                                Optional.of(container("above-requests", "0", "700Mi", "0")))
                        .message())
                .as("E3")
                .isEqualTo(
                        "The node was low on resource: ephemeral-storage. Threshold quantity: 2Gi, available: 1536Mi."
                                + " Container above-requests was using 700Mi, request is 100Mi, has larger consumption of"
                                + " ephemeral-storage. ");
        Pod large = pod(
                "p",
                "'containers': [{'name': 'above-requests', 'resources': {'requests': {'ephemeral-storage': '50Gi'}}}]");
        assertThat(words(
                                "ephemeral-storage",
                                "imagefs.available=50Gi",
                                EvictionSamples.withDisk(node, "10Gi", START),
                                large,
                                Optional.of(container("above-requests", "0", "80Gi", "0")))
                        .message())
                .as("E4")
                .endsWith(
                        "Threshold quantity: 50Gi, available: 10Gi. Container above-requests was using 80Gi, request is"
                                + " 50Gi, has larger consumption of ephemeral-storage. ");
    }

    @Test
    void e5ToE7InitContainersSidecarsAndContainersOfNobody() {
        String init = "'initContainers': [{'name': 'init1', 'resources': {'requests': {'memory': '100Mi'}}}],";
        Words words = memory(pod("p", init + " 'containers': [{'name': 'c'}]"), container("init1", "150Mi", "0", "0"));
        assertThat(words.message())
                .as("E5")
                .isEqualTo(
                        LOW + "Container init1 was using 150Mi, request is 100Mi, has larger consumption of memory. ");
        assertThat(words.annotations())
                .as("E5")
                .containsEntry("offending_containers", "init1")
                .containsEntry("offending_containers_usage", "150Mi")
                .containsEntry("starved_resource", "memory");
        Words ephemeral = memory(pod("p", "'containers': [{'name': 'c'}]"), container("debug", "250Mi", "0", "0"));
        assertThat(ephemeral.message()).as("E6").isEqualTo(LOW);
        assertThat(ephemeral.annotations())
                .as("E6")
                .containsEntry("offending_containers", "")
                .containsEntry("offending_containers_usage", "");
        Pod both = pod(
                "p",
                "'initContainers': [{'name': 'restartable-init1', 'restartPolicy': 'Always'}],"
                        + " 'containers': [{'name': 'regular1'}]");
        Words two = memory(
                both,
                EvictionSamples.pod(
                        List.of(
                                containerStats("restartable-init1", "250Mi", "0", "0"),
                                containerStats("regular1", "200Mi", "0", "0")),
                        List.of()));
        assertThat(two.message().split("request is 0,", -1)).as("E7").hasSize(3);
        assertThat(two.annotations())
                .as("E7")
                .containsEntry("offending_containers", "restartable-init1,regular1")
                .containsEntry("offending_containers_usage", "250Mi,200Mi");
    }

    @Test
    void aPodAsAWholeWhoseUseIsNotKnownIsNotNamed() {
        Pod pod = pod("p", "'resources': {'requests': {'memory': '250Mi'}}, 'containers': [{'name': 'a'}]");
        var unknown =
                new PodStats(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), List.of(), List.of());
        Words words = memory(pod, unknown);
        assertThat(words.message()).isEqualTo(LOW);
        assertThat(words.annotations()).doesNotContainKeys("offending_pod", "offending_pod_usage");
    }

    @Test
    void e8AndE9PodsAsAWholeAndInodes() {
        Pod pod = pod(
                "pod-eviction-message",
                "'resources': {'requests': {'memory': '250Mi'}}, 'containers': [{'name': 'a'}, {'name': 'b'}]");
        Words words = memory(
                pod,
                EvictionSamples.pod(
                        List.of(containerStats("a", "250Mi", "0", "0"), containerStats("b", "350Mi", "0", "0")),
                        List.of()));
        assertThat(words.message())
                .as("E8")
                .startsWith(
                        LOW + "Pod pod-eviction-message was using 600Mi, request is 250Mi, has larger consumption of"
                                + " memory. Container a was using 250Mi");
        assertThat(words.annotations())
                .as("E8")
                .containsEntry("offending_pod", "pod-eviction-message")
                .containsEntry("offending_pod_usage", "600Mi");
        assertThat(words(
                                "inodes",
                                "nodefs.inodesFree=2M",
                                EvictionSamples.plenty(START),
                                asking("p", 0, "memory", ""),
                                Optional.of(EvictionSamples.inodes(500)))
                        .message())
                .as("E9")
                .isEqualTo("The node was low on resource: inodes. Threshold quantity: 2M, available: 1M. ");
    }

    @Test
    void e11AndE13AndA1ToA8Admission() {
        Pod bestEffort = asking("p", 0, "memory", "");
        Pod burstable = asking("p", 0, "memory", "100Mi");
        Pod guaranteed = pod(
                "p",
                "'containers': [{'name': 'c', 'resources': {'requests': {'memory': '1Gi', 'cpu': '1'}, 'limits':"
                        + " {'memory': '1Gi', 'cpu': '1'}}}]");
        Set<PressureCondition> memory = EnumSet.of(PressureCondition.MEMORY);
        Set<PressureCondition> both = EnumSet.of(PressureCondition.DISK, PressureCondition.MEMORY);
        Set<PressureCondition> disk = EnumSet.of(PressureCondition.DISK);
        for (Pod pod : List.of(bestEffort, burstable, guaranteed)) {
            assertThat(admitted(pod, EnumSet.noneOf(PressureCondition.class)))
                    .as("A1")
                    .isTrue();
            assertThat(admitted(pod, both)).as("A3").isFalse();
        }
        assertThat(admitted(guaranteed, memory)).as("A2").isTrue();
        assertThat(admitted(burstable, memory)).as("A2").isTrue();
        assertThat(admitted(bestEffort, memory)).as("A2").isFalse();
        String tolerates = "'containers': [{'name': 'c'}], 'tolerations': [{'operator': 'Exists'%s}]";
        String key = ", 'key': 'node.kubernetes.io/%s-pressure', 'effect': 'NoSchedule'";
        assertThat(admitted(pod("p", tolerates.formatted(key.formatted("memory"))), memory))
                .as("A4")
                .isTrue();
        assertThat(admitted(pod("p", tolerates.formatted("")), memory)).as("A5").isTrue();
        assertThat(admitted(pod("p", tolerates.formatted(key.formatted("disk"))), disk))
                .as("A6")
                .isFalse();
        assertThat(admitted(
                        pod("p", "'priority': 2000000000, 'containers': [{'name': 'c'}]"),
                        EnumSet.of(PressureCondition.PID)))
                .as("A7")
                .isTrue();
        Pod fromFile =
                pod("p", "'annotations': {'kubernetes.io/config.source': 'file'}", "'containers': [{'name': 'c'}]");
        assertThat(admitted(fromFile, disk)).as("A8").isTrue();
        assertThat(PressureAdmissionRule.decide(bestEffort, both))
                .as("E11")
                .isEqualTo(new PressureAdmissionRule.Verdict.Reject(
                        "Evicted", "The node had condition: [MemoryPressure DiskPressure]. "));
    }

    private static boolean admitted(Pod pod, Set<PressureCondition> conditions) {
        return PressureAdmissionRule.decide(pod, conditions) instanceof PressureAdmissionRule.Verdict.Admit;
    }

    private static List<String> exceeded(Pod pod, PodStats stats, boolean imagesApart) {
        return StorageLimitRule.exceeded(pod, stats, imagesApart).stream()
                .map(StorageLimitRule.Excess::message)
                .toList();
    }

    private static Pod limited(String limit) {
        return pod(
                "p",
                "'containers': [{'name': 'c', 'resources': {'limits': {'ephemeral-storage': '%s'}}}]".formatted(limit));
    }

    @Test
    void l1L2L5AndL7LimitsOfContainers() {
        String ofContainer = "Container c exceeded its local ephemeral storage limit \"1Gi\". ";
        String ofPod = "Pod ephemeral local storage usage exceeds the total limit of containers 1Gi. ";
        assertThat(exceeded(limited("1Gi"), container("c", "0", "2Gi", "0"), false))
                .as("L1")
                .containsExactly(ofPod, ofContainer);
        assertThat(exceeded(limited("1Gi"), container("c", "0", "0", "2Gi"), false))
                .as("L2")
                .containsExactly(ofPod, ofContainer);
        assertThat(exceeded(limited("1Gi"), container("c", "0", "2Gi", "0"), true))
                .as("L5")
                .containsExactly(ofPod);
        assertThat(exceeded(limited("1Gi"), container("c", "0", "1Gi", "0"), false))
                .as("L7")
                .isEmpty();
    }

    @Test
    void l3AndL6AndL10LimitsOfVolumesAndPods() {
        String volume =
                "'containers': [{'name': 'c'}], 'volumes': [{'name': 'emptyDirVolume', 'emptyDir': {'sizeLimit': '1Gi'}}]";
        assertThat(exceeded(pod("p", volume), EvictionSamples.volume("emptyDirVolume", "2Gi"), false))
                .as("L3")
                .containsExactly("Usage of EmptyDir volume \"emptyDirVolume\" exceeds the limit \"1Gi\". ");
        assertThat(exceeded(pod("p", volume), EvictionSamples.volume("emptyDirVolume", "1Gi"), false))
                .as("L7")
                .isEmpty();
        Pod two = pod(
                "p",
                "'containers': [{'name': 'a', 'resources': {'limits': {'ephemeral-storage': '1Gi'}}}, {'name': 'b'}]");
        PodStats used = EvictionSamples.pod(
                List.of(containerStats("a", "0", "0.5Gi", "0")),
                List.of(new VolumeStats("v", UsedStorage.of(1L << 30, 0))));
        assertThat(exceeded(two, used, false))
                .as("L10")
                .containsExactly("Pod ephemeral local storage usage exceeds the total limit of containers 1Gi. ");
    }
}
