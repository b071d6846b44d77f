package dev.tenure.sim.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.kubelet.configuration.KubeletConfigurationParser;
import dev.tenure.kubelet.configuration.NodePools;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Simulated nodes run short of what their pods declare to use.
final class NodePressureTest {
    private static final String USAGE = "usage.simulation.tenure.dev/";
    private static final String MEMORY_TAINT = "node.kubernetes.io/memory-pressure:NoSchedule";

    private static Stage stage(String kubeletConfiguration) {
        var configuration = KubeletConfigurationParser.parse(
                "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n" + kubeletConfiguration);
        ClusterSettings settings = ClusterSettings.standard(1, Semantics.DOCUMENTED);
        var pools = new NodePools(Optional.of(configuration), Map.of());
        return new Stage(settings.withNodes(settings.nodes().withPools(pools)));
    }

    private static ObjectNode node(String name) {
        ObjectNode node = StageManifests.node(name, "z");
        for (String list : List.of("capacity", "allocatable")) {
            node.withObjectProperty("status")
                    .withObjectProperty(list)
                    .put("memory", "10Gi")
                    .put("ephemeral-storage", "100Gi");
        }
        return node;
    }

    /// @param usages `name: text` of the usage, without the prefix
    private static ObjectNode pod(String name, String node, String request, String... usages) {
        ObjectNode pod = StageManifests.pod(name, node, "[]");
        for (String usage : usages) {
            String[] parts = usage.split(": ", 2);
            pod.withObjectProperty("metadata").withObjectProperty("annotations").put(USAGE + parts[0], parts[1]);
        }
        if (!request.isEmpty()) {
            ((ObjectNode) pod.at("/spec/containers/0"))
                    .withObjectProperty("resources")
                    .withObjectProperty("requests")
                    .put("memory", request);
        }
        return pod;
    }

    private static List<String> failed(Stage stage) {
        var names = new ArrayList<String>();
        stage.all(ResourceTypes.PODS).forEach(stored -> {
            Pod pod = stored.view(Pod.class);
            if (pod.status().phase() == PodPhase.FAILED) {
                names.add(pod.meta().name());
            }
        });
        return names;
    }

    private static JsonNode memory(JsonNode page) {
        for (JsonNode signal : page.path("signals")) {
            if (signal.path("signal").asText().equals("memory.available")) {
                return signal;
            }
        }
        throw new AssertionError("no memory in " + page);
    }

    private static List<String> texts(JsonNode list, String field) {
        var texts = new ArrayList<String>();
        list.forEach(each -> texts.add(each.path(field).asText()));
        return texts;
    }

    @Test
    void thePageShowsSignalsThresholdsTheRankingAndWhatTheNodeDid() {
        Stage stage = stage("""
            evictionHard: {memory.available: 1Gi}
            evictionSoft: {memory.available: 20%}
            evictionSoftGracePeriod: {memory.available: 1m}
            """).create(ResourceTypes.NODES, node("n"));
        stage.create(ResourceTypes.PODS, pod("steady", "n", "6Gi", "memory: 5Gi"));
        stage.create(ResourceTypes.PODS, pod("greedy", "n", "100Mi", "memory: ramp from=100Mi to=5Gi over=100s"));
        stage.at(75);
        JsonNode page = stage.cluster().pressurePage("n").orElseThrow();
        JsonNode memory = memory(page);
        assertThat(page.path("transitionPeriodSeconds").asInt()).isEqualTo(300);
        assertThat(page.at("/conditions/0/type").asText()).isEqualTo("MemoryPressure");
        assertThat(texts(memory.path("thresholds"), "kind")).containsExactly("hard", "soft");
        assertThat(texts(memory.path("thresholds"), "value")).containsExactly("1Gi", "20%");
        JsonNode soft = memory.path("thresholds").path(1);
        assertThat(soft.path("amount").asLong()).isBetween(2L << 30, (2L << 30) + 64);
        assertThat(soft.path("met").asBoolean()).isTrue();
        assertThat(soft.path("lasting").asBoolean()).isFalse();
        assertThat(Duration.between(
                        Instant.parse(soft.path("since").asText()),
                        Instant.parse(soft.path("acts").asText())))
                .isEqualTo(Duration.ofMinutes(1));
        assertThat(texts(memory.path("ranking"), "pod")).containsExactly("greedy", "steady");
        assertThat(texts(memory.path("ranking"), "exceeds")).containsExactly("true", "false");
        assertThat(memory.path("history").size()).isBetween(6, 9);
        assertThat(page.at("/conditions/0/firstSeen").asText())
                .isEqualTo(soft.path("since").asText());
        stage.until(() -> !failed(stage).isEmpty(), 120);
        stage.at((double) (stage.cluster().world().now().nanos() / 1_000_000_000 + 20));
        JsonNode after = stage.cluster().pressurePage("n").orElseThrow();
        assertThat(texts(after.path("deeds"), "kind")).containsExactly("condition", "eviction");
        assertThat(texts(after.path("deeds"), "pod")).containsExactly("", "default/greedy");
        assertThat(texts(memory(after).path("ranking"), "pod")).containsExactly("steady");
    }

