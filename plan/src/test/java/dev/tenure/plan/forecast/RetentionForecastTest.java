package dev.tenure.plan.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Retentions are played, and pods that have failed are no pods that leave.
class RetentionForecastTest {
    private static final String RETENTION = """
            {apiVersion: tenure.dev/v1alpha1, kind: FailedPodRetention, metadata: {name: few, uid: r1},
             spec: {keepPerOwner: 1, loops: {times: 2}}}""";

    private static String failed(String name) {
        return """
            {apiVersion: v1, kind: Pod, metadata: {name: %1$s, namespace: default, uid: %1$s,
              creationTimestamp: "2026-01-01T00:00:00Z", ownerReferences: [{apiVersion: example.com/v1, kind: Owner,
               name: o, uid: o, controller: true}]},
             spec: {nodeName: n1, containers: [{name: c, image: i}]},
             status: {phase: Failed, reason: Evicted, message: "The node was low on resource: memory."}}""".formatted(name);
    }

    private static ClusterDump dump() {
        List<String> all = new ArrayList<>(List.of(StagedCluster.node("n1", ""), RETENTION));
        for (int i = 0; i < 5; i++) {
            all.add(failed("p" + i));
        }
        byte[] text = String.join("\n---\n", all).getBytes(StandardCharsets.UTF_8);
        return DumpFiles.read(List.of("-"), new ByteArrayInputStream(text));
    }

    /// A ReplicaSet whose pods their node does not take, and that is to make none for ten minutes.
    private static final String LOOPING = """
            {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: looping, namespace: default, uid: rs1},
             spec: {replicas: 1, selector: {matchLabels: {app: l}}, template: {metadata: {labels: {app: l}},
              spec: {nodeName: n1, nodeSelector: {"no": where}, containers: [{name: c, image: i}]}}}}
            ---
            {apiVersion: tenure.dev/v1alpha1, kind: FailedPodRetention, metadata: {name: few, uid: r1},
             spec: {keepPerOwner: 1, loops: {times: 2, pauseSeconds: 600}},
             status: {owners: [{apiVersion: apps/v1, kind: ReplicaSet, namespace: default, name: looping, uid: rs1, node: n1,
              reason: NodeAffinity, message: "no", pods: 2, paused: true, since: "2026-01-01T00:00:00Z",
              until: "2026-01-01T00:10:00Z"}]}}""";

    private static String breaker() throws IOException {
        return Files.readString(Path.of("..", "deploy", "loop-breaker.yaml"))
                .replace("  name: loop-breaker.tenure.dev\n", "  name: loop-breaker.tenure.dev\n  uid: b1\n");
    }

    private static EvictionPlan forecastOfAPause(String breaker) {
        byte[] text = String.join("\n---\n", StagedCluster.node("n1", ""), LOOPING, breaker)
                .getBytes(StandardCharsets.UTF_8);
        ClusterDump dump = DumpFiles.read(List.of("-"), new ByteArrayInputStream(text));
        return Forecasting.forecast(dump, new Change.Nothing());
    }

    /// How many pods are made in vain within an hour.
    private static int madeInVain(String breaker) {
        return forecastOfAPause(breaker).status().notes().stream()
                .map(Pattern.compile("(\\d+) pods? that (is|are) made meanwhile")::matcher)
                .filter(Matcher::find)
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .sum();
    }

    @Test
    void ownersThatArePausedMakeNoPodsWhereTheBreakerIs() throws IOException {
        // without the breaker some ten a second
        assertThat(madeInVain(breaker())).isLessThan(10);
    }

    @Test
    void failedPodsThatAreRemovedAreNoEffect() {
        EvictionPlan plan = Forecasting.forecast(dump(), new Change.Nothing());
        assertThat(plan.status().pods()).isEmpty();
        assertThat(plan.hasEffects()).isFalse();
    }

    @Test
    void whatAPausedOwnerDoesNotMakeWaitsForNothing() throws IOException {
        EvictionPlan plan = forecastOfAPause(breaker());
        assertThat(plan.status().summary().pending()).isZero();
        assertThat(plan.status().notes())
                .anyMatch(note ->
                        note.startsWith("1 pod of ReplicaSet default/looping is not made: FailedPodRetention few"
                                + " has it make none until "));
    }
}
