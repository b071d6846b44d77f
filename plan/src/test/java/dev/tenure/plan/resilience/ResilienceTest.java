package dev.tenure.plan.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.Forecasts;
import dev.tenure.plan.report.ResilienceDocument;
import dev.tenure.plan.resilience.Loss.Event;
import dev.tenure.plan.resilience.Resilience.Asked;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.plan.source.Gap;
import dev.tenure.rules.fit.Resources;
import dev.tenure.wire.json.JsonNode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@TestInstance(Lifecycle.PER_CLASS)
class ResilienceTest {
    private static final Asked EVERYTHING = new Asked(true, true, true);
    private static final Asked DRAINS = new Asked(false, true, false);

    /// Three nodes of one CPU in two zones: `full` runs a pod that fits nowhere else, `half` one that fits on
    /// `empty`.
    private static final String CLUSTER = """
        {apiVersion: v1, kind: Node, metadata: {name: full, uid: n1, labels: {topology.kubernetes.io/zone: za}},
         status: {capacity: {cpu: '1', memory: 4Gi, pods: '10'}, allocatable: {cpu: '1', memory: 4Gi, pods: '10'},
          conditions: [{type: Ready, status: 'True'}]}}
        ---
        {apiVersion: v1, kind: Node, metadata: {name: half, uid: n2, labels: {topology.kubernetes.io/zone: za}},
         status: {capacity: {cpu: '1', memory: 4Gi, pods: '10'}, allocatable: {cpu: '1', memory: 4Gi, pods: '10'},
          conditions: [{type: Ready, status: 'True'}]}}
        ---
        {apiVersion: v1, kind: Node, metadata: {name: room, uid: n3, labels: {topology.kubernetes.io/zone: zb}},
         status: {capacity: {cpu: 600m, memory: 4Gi, pods: '10'}, allocatable: {cpu: 600m, memory: 4Gi, pods: '10'},
          conditions: [{type: Ready, status: 'True'}]}}
        """;

    /// Of all of [#EVERYTHING], two at a time.
    private final ResilienceReport report = Resilience.of(dump(), EVERYTHING, ForecastOptions.STANDARD, 2, _ -> {});

    private static String deployment(String name, String cpu, String node) {
        return """
            ---
            {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: %1$s, namespace: default, uid: rs-%1$s},
             spec: {replicas: 1, selector: {matchLabels: {app: %1$s}}, template: {metadata: {labels: {app: %1$s}},
              spec: {containers: [{name: c, image: i, resources: {requests: {cpu: %2$s, memory: 1Gi}}}]}}},
             status: {replicas: 1, readyReplicas: 1, availableReplicas: 1}}
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: %1$s-1, namespace: default, uid: pod-%1$s, labels: {app: %1$s},
              ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: %1$s, uid: rs-%1$s, controller: true}]},
             spec: {nodeName: %3$s, containers: [{name: c, image: i, resources: {requests: {cpu: %2$s, memory: 1Gi}}}],
              tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute,
               tolerationSeconds: 300}]},
             status: {phase: Running, conditions: [{type: Ready, status: 'True'}]}}
            """.formatted(name, cpu, node);
    }

    private static ClusterDump dump() {
        return read(CLUSTER + deployment("big", "900m", "full") + deployment("small", "500m", "half"));
    }