    /// Between two looks nobody but the one who asks sees it; the picture keeps it.
    @Test
    void aPeakBetweenTwoLooksIsInThePictureOfWhoLooks() {
        Stage stage = stage("evictionHard: {memory.available: 1Gi}").create(ResourceTypes.NODES, node("n"));
        stage.create(
                        ResourceTypes.PODS,
                        pod("spiky", "n", "1Gi", "memory: spike base=1Gi peak=9728Mi after=35s for=2s"))
                .at(20);
        for (int second = 21; second < 60; second++) {
            stage.at(second);
            assertThat(stage.cluster().pressurePage("n")).isPresent();
        }
        JsonNode page = stage.cluster().pressurePage("n").orElseThrow();
        assertThat(page.path("conditions").size()).isZero();
        long least = Long.MAX_VALUE;
        for (JsonNode point : memory(page).path("history")) {
            least = Math.min(least, point.path(point.size() > 2 ? 2 : 1).asLong());
        }
        assertThat(least).isEqualTo(512L << 20);
    }

    @Test
    void aNodeOnWhichNobodyDeclaresUsageIsShownAsItIsNow() {
        Stage stage = stage("evictionHard: {memory.available: 1Gi}").create(ResourceTypes.NODES, node("n"));
        stage.create(ResourceTypes.PODS, pod("quiet", "n", "1Gi")).at(30);
        JsonNode page = stage.cluster().pressurePage("n").orElseThrow();
        assertThat(page.path("watched").asBoolean()).isFalse();
        assertThat(memory(page).path("available").asLong()).isEqualTo(10L << 30);
        assertThat(texts(memory(page).path("ranking"), "pod")).containsExactly("quiet");
        assertThat(memory(page).has("history")).isFalse();
        assertThat(stage.cluster().pressurePage("nowhere")).isEmpty();
    }

    /// Upstream counts files in memory that are active as used; what could be given up still makes a node
    /// short.
    @Test
    void activeFilesCountAsUsedUpToTheLimitOfTheirContainer() {
        for (boolean limited : new boolean[] {false, true}) {
            Stage stage = stage("evictionHard: {memory.available: 1Gi}").create(ResourceTypes.NODES, node("n"));
            ObjectNode reader = pod("reader", "n", "2Gi", "memory: 1Gi", "active-file: ramp to=9Gi over=60s");
            if (limited) {
                ((ObjectNode) reader.at("/spec/containers/0"))
                        .withObjectProperty("resources")
                        .withObjectProperty("limits")
                        .put("memory", "2Gi");
            }
            stage.create(ResourceTypes.PODS, reader).at(120);
            assertThat(failed(stage)).isEqualTo(limited ? List.of() : List.of("reader"));
            assertThat(stage.condition("n", "MemoryPressure")).isEqualTo(limited ? "False" : "True");
        }
    }

