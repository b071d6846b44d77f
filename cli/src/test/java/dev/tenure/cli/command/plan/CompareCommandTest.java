package dev.tenure.cli.command.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// `tenure compare` reads configurations from flags and files, and ends as plans end.
class CompareCommandTest {
    private static final String CLUSTER = """
        {apiVersion: v1, kind: Node, metadata: {name: node-1, uid: n1},
         status: {capacity: {cpu: '4', memory: 8Gi, pods: '10'}, allocatable: {cpu: '4', memory: 8Gi, pods: '10'},
          conditions: [{type: Ready, status: 'True'}]}}
        ---
        {apiVersion: v1, kind: Node, metadata: {name: node-2, uid: n2},
         status: {capacity: {cpu: '4', memory: 8Gi, pods: '10'}, allocatable: {cpu: '4', memory: 8Gi, pods: '10'},
          conditions: [{type: Ready, status: 'True'}]}}
        ---
        {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: default, uid: p1},
         spec: {nodeName: node-1, containers: [{name: c, image: i}], tolerations: [
          {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300}]},
         status: {phase: Running, conditions: [{type: Ready, status: 'True'}]}}
        """;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... words) throws IOException {
        Path cluster = folder.resolve("cluster.yaml");
        Files.writeString(cluster, CLUSTER);
        var all = new ArrayList<>(List.of("--from", cluster.toString()));
        all.addAll(List.of(words));
        if (!all.contains("--change")) {
            all.addAll(List.of("--change", "lose node node-1"));
        }
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return new CommandLine(new CompareCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((failure, line, _) -> {
                    line.getErr().println(failure.getMessage());
                    return 1;
                })
                .execute(all.toArray(String[]::new));
    }

    @Test
    void whatDiffersIsReportedAndEndsWithTwo() throws IOException {
        assertThat(run("--b", "node-monitor-grace-period=20s"))
                .as(err.toString())
                .isEqualTo(2);
        assertThat(out.toString())
                .contains("A: Plan: 1 evicted, 0 re-placed", "(node-monitor-grace-period=20s)", "pod    default/web")
                .endsWith("Compare: 1 pod, 0 budgets and 0 services differ\n");
        assertThat(run("--b", "node-monitor-grace-period=20s", "-o", "markdown", "--exit-zero"))
                .isZero();
        assertThat(out.toString()).startsWith("### Compare: lose node node-1").contains("| pod | default/web |");
        assertThat(run("--b", "node-monitor-grace-period=20s", "-o", "json", "--fail-on", "lost"))
                .isEqualTo(3);
        assertThat(out.toString()).contains("\"kind\": \"EvictionComparison\"", "\"differs\": true");
        assertThat(run("--b", "node-monitor-grace-period=50s")).isZero();
        assertThat(out.toString()).endsWith("Compare: 0 pods, 0 budgets and 0 services differ\n");
    }

    @Test
    void aStepBeyondTheEndIsRefused() throws IOException {
        Path steps = folder.resolve("steps.yaml");
        Files.writeString(steps, "steps: [{at: 3h, run: cordon node-1}]");
        assertThat(run("--change", "run -f " + steps, "--b", "node-monitor-grace-period=20s"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("step 1 is at 3h0m0s", "give --for 4h0m0s");
    }

    @Test
    void whatIsSaidOfTheWholeIsNotTakenInsideAChange() throws IOException {
        for (var wrong : List.of(
                List.of("drain node-1 --for 3h", "--for"),
                List.of("drain node-1 -o json", "--output"),
                List.of("drain node-1 --from other.yaml", "--from"),
                List.of("drain node-1 --fail-on=pending", "--fail-on"),
                List.of("drain node-1 --semantics documented", "--semantics"),
                List.of("drain node-1 --context home", "--context"))) {
            assertThat(run("--change", wrong.getFirst(), "--b", "node-monitor-grace-period=20s"))
                    .as(wrong.getFirst())
                    .isEqualTo(1);
            assertThat(err.toString())
                    .contains("\"" + wrong.getFirst() + "\": " + wrong.getLast() + " is no part of a change");
        }
        assertThat(run("--change", "cordon node-1 -n default", "--b", "node-monitor-grace-period=20s"))
                .as(err.toString())
                .isZero();
    }

    @Test
    void aFileHoldsFlagsAndTheScheduler() throws IOException {
        Path file = folder.resolve("new.yaml");
        Files.writeString(file, """
            node-monitor-grace-period: 20s
            ---
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            """);

        assertThat(run("--a", file.toString(), "--b", "node-monitor-grace-period=20s"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("(node-monitor-grace-period=20s, KubeSchedulerConfiguration)");
        Files.writeString(file, "node-monitor-grace-period: soon");
        assertThat(run("--b", file.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("new.yaml: node-monitor-grace-period: \"soon\" is not a duration");
        assertThat(run("--b", "semantics=documented", "--change", "drink node-1"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("'drink'");
    }
}
