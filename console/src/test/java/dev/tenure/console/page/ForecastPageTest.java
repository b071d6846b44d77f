package dev.tenure.console.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.client.ClusterClient;
import dev.tenure.console.change.PlannedChange;
import dev.tenure.console.change.WhatIf;
import dev.tenure.console.change.WhatIfParser;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.console.viewer.Forecaster;
import dev.tenure.console.viewer.Forecaster.Forecast;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.change.Change.Apply;
import dev.tenure.plan.change.Change.Cordon;
import dev.tenure.plan.change.Change.Drain;
import dev.tenure.plan.change.Change.LoseNodes;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.change.Change.Nothing;
import dev.tenure.plan.change.Change.Scale;
import dev.tenure.plan.change.Change.TaintNodes;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.ReadyCount;
import dev.tenure.plan.saved.SavedPlan;
import dev.tenure.plan.saved.SavedPlanFile;
import dev.tenure.plan.source.StatedSettings;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the page Plan is told of a change, and what is saved of it.
class ForecastPageTest {
    private static final String CLUSTER = """
            {apiVersion: v1, kind: Namespace, metadata: {name: default, uid: u1}}
            ---
            NODE a-1
            ---
            NODE a-2
            ---
            NODE b-1
            ---
            POD web-1 a-1
            ---
            POD web-2 a-2
            ---
            {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web, namespace: default, uid: u2}, spec: {replicas: 2,
            selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: SPEC}}}
            """;
    private static final String NODE =
            "{apiVersion: v1, kind: Node, metadata: {name: $1-$2, uid: n-$1-$2, labels: {kubernetes.io/hostname: $1-$2,"
                    + " topology.kubernetes.io/zone: $1}}, status: {allocatable: {cpu: '4', memory: 8Gi, pods: '20'},"
                    + " conditions: [{type: Ready, status: 'True'}]}}";
    private static final String NODE_A_2 =
            "{apiVersion: v1, kind: Node, metadata: {name: a-2, uid: n-a-2, labels: {kubernetes.io/hostname: a-2,"
                    + " topology.kubernetes.io/zone: a}}, spec: {TAINTS}, status: {allocatable: {cpu: '4', memory: 8Gi, pods:"
                    + " '20'}, conditions: [{type: Ready, status: Unknown}]}}";
    private static final String POD =
            "{apiVersion: v1, kind: Pod, metadata: {name: $1, namespace: default, uid: p-$1, labels: {app: web},"
                    + " ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: u2, controller: true}]},"
                    + " spec: {nodeName: $2, nodeSelector: {topology.kubernetes.io/zone: a}, containers: [{name: main,"
                    + " image: i}], tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect:"
                    + " NoExecute, tolerationSeconds: 300}]}, status: {phase: Running, startTime: '2026-01-01T00:00:00Z',"
                    + " conditions: [{type: Ready, status: 'True'}]}}";
    private static final String SPEC =
            "{nodeSelector: {topology.kubernetes.io/zone: a}, containers: [{name: main, image: i}]}";
    private static final List<ResourceType> KINDS =
            List.of(ResourceTypes.NAMESPACES, ResourceTypes.NODES, ResourceTypes.PODS, ResourceTypes.REPLICA_SETS);
    private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");
    private static final TimeSource AT_NOW = new SimulatedWorld(NOW);
    private static final Forecaster FORECASTER = new Forecaster(new SystemTime(), _ -> true);

    @TempDir
    private Path folder;

    /// Whenever it is asked, seven seconds have gone by.
    private static final class Hasty implements TimeSource {
        private long asked;

        @Override
        public Instant wall() {
            return Instant.EPOCH;
        }

        @Override
        public Tick now() {
            return new Tick(Duration.ofSeconds(7 * asked++).toNanos());
        }
    }

    private static Forecaster.Subject subject(ClusterClient client) {
        return new Forecaster.Subject(client, "the cluster", StatedSettings.NOTHING);
    }