    @Test
    void aPodThatUsesMoreThanItAskedForIsEvictedAndTheNodeSaysWhy() {
        Stage stage = stage("evictionHard: {memory.available: 1Gi}").create(ResourceTypes.NODES, node("n"));
        stage.create(ResourceTypes.PODS, pod("steady", "n", "6Gi", "memory: 5Gi"));
        stage.create(ResourceTypes.PODS, pod("greedy", "n", "100Mi", "memory: ramp from=100Mi to=5Gi over=100s"));
        stage.at(20).begin();
        stage.until(() -> stage.seePod("greedy").status().phase() == PodPhase.FAILED, 120);
        Pod greedy = stage.seePod("greedy");
        assertThat(greedy.status().reason()).isEqualTo("Evicted");
        assertThat(greedy.status().message())
                .startsWith("The node was low on resource: memory. Threshold quantity: 1Gi, available: ")
                .endsWith(" request is 100Mi, has larger consumption of memory. ");
        assertThat(greedy.status().condition(Pod.DISRUPTION_TARGET).map(Condition::reason))
                .contains("TerminationByKubelet");
        assertThat(stage.events("Evicted")).hasSize(1);
        assertThat(stage.events("EvictionThresholdMet"))
                .containsExactly("EvictionThresholdMet: Attempting to reclaim memory");
        assertThat(failed(stage)).containsExactly("greedy");
        stage.until(() -> stage.taintsOf("n").contains(MEMORY_TAINT), 15);
        assertThat(stage.condition("n", "MemoryPressure")).isEqualTo("True");
        assertThat(stage.events("NodeHasInsufficientMemory")).hasSize(1);
        stage.begin().at(290);
        assertThat(stage.condition("n", "MemoryPressure")).isEqualTo("True");
        stage.at(330);
        assertThat(stage.condition("n", "MemoryPressure")).isEqualTo("False");
        assertThat(stage.taintsOf("n")).isEmpty();
        assertThat(failed(stage)).containsExactly("greedy");
    }

    @Test
    void aNodeUnderMemoryPressureTakesNoPodsThatAskForNothing() {
        Stage stage = stage("evictionHard: {memory.available: 1Gi}").create(ResourceTypes.NODES, node("n"));
        stage.create(ResourceTypes.PODS, pod("greedy", "n", "", "memory: ramp to=10Gi over=60s"));
        stage.at(0).begin();
        stage.until(() -> stage.condition("n", "MemoryPressure").equals("True"), 120);
        stage.create(ResourceTypes.PODS, pod("besteffort", "n", ""));
        stage.create(ResourceTypes.PODS, pod("burstable", "n", "100Mi"));
        stage.begin().at(2);
        assertThat(stage.seePod("besteffort").status().reason()).isEqualTo("Evicted");
        assertThat(stage.seePod("besteffort").status().message())
                .isEqualTo("Pod was rejected: The node had condition: [MemoryPressure]. ");
        assertThat(stage.seePod("besteffort").status().observedGeneration())
                .as("the node has seen the pod as it is")
                .isEqualTo(1);
        assertThat(stage.seePod("burstable").status().phase()).isEqualTo(PodPhase.RUNNING);
    }

    @Test
    void aSoftThresholdWaitsForItsGraceAndLetsThePodStop() {
        Stage stage = stage("""
            evictionSoft: {memory.available: 2Gi}
            evictionSoftGracePeriod: {memory.available: 60s}
            evictionMaxPodGracePeriod: 20
            """).create(ResourceTypes.NODES, node("n"));
        ObjectNode slow = pod("slow", "n", "", "memory: ramp from=1Gi to=9Gi over=1s after=10s");
        slow.withObjectProperty("metadata")
                .withObjectProperty("annotations")
                .put("simulation.tenure.dev/stop-delay", "15s");
        stage.create(ResourceTypes.PODS, slow).at(0).begin();
        double evicted = stage.until(() -> !stage.events("Evicted").isEmpty(), 120);
        assertThat(evicted).isBetween(70.0, 92.0);
        assertThat(stage.seePod("slow").status().phase()).isEqualTo(PodPhase.RUNNING);
        double failed = stage.until(() -> stage.seePod("slow").status().phase() == PodPhase.FAILED, 60);
        assertThat(failed - evicted).isBetween(14.5, 16.0);
    }

