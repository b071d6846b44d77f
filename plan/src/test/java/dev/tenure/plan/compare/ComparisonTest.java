package dev.tenure.plan.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.ForecastOptions.Monitor;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.plan.source.StatedSettings;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.yaml.Yaml;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final Configuration USUAL = Configuration.of(ForecastOptions.STANDARD);
    private static final Change LOSS = new Change.LoseNodes(NodeChoice.named("lost"), true);

    /// Packs pods onto the nodes that are fullest.
    private static final String PACKING = """
        apiVersion: kubescheduler.config.k8s.io/v1
        kind: KubeSchedulerConfiguration
        profiles:
        - schedulerName: default-scheduler
          plugins: {multiPoint: {disabled: [{name: NodeResourcesBalancedAllocation}]}}
          pluginConfig:
          - name: NodeResourcesFit
            args: {scoringStrategy: {type: MostAllocated, resources: [{name: cpu, weight: 1}]}}
        """;

    private static final String KUBELET = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";

    private static String node(String name) {
        return """
            ---
            {apiVersion: v1, kind: Node, metadata: {name: %1$s, uid: node-%1$s},
             status: {capacity: {cpu: '4', memory: 8Gi, pods: '10'}, allocatable: {cpu: '4', memory: 8Gi, pods: '10'},
              conditions: [{type: Ready, status: 'True'}]}}
            """.formatted(name);
    }

    private static String owned(String name, String node) {
        return """
            ---
            {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: %1$s, namespace: default, uid: rs-%1$s},
             spec: {replicas: 1, selector: {matchLabels: {app: %1$s}}, template: {metadata: {labels: {app: %1$s}},
              spec: {containers: [{name: c, image: i, resources: {requests: {cpu: '1', memory: 1Gi}}}]}}},
             status: {replicas: 1, readyReplicas: 1, availableReplicas: 1}}
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: %1$s-1, namespace: default, uid: pod-%1$s, labels: {app: %1$s},
              ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: %1$s, uid: rs-%1$s, controller: true}]},
             spec: {nodeName: %2$s, containers: [{name: c, image: i, resources: {requests: {cpu: '1', memory: 1Gi}}}],
              tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute,
               tolerationSeconds: 300}]},
             status: {phase: Running, conditions: [{type: Ready, status: 'True'}]}}
            """.formatted(name, node);
    }

    /// Node `lost` runs `web`, `busy` runs `db`, `idle` nothing.
    private static ClusterDump cluster() {
        return dump(node("lost") + node("busy") + node("idle") + owned("web", "lost") + owned("db", "busy"));
    }

    private static ClusterDump dump(String text) {
        return DumpFiles.read(List.of("-"), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static JsonNode yaml(String text) {
        return Yaml.read(text.getBytes(StandardCharsets.UTF_8)).value();
    }

    private static Duration leaves(Comparison comparison, boolean first) {
        return (first ? comparison.a() : comparison.b())
                .status()
                .pods()
                .getFirst()
                .leavesAfter()
                .orElseThrow();
    }

    @Test
    void nothingDiffersUnderOneConfiguration() {
        Comparison comparison = Comparison.of(cluster(), LOSS, USUAL, USUAL);

        assertThat(comparison.a().status().summary().evicted()).isEqualTo(1);
        assertThat(comparison.differences()).isEmpty();
        assertThat(comparison.differs()).isFalse();
    }

    @Test
    void aShorterSilenceHasPodsLeaveSooner() {
        Configuration quick = USUAL.with("--node-monitor-grace-period", "20s");

        Comparison comparison = Comparison.of(cluster(), LOSS, USUAL, quick);

        assertThat(leaves(comparison, true).minus(leaves(comparison, false))).isEqualTo(Duration.ofSeconds(30));
        assertThat(comparison.differences()).singleElement().satisfies(each -> {
            assertThat(each.kind()).isEqualTo("pod");
            assertThat(each.name()).isEqualTo("web-1");
            assertThat(each.fields()).containsExactly("time", "ready");
            assertThat(each.tie()).isFalse();
        });
        assertThat(comparison.settings()).isEqualTo(new Comparison.Settings(List.of(), quick.settings()));
        assertThat(quick.settings()).containsExactly("node-monitor-grace-period=20s");
    }

    @Test
    void anotherSchedulerPlacesElsewhere() {
        Comparison comparison = Comparison.of(cluster(), LOSS, USUAL, USUAL.with(yaml(PACKING)));

        assertThat(comparison.a().status().pods().getFirst().outcome())
                .isInstanceOfSatisfying(
                        Outcome.Replaced.class, each -> assertThat(each.node()).isEqualTo("idle"));
        assertThat(comparison.b().status().pods().getFirst().outcome())
                .isInstanceOfSatisfying(
                        Outcome.Replaced.class, each -> assertThat(each.node()).isEqualTo("busy"));
        assertThat(comparison.differences())
                .singleElement()
                .satisfies(each -> assertThat(each.fields()).containsExactly("node"));
        assertThat(comparison.differs()).isTrue();
        JsonNode document = ComparisonDocument.of(comparison);
        assertThat(document.path("kind").asText()).isEqualTo("EvictionComparison");
        assertThat(document.path("spec").path("b")).hasToString("[\"KubeSchedulerConfiguration\"]");
        assertThat(document.path("status")
                        .path("b")
                        .path("pods")
                        .path(0)
                        .path("replacement")
                        .path("node")
                        .asText())
                .isEqualTo("busy");
    }

    @Test
    void aNodeThatOnlyChanceChoosesIsATie() {
        ClusterDump alike =
                dump(node("lost") + node("one") + node("two") + node("three") + node("four") + owned("web", "lost"));
        List<Comparison> all = List.of(7L << 40, 11L << 42).stream()
                .map(seed ->
                        Comparison.of(alike, LOSS, USUAL, Configuration.of(ForecastOptions.STANDARD.withSeed(seed))))
                .toList();

        assertThat(all).allMatch(comparison -> !comparison.differs());
        assertThat(all.stream().flatMap(comparison -> comparison.differences().stream()))
                .isNotEmpty()
                .allMatch(Difference::tie);
    }

    @Test
    void defaultTolerationsCountForPodsThatAreMadeUnderThem() {
        Configuration quick = USUAL.with("default-unreachable-toleration-seconds", "30");
        Configuration also = quick.with("default-not-ready-toleration-seconds", "30");
        ClusterDump there = cluster();
        ClusterDump manifests = dump("""
            {apiVersion: v1, kind: Node, metadata: {name: lost}}
            ---
            {apiVersion: v1, kind: Node, metadata: {name: other}, spec: {unschedulable: true}}
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: default},
             spec: {containers: [{name: c, image: i}]}}
            """);

        assertThat(Comparison.of(there, LOSS, USUAL, also).differences()).isEmpty();
        Comparison made = Comparison.of(manifests, LOSS, USUAL, also);

        assertThat(leaves(made, true).minus(leaves(made, false))).isEqualTo(Duration.ofSeconds(270));
        assertThat(made.notes()).singleElement().asString().contains("keep the tolerations");
    }

    /// Node `lost` has 8Gi, of which `web` comes to use 7Gi in ten minutes.
    private static ClusterDump growing() {
        return dump(node("lost") + owned("web", "lost").replace("kind: Pod, metadata: {", """
                kind: Pod, metadata: {annotations: {
                usage.simulation.tenure.dev/memory: 'ramp from=1Gi to=7Gi over=10m'},"""));
    }

    @Test
    void aHigherThresholdHasAGrowingPodEvicted() {
        Configuration careful = USUAL.with("--eviction-hard", "memory.available<2Gi");

        Comparison comparison = Comparison.of(growing(), new Change.Nothing(), USUAL, careful);

        assertThat(comparison.a().status().summary().evicted()).isZero();
        assertThat(comparison.b().status().pods()).singleElement().satisfies(pod -> {
            assertThat(pod.cause()).isEqualTo("node-pressure");
            // 6 of 8Gi are used 500 s after the start, which takes 5 s itself; the node looks every 10 s
            assertThat(pod.leavesAfter().orElseThrow()).isBetween(Duration.ofSeconds(500), Duration.ofSeconds(520));
        });
        assertThat(comparison.settings().b()).containsExactly("eviction-hard=memory.available<2Gi");
    }

    @Test
    void aSoftThresholdWaitsForItsGracePeriod() {
        Configuration hard = USUAL.with("eviction-hard", "memory.available<2Gi");
        Configuration soft = USUAL.with(yaml(KUBELET + """
                evictionSoft: {memory.available: 2Gi}
                evictionSoftGracePeriod: {memory.available: 6m}
                """));

        Comparison comparison = Comparison.of(growing(), new Change.Nothing(), hard, soft);

        assertThat(leaves(comparison, false).minus(leaves(comparison, true)))
                .isBetween(Duration.ofMinutes(6), Duration.ofSeconds(371));
    }

    @Test
    void whatIsNoConfigurationIsRefusedByName() {
        assertRefused(() -> USUAL.with("node-eviction-speed", "1"), "\"node-eviction-speed\" is not a flag");
        assertRefused(() -> USUAL.with("node-eviction-rate", "fast"), "node-eviction-rate: \"fast\" is no number");
        assertRefused(() -> USUAL.with("node-eviction-rate", "NaN"), "node-eviction-rate: NaN is not a rate");
        assertRefused(() -> USUAL.with("unhealthy-zone-threshold", "55"), "is not a fraction from 0 to 1");
        assertRefused(() -> USUAL.with("node-monitor-period", "soon"), "\"soon\" is not a duration");
        assertRefused(() -> USUAL.with("node-monitor-period", "0s"), "not longer than 0s");
        assertRefused(() -> USUAL.with("semantics", "old"), "not one of documented, kubernetes-1.36");
        assertRefused(() -> USUAL.with(yaml("{kind: Deployment}")), "not a Deployment");
        assertRefused(() -> USUAL.with(yaml("{kind: KubeletConfiguration}")), "expected kind KubeletConfiguration of");
        assertRefused(() -> USUAL.with(yaml(KUBELET + "evictionhard: {}")), "evictionhard: is no field");
        assertRefused(() -> USUAL.with("eviction-hard", "memory.available"), "for example memory.available<1Gi");
        assertRefused(() -> USUAL.with("eviction-max-pod-grace-period", "soon"), "\"soon\" is no number");
        assertRefused(
                () -> USUAL.with("eviction-hard", "memory.available<1O0Mi").checked(),
                "evictionHard.memory.available: ");
        assertRefused(() -> USUAL.with("eviction-soft", "memory.available<1Gi").checked(), "memory.available");
        assertRefused(() -> USUAL.with(yaml(PACKING.replace("MostAllocated", "Most"))), "KubeSchedulerConfiguration: ");
    }

    @Test
    void ratesAndSharesAreTakenUpToTheirBounds() {
        for (String rate : List.of("node-eviction-rate", "secondary-node-eviction-rate")) {
            assertThat(USUAL.with(rate, "0").settings()).containsExactly(rate + "=0");
            assertThat(USUAL.with(rate, "7.5").settings()).containsExactly(rate + "=7.5");
            assertRefused(() -> USUAL.with(rate, "-0.1"), rate + ": -0.1 is not a rate");
            assertRefused(() -> USUAL.with(rate, "Infinity"), rate + ": Infinity is not a rate");
        }
        var monitor = USUAL.with("unhealthy-zone-threshold", "0").options().monitor();
        assertThat(monitor.unhealthyThreshold()).isZero();
        assertThat(USUAL.with("unhealthy-zone-threshold", "1")
                        .options()
                        .monitor()
                        .unhealthyThreshold())
                .isEqualTo(1);
        assertRefused(() -> USUAL.with("unhealthy-zone-threshold", "1.01"), "is not a fraction from 0 to 1");
    }

    private static void assertRefused(ThrowingCallable call, String words) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(words);
    }

    @Test
    void whatAClusterSaysOfItsFlagsCountsAsFarAsItIsKnown() {
        var said = new StatedSettings(
                Optional.empty(),
                Map.of("node-monitor-grace-period", "20s", "node-eviction-rate", "often", "of-a-later-version", "1"));

        ForecastOptions options = Configuration.stated(said);

        assertThat(options.monitor().grace()).isEqualTo(Duration.ofSeconds(20));
        assertThat(options.withMonitor(Monitor.STANDARD)).isEqualTo(ForecastOptions.STANDARD);
        assertThat(options.monitor().rate()).isEqualTo(Monitor.STANDARD.rate());
    }

    @Test
    void everyFlagReachesItsSetting() {
        Configuration all = USUAL.with(yaml("""
            semantics: documented
            node-monitor-period: 2s
            node-monitor-grace-period: 40s
            node-eviction-rate: 0.5
            secondary-node-eviction-rate: 0.25
            unhealthy-zone-threshold: 0.75
            large-cluster-size-threshold: 3
            default-not-ready-toleration-seconds: 10
            default-unreachable-toleration-seconds: 20
            """));

        assertThat(all.options().monitor())
                .isEqualTo(new ForecastOptions.Monitor(
                        Duration.ofSeconds(40), Duration.ofSeconds(2), 0.5f, 0.25f, 0.75f, 3));
        assertThat(all.options().components())
                .isEqualTo(new ForecastOptions.Components(Optional.empty(), 10, 20, Optional.empty()));
        assertThat(all.options().semantics())
                .hasValueSatisfying(each -> assertThat(each.word()).isEqualTo("documented"));
        assertThat(Set.copyOf(all.settings())).hasSize(9);
    }
}