    private static ClusterDump read(String objects) {
        String text = "---\n" + objects;
        return DumpFiles.read(List.of("-"), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static Loss find(ResilienceReport report, Event event) {
        return report.losses().stream()
                .filter(loss -> loss.event().equals(event))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyZoneAndNodeIsLostOnceAndTheWorstIsTheFirst() {
        assertThat(report.losses()).hasSize(8);
        assertThat(report.losses().getFirst().event()).isIn(new Event.NodeLost("full"), new Event.ZoneLost("za"));
        Loss full = find(report, new Event.NodeLost("full"));
        assertThat(full.isCarried()).isFalse();
        assertThat(full.missing()).isEqualTo(new Resources(900, 1L << 30, 0, 1, Map.of()));
        assertThat(find(report, new Event.NodeLost("half")).counts()).isEqualTo(new Summary(1, 1, 0, 0, 0, 0));
        assertThat(find(report, new Event.NodeLost("half")).isCarried()).isTrue();
        assertThat(find(report, new Event.NodeLost("room")).counts()).isEqualTo(new Summary(0, 0, 0, 0, 0, 0));
        assertThat(find(report, new Event.ZoneLost("za")).counts().pending()).isEqualTo(1);
        assertThat(find(report, new Event.NodeDrained("full")).counts().pending())
                .isEqualTo(1);
    }

    @Test
    void whatIsUnknownOfTheClusterIsNoFaultOfADrain() {
        ClusterDump known = dump();
        var gap = new Gap("services", "the caller may not list them", "which services lose endpoints");
        var unknown = new ClusterDump(known.origin(), known.moment(), known.items(), List.of(gap), List.of());
        for (Resilience.Way way : Resilience.Way.values()) {
            ResilienceReport drains = Resilience.of(unknown, DRAINS, ForecastOptions.STANDARD, way);
            Loss half = find(drains, new Event.NodeDrained("half"));
            assertThat(half.notes()).containsExactly(gap.text());
            assertThat(half.isCarried()).isTrue();
            assertThat(drains.carried()).isEqualTo(2);
        }
    }

    @Test
    void noRoomIsMissingForAPodThatWaitsUntilItselfIsGone() {
        ClusterDump ordered = read(CLUSTER + """
            ---
            {apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db, namespace: default, uid: set-db},
             spec: {replicas: 1, serviceName: db, updateStrategy: {type: OnDelete}, selector: {matchLabels: {app: db}}, template: {metadata:
              {labels: {app: db}}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 100m}}}]}}},
             status: {replicas: 1, readyReplicas: 1, availableReplicas: 1}}
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: db-0, namespace: default, uid: pod-db, labels: {app: db},
              ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: db, uid: set-db, controller: true}]},
             spec: {nodeName: half, containers: [{name: c, image: i, resources: {requests: {cpu: 100m}}}],
              tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute,
               tolerationSeconds: 300}]},
             status: {phase: Running, conditions: [{type: Ready, status: 'True'}]}}
            """);
        for (Resilience.Way way : Resilience.Way.values()) {
            ResilienceReport losses =
                    Resilience.of(ordered, new Asked(true, false, false), ForecastOptions.STANDARD, way);
            Loss half = find(losses, new Event.NodeLost("half"));
            assertThat(half.counts().pending()).isEqualTo(1);
            assertThat(half.missing()).isEqualTo(Resources.NONE);
            assertThat(half.isCarried()).isFalse();
        }
    }

    @Test
    void aDrainThatIsRefusedIsNotCarried() {
        ClusterDump alone = read(CLUSTER + """
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: alone, namespace: default, uid: p1},
             spec: {nodeName: room, containers: [{name: c, image: i}]},
             status: {phase: Running, conditions: [{type: Ready, status: 'True'}]}}
            """);
        for (Resilience.Way way : Resilience.Way.values()) {
            ResilienceReport drains = Resilience.of(alone, DRAINS, ForecastOptions.STANDARD, way);
            assertThat(find(drains, new Event.NodeDrained("room")).isCarried()).isFalse();
            assertThat(drains.carried()).isEqualTo(2);
        }
    }

    @Test
    void aLossIsReportedAsAPlanOfItAloneTellsIt() {
        ClusterDump dump = dump();

        for (Loss loss : report.losses().subList(0, 3)) {
            EvictionPlan alone = Forecasts.of(dump, loss.event().change(), ForecastOptions.STANDARD);
            assertThat(loss.summary())
                    .as(loss.event().words())
                    .contains(alone.status().summary());
        }
    }

    @Test
    void zonesAreAskedForAlone() {
        assertThat(Resilience.events(dump(), new Asked(false, false, true)))
                .containsExactly(new Event.ZoneLost("za"), new Event.ZoneLost("zb"));
        assertThat(dump().views(ResourceTypes.NODES, Object.class)).hasSize(3);
    }

    @Test
    void programsReadTheSame() {
        JsonNode document = ResilienceDocument.of(report);

        assertThat(document.path("kind").asText()).isEqualTo("ResilienceReport");
        assertThat(document.path("status").path("summary")).hasToString("{\"losses\":8,\"carried\":5}");
        JsonNode worst = document.path("status").path("losses").path(0);
        assertThat(worst.path("event").asText()).isIn("lose", "drain");
        assertThat(worst.path("pending").asInt()).isEqualTo(1);
        assertThat(worst.path("missing")).hasToString("{\"cpu\":\"900m\",\"memory\":\"1Gi\",\"pods\":1}");
    }
}