    @Test
    void imagesAreCleanedUpBeforeAnybodyGoes() {
        Stage stage = stage("evictionHard: {nodefs.available: 10%}");
        ObjectNode node = node("n");
        node.withObjectProperty("metadata").withObjectProperty("annotations").put(USAGE + "unused-images", "30Gi");
        stage.create(ResourceTypes.NODES, node);
        stage.create(ResourceTypes.PODS, pod("writer", "n", "", "layer: ramp to=65Gi over=60s"))
                .at(0)
                .begin();
        stage.at(200);
        assertThat(stage.events("EvictionThresholdMet")).isNotEmpty();
        assertThat(failed(stage)).isEmpty();
        assertThat(stage.condition("n", "DiskPressure")).isEqualTo("True");
    }

    @Test
    void anEmptyDirBeyondItsLimitIsEvictedWithoutPressure() {
        Stage stage = stage("").create(ResourceTypes.NODES, node("n"));
        ObjectNode pod = pod("writer", "n", "", "volume.scratch: ramp to=2Gi over=60s");
        pod.withObjectProperty("spec")
                .putArray("volumes")
                .addObject()
                .put("name", "scratch")
                .putObject("emptyDir")
                .put("sizeLimit", "1Gi");
        stage.create(ResourceTypes.PODS, pod).at(0).begin().at(60);
        assertThat(stage.seePod("writer").status().message())
                .isEqualTo("Usage of EmptyDir volume \"scratch\" exceeds the limit \"1Gi\". ");
        assertThat(stage.seePod("writer").status().condition(Pod.DISRUPTION_TARGET))
                .isEmpty();
        assertThat(stage.condition("n", "DiskPressure")).isEqualTo("False");
    }

    @Test
    void anAgentThatStartsAnewHasForgottenItsPressure() {
        Stage stage = stage("evictionHard: {memory.available: 1Gi}").create(ResourceTypes.NODES, node("n"));
        stage.create(ResourceTypes.PODS, pod("greedy", "n", "", "memory: ramp to=10Gi over=60s"));
        stage.at(0).begin();
        stage.until(() -> stage.condition("n", "MemoryPressure").equals("True"), 120);
        stage.fault("n", "stopped").fault("n", "").begin().at(15);
        assertThat(stage.condition("n", "MemoryPressure")).isEqualTo("False");
    }

    @Test
    void whatCannotBeReadIsReportedAndCountsAsNothing() {
        Stage stage = stage("").create(ResourceTypes.NODES, node("n"));
        stage.create(ResourceTypes.PODS, pod("typo", "n", "", "memory: rmap to=10Gi"))
                .at(0)
                .begin()
                .at(30);
        assertThat(stage.events("InvalidUsage")).hasSize(1);
        assertThat(stage.events("InvalidUsage").getFirst()).contains("rmap");
        assertThat(stage.seePod("typo").status().phase()).isEqualTo(PodPhase.RUNNING);
    }

    @Test
    void settingsTakeTheirShareOfWhatPodsMayAskFor() {
        Stage stage = stage("evictionHard: {memory.available: 500Mi}\nsystemReserved: {memory: 1.5Gi}")
                .create(ResourceTypes.NODES, node("n"))
                .at(0)
                .begin()
                .at(15);
        assertThat(stage.seeNode("n").status().allocatable().get("memory")).hasToString("8204Mi");
    }
}
