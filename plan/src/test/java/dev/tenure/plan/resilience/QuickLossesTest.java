package dev.tenure.plan.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.resilience.Loss.Event;
import dev.tenure.plan.resilience.Resilience.Asked;
import dev.tenure.plan.resilience.Resilience.Way;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Holds the fast way of telling losses against the plain one.
class QuickLossesTest {
    private static final Asked NODES = new Asked(true, true, false);
    private static final Asked EVERYTHING = new Asked(true, true, true);
    private static final int SEEDS = Boolean.getBoolean("tenure.full") ? 60 : 3;

    /// Of so many losses one may be told otherwise because chance gave the last room to another pod.
    private static final int ONE_BY_CHANCE_IN = 50;

    private static ResilienceReport report(ClusterDump dump, Asked asked, Way way) {
        return Resilience.of(dump, asked, ForecastOptions.STANDARD, way);
    }

    private static Map<Event, Loss> byEvent(ResilienceReport report) {
        Map<Event, Loss> losses = new HashMap<>();
        report.losses().forEach(loss -> losses.put(loss.event(), loss));
        return losses;
    }

    private static Loss find(Map<Event, Loss> losses, Event event) {
        return Optional.ofNullable(losses.get(event)).orElseThrow();
    }

    /// Who gets a node last is left to chance where pods stay pending; all else must be the same.
    @Test
    void lossesAndDrainsOfRandomClustersAreReportedAlikeButForTies() {
        List<String> byChance = new ArrayList<>();
        int all = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            for (boolean alike : new boolean[] {true, false}) {
                ClusterDump dump = RandomDump.of(seed, alike);
                Map<Event, Loss> plain = byEvent(report(dump, NODES, Way.PLAIN));
                ResilienceReport quick = report(dump, NODES, Way.QUICK);
                assertThat(quick.worlds()).as("seed " + seed).isEmpty();
                for (Loss loss : quick.losses()) {
                    String which = "seed %d, %s".formatted(seed, loss.event().words());
                    Loss expected = find(plain, loss.event());
                    assertAlikeButForTies(which, loss, expected);
                    // the note on pods that leave later tells no moment
                    assertThat(loss.notes()).as(which).hasSameSizeAs(expected.notes());
                    if (!withNotesOf(expected, loss).equals(expected)) {
                        byChance.add(which);
                    }
                    all++;
                }
            }
        }
        assertThat(byChance).hasSizeLessThanOrEqualTo(1 + all / ONE_BY_CHANCE_IN);
    }

    private static Loss withNotesOf(Loss other, Loss loss) {
        return new Loss(
                loss.event(), loss.summary(), loss.kept(), loss.withoutEndpoints(), loss.missing(), other.notes());
    }

    private static void assertAlikeButForTies(String which, Loss quick, Loss plain) {
        var counts = quick.counts();
        var expected = plain.counts();
        assertThat(counts.evicted()).as(which).isEqualTo(expected.evicted());
        assertThat(counts.lost()).as(which).isEqualTo(expected.lost());
        assertThat(counts.dataLost()).as(which).isEqualTo(expected.dataLost());
        assertThat(counts.replaced() + counts.pending()).as(which).isEqualTo(expected.replaced() + expected.pending());
        if (counts.pending() == 0 && expected.pending() == 0) {
            assertThat(counts).as(which).isEqualTo(expected);
            assertThat(quick.kept()).as(which).isEqualTo(plain.kept());
            assertThat(quick.withoutEndpoints()).as(which).isEqualTo(plain.withoutEndpoints());
        }
    }

    @Test
    void equalQuestionsHaveEqualAnswersWhateverWasAskedBefore() {
        ClusterDump dump = RandomDump.of(29, true);
        ResilienceReport all = report(dump, NODES, Way.QUICK);
        ResilienceReport drainsOnly = report(dump, new Asked(false, true, false), Way.QUICK);

        Map<Event, Loss> known = byEvent(all);
        assertThat(drainsOnly.losses()).allSatisfy(loss -> assertThat(loss).isEqualTo(find(known, loss.event())));
        assertThat(report(dump, NODES, Way.QUICK)).isEqualTo(all);
    }

    private static String node(String name, String zone, String cpu) {
        return """
            ---
            {apiVersion: v1, kind: Node, metadata: {name: %1$s, uid: n-%1$s,
              labels: {topology.kubernetes.io/zone: %2$s, kubernetes.io/hostname: %1$s}},
             status: {capacity: {cpu: %3$s, memory: 4Gi, pods: '10'}, allocatable: {cpu: %3$s, memory: 4Gi, pods: '10'},
              conditions: [{type: Ready, status: 'True'}]}}
            """.formatted(name, zone, cpu);
    }

    private static String workload(String name, String node, int priority) {
        return """
            ---
            {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: %1$s, namespace: default, uid: rs-%1$s},
             spec: {replicas: 1, selector: {matchLabels: {app: %1$s}}, template: {metadata: {labels: {app: %1$s}},
              spec: {priorityClassName: p%3$d,
                containers: [{name: c, image: i, resources: {requests: {cpu: 600m}}}]}}},
             status: {replicas: 1, readyReplicas: 1, availableReplicas: 1}}
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: %1$s-1, namespace: default, uid: pod-%1$s, labels: {app: %1$s},
              ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: %1$s, uid: rs-%1$s, controller: true}]},
             spec: {nodeName: %2$s, priorityClassName: p%3$d, priority: %3$d,
              containers: [{name: c, image: i, resources: {requests: {cpu: 600m}}}],
              tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute,
               tolerationSeconds: 300}]},
             status: {phase: Running, conditions: [{type: Ready, status: 'True'}]}}
            """.formatted(name, node, priority);
    }

    private static ClusterDump dump(String text) {
        return DumpFiles.read(List.of("-"), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    /// The important pod of a lost node takes the place of the unimportant one, which then waits.
    @Test
    void whatOnlyAWorldCanTellIsPlayedInOneAndReported() {
        ClusterDump dump = dump(node("a", "za", "1")
                + node("b", "zb", "1")
                + node("c", "zb", "500m")
                + workload("important", "a", 1000)
                + workload("idle", "b", 1));

        ResilienceReport quick = report(dump, EVERYTHING, Way.QUICK);

        assertThat(quick.losses()).isEqualTo(report(dump, EVERYTHING, Way.PLAIN).losses());
        assertThat(quick.worlds())
                .containsEntry("the nodes of a zone are lost one by one", 2)
                .containsEntry("a new pod takes the place of less important ones", 2);
        assertThat(quick.workedOut()).isEqualTo(4);
        assertThat(find(byEvent(quick), new Event.NodeLost("a")))
                .extracting(loss -> Optional.of(loss.counts().evicted()))
                .isEqualTo(Optional.of(2));
    }

    @Test
    void aClusterThatDoesNotRestIsPlayedWhole() {
        String rollout = workload("grows", "a", 1).replace("replicas: 1, selector", "replicas: 2, selector");
        ClusterDump dump = dump(node("a", "za", "2") + node("b", "zb", "2") + rollout);

        ResilienceReport quick = report(dump, EVERYTHING, Way.QUICK);

        assertThat(quick.workedOut()).isZero();
        assertThat(quick.worlds().keySet()).allMatch(why -> why.contains("although nothing befalls the cluster"));
        assertThat(quick.losses()).isEqualTo(report(dump, EVERYTHING, Way.PLAIN).losses());
    }
}