    private static ClusterClient client() {
        return client(CLUSTER);
    }

    private static ClusterClient client(String cluster) {
        String text = cluster.replaceAll("NODE (\\w+)-(\\w+)", NODE)
                .replaceAll("POD (\\S+) (\\S+)", POD)
                .replace("SPEC", SPEC);
        return ListedCluster.of(KINDS, text).client();
    }

    private static WhatIf question(String json) {
        return WhatIfParser.parse(Json.readObject(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static Forecast forecast(String json) {
        return FORECASTER.of(subject(client()), PlannedChange.of(question(json)), "");
    }

    @Test
    void aTaintIsReportedBeforeDuringAndAfter() {
        ObjectNode page = ForecastPage.shown(
                forecast("{\"kind\":\"taint\",\"node\":\"a-1\",\"key\":\"k\",\"effect\":\"NoExecute\"}"));
        assertThat(page.at("/waves/0/seconds").asInt()).isZero();
        assertThat(page.at("/waves/0/pods").asInt()).isEqualTo(1);
        assertThat(page.path("kept").asInt()).isZero();
        assertThat(page.at("/running/0/1").asInt()).isEqualTo(2);
        assertThat(page.at("/running/1/1").asInt()).isEqualTo(1);
        assertThat(page.at("/nodes/0/node").asText()).isEqualTo("a-1");
        assertThat(page.at("/nodes/0/before").asInt()).isEqualTo(1);
        assertThat(page.at("/nodes/0/after").asInt()).isZero();
        assertThat(page.at("/podsTotal").asInt()).isEqualTo(1);
        assertThat(page.at("/plan/status/pods/0/name").asText()).startsWith("web-");
    }

    @Test
    void theLossOfAZoneLeavesItsPodsPending() {
        ObjectNode page = ForecastPage.shown(forecast("{\"kind\":\"lose-zone\",\"zone\":\"a\"}"));
        assertThat(page.at("/plan/status/summary/pending").asInt()).isEqualTo(2);
        assertThat(page.at("/waves/0/seconds").asInt()).isBetween(300, 400);
        assertThat(page.path("running")
                        .path(page.path("running").size() - 1)
                        .path(1)
                        .asInt())
                .isZero();
    }

    @Test
    void evictionsAreCountedAsTheClusterSaysThatItCountsThem() {
        for (String each : List.of("documented", "kubernetes-1.36")) {
            var stated = new Forecaster.Subject(
                    client(), "the cluster", StatedSettings.of(Json.object().put("semantics", each)));
            EvictionPlan plan = FORECASTER.of(stated, new Nothing(), "").plan();
            assertThat(plan.spec().assumptions())
                    .filteredOn(assumption -> assumption.name().equals("semantics"))
                    .extracting(EvictionPlan.Assumption::value)
                    .containsExactly(each);
        }
    }

    @Test
    void whatHappensAnywayIsNoEffectOfTheChange() {
        String silent =
                "taints: [{key: node.kubernetes.io/unreachable, effect: NoExecute, timeAdded: '%s'}]".formatted(NOW);
        var forecaster = new Forecaster(AT_NOW, _ -> true);
        Forecast made = forecaster.of(
                subject(client(CLUSTER.replace("NODE a-2", NODE_A_2.replace("TAINTS", silent)))),
                PlannedChange.of(
                        question("{\"kind\":\"taint\",\"node\":\"a-1\",\"key\":\"k\",\"effect\":\"NoExecute\"}")),
                "");
        ObjectNode page = ForecastPage.shown(made);
        assertThat(page.path("podsTotal").asInt()).isEqualTo(2);
        assertThat(page.path("anyway").asInt()).isEqualTo(1);
        assertThat(page.path("waves")).hasSize(1);
        assertThat(page.at("/waves/0/pods").asInt()).isEqualTo(1);
        assertThat(page.at("/plan/status/pods/0").has("anyway")).isFalse();
        assertThat(page.at("/plan/status/pods/1/anyway").asBoolean()).isTrue();
        assertThat(page.at("/plan/status/summary/pending").asInt()).isEqualTo(2);
        assertThat(page.at("/effects/pending").asInt()).isEqualTo(1);
        assertThat(page.at("/effects/notReplaced").asInt(-1)).isZero();
    }

    @Test
    void aChangeThatOnlySparesPodsTellsWhoWouldHaveLeft() {
        String repair = "taints: [{key: repair, effect: NoExecute}]";
        String tolerant = CLUSTER.replace(
                "POD web-2 a-2",
                POD.replace("$1", "web-2")
                        .replace("$2", "a-2")
                        .replace(
                                "tolerations: [",
                                "tolerations: [{key: repair, operator: Exists, effect: NoExecute,"
                                        + " tolerationSeconds: 120}, "));
        String tainted =
                tolerant.replace("NODE a-2", NODE_A_2.replace("TAINTS", repair).replace("Unknown", "'True'"));
        Forecast made = new Forecaster(AT_NOW, _ -> true)
                .of(
                        subject(client(tainted)),
                        PlannedChange.of(question(
                                "{\"kind\":\"untaint\",\"node\":\"a-2\",\"key\":\"repair\",\"effect\":\"NoExecute\"}")),
                        "");
        ObjectNode page = ForecastPage.shown(made);
        assertThat(page.path("waves")).isEmpty();
        assertThat(page.path("sparedTotal").asInt()).isEqualTo(1);
        assertThat(page.at("/spared/0/name").asText()).isEqualTo("web-2");
        assertThat(page.at("/spared/0/leavesAfterSeconds").asInt()).isBetween(0, 120);
        assertThat(page.at("/spared/0/why").asText()).contains("repair:NoExecute");
    }

    @Test
    void whatIsAppliedAppearsAsANewPod() {
        ObjectNode page = ForecastPage.shown(
                forecast(
                        "{\"kind\":\"apply\",\"yaml\":\"{apiVersion: v1, kind: Pod, metadata: {name: one}, spec: {containers: [{name: c, image: i}]}}\"}"));
        assertThat(page.path("newPodsTotal").asInt()).isEqualTo(1);
        assertThat(page.path("waves")).isEmpty();
        assertThat(page.path("running")
                        .path(page.path("running").size() - 1)
                        .path(1)
                        .asInt())
                .isEqualTo(3);
    }

    @Test
    void aForecastThatTakesTooLongIsEndedAndTheNextOneHasItsTurn() {
        var hurried = new Forecaster(new Hasty(), _ -> true);
        assertThatThrownBy(() -> hurried.of(subject(client()), new Nothing(), ""))
                .isInstanceOfSatisfying(
                        ConsoleFault.class, fault -> assertThat(fault.code()).isEqualTo(504))
                .hasMessageContaining("300 s")
                .hasMessageContaining("tenure plan");
        assertThatThrownBy(() -> hurried.of(subject(client()), new Nothing(), ""))
                .hasMessageContaining("takes longer");
    }

    @Test
    void aClusterIsForecastAsLongAsACopyOfItFitsBesideWhatIsThere() {
        var full = new Forecaster(new SystemTime(), bytes -> bytes <= 500_000_000);
        full.requireRoom(50_000);

        assertThatThrownBy(() -> full.requireRoom(50_001))
                .isInstanceOfSatisfying(
                        ConsoleFault.class, fault -> assertThat(fault.code()).isEqualTo(503))
                .hasMessageContaining("50001 pods")
                .hasMessageContaining("500 MB")
                .hasMessageContaining("tenure plan");
    }

    @Test
    void oneThatIsGivenUpEndsAndOthersDoNot() {
        FORECASTER.giveUp("one");
        assertThatThrownBy(() -> FORECASTER.of(subject(client()), new Nothing(), "one"))
                .hasMessageContaining("given up");
        assertThat(FORECASTER.of(subject(client()), new Nothing(), "other").ready())
                .containsExactly(new ReadyCount(Duration.ZERO, 2));
    }

    @Test
    void whatIsSavedIsWhatApplyReads() throws IOException {
        Forecast made = forecast("{\"kind\":\"drain\",\"node\":\"a-1\"}");
        Path file = folder.resolve("drain.plan");
        Files.write(file, ForecastPage.file(made));
        SavedPlan read = SavedPlanFile.read(file);
        assertThat(read.change()).isEqualTo(made.change());
        assertThat(read.plan().status().pods()).hasSize(1);
        assertThat(read.basis().nodes()).contains("a-1");
    }

    @Test
    void aChangeThatDoesNotFitIsRefusedInWords() {
        assertThatThrownBy(() -> forecast("{\"kind\":\"cordon\",\"node\":\"nowhere\"}"))
                .isInstanceOf(ConsoleFault.class)
                .hasMessageContaining("nowhere");
        for (String wrong : List.of(
                "{\"kind\":\"lose-zone\"}",
                "{\"kind\":\"scale\",\"resource\":\"deployments\",\"namespace\":\"d\",\"name\":\"w\",\"replicas\":\"-1\"}",
                "{\"kind\":\"apply\",\"yaml\":\"{\"}",
                "{\"kind\":\"apply\",\"yaml\":\"kind: Pod\"}",
                "{\"kind\":\"apply\",\"yaml\":\"---\"}",
                "{\"kind\":\"conquer\"}")) {
            assertThatThrownBy(() -> question(wrong)).as(wrong).isInstanceOf(ConsoleFault.class);
        }
    }

    @Test
    void everyQuestionIsAChangeThatPlansKnow() {
        var a = NodeChoice.named("a");
        assertThat(planned("{\"kind\":\"nothing\"}")).isEqualTo(new Nothing());
        assertThat(planned("{\"kind\":\"lose-node\",\"node\":\"a\"}")).isEqualTo(new LoseNodes(a, true));
        assertThat(planned("{\"kind\":\"stop\",\"node\":\"a\"}")).isEqualTo(new LoseNodes(a, true));
        assertThat(planned("{\"kind\":\"start\",\"node\":\"a\"}")).isEqualTo(new LoseNodes(a, false));
        assertThat(planned("{\"kind\":\"cordon\",\"node\":\"a\"}")).isEqualTo(new Cordon(a, true));
        assertThat(planned("{\"kind\":\"uncordon\",\"node\":\"a\"}")).isEqualTo(new Cordon(a, false));
        assertThat(planned("{\"kind\":\"drain\",\"node\":\"a\"}")).isInstanceOf(Drain.class);
        assertThat(
                        planned(
                                "{\"kind\":\"taint\",\"node\":\"a\",\"key\":\"k\",\"value\":\"v\",\"effect\":\"NoSchedule\",\"overwrite\":true}"))
                .isEqualTo(new TaintNodes(a, List.of(TaintEdit.parse("k=v:NoSchedule")), true));
        assertThat(planned("{\"kind\":\"untaint\",\"node\":\"a\",\"key\":\"k\"}"))
                .isEqualTo(new TaintNodes(a, List.of(TaintEdit.parse("k-")), false));
        assertThat(
                        planned(
                                "{\"kind\":\"scale\",\"resource\":\"statefulsets\",\"namespace\":\"d\",\"name\":\"w\",\"replicas\":\"0\"}"))
                .isEqualTo(new Scale("statefulsets", "d", "w", 0));
        assertThat(
                        planned(
                                "{\"kind\":\"apply\",\"yaml\":\"apiVersion: v1\\nkind: Pod\\n---\\napiVersion: v1\\nkind: Node\"}"))
                .isInstanceOfSatisfying(
                        Apply.class, apply -> assertThat(apply.manifests()).hasSize(2));
    }

    private static dev.tenure.plan.change.Change planned(String json) {
        return PlannedChange.of(question(json));
    }
}
