package dev.tenure.cli.command.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.command.CommandFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// How plans end, and what they refuse to guess.
class PlanOptionsTest {
    private static final String CLUSTER = """
        {apiVersion: v1, kind: Node, metadata: {name: node-1, uid: n1, labels: {pool: a}},
         status: {capacity: {cpu: '4', memory: 8Gi, pods: '10'}, allocatable: {cpu: '4', memory: 8Gi, pods: '10'},
          conditions: [{type: Ready, status: 'True'}]}}
        ---
        {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: default, uid: p1, labels: {app: web},
          ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: r1, controller: true}]},
         spec: {nodeName: node-1, containers: [{name: c, image: i}]},
         status: {phase: Running, conditions: [{type: Ready, status: 'True'}]}}
        ---
        {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web, namespace: default, uid: r1},
         spec: {replicas: 1, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}},
          spec: {containers: [{name: c, image: i}]}}}, status: {replicas: 1}}
        ---
        {apiVersion: policy/%s, kind: PodDisruptionBudget, metadata: {name: web, namespace: default, uid: b1},
         spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}}
        """;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("cluster.yaml"), CLUSTER.formatted("v1"));
        Files.writeString(folder.resolve("old.yaml"), CLUSTER.formatted("v1beta1"));
    }

    private int run(String cluster, String... words) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--from", folder.resolve(cluster).toString()));
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return new CommandLine(new PlanCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((failure, line, _) -> {
                    line.getErr().println(failure.getMessage());
                    return failure instanceof CommandFailure known ? known.exitCode() : 1;
                })
                .execute(all.toArray(String[]::new));
    }

    @Test
    void theHelpOfEachPlanBeginsWithWhatItIsAboutAndEndsWithExitCodesAndExamples() {
        new CommandLine(new PlanCommand()).getSubcommands().forEach((name, command) -> {
            String help = command.getUsageMessage();
            assertThat(help).as(name).contains("Exit codes:", "  3   something that --fail-on names", "Example");
            assertThat(help.lastIndexOf("--output")).as(name).isLessThan(help.lastIndexOf("--kubeconfig"));
            if (name.equals("drain")) {
                assertThat(help.lastIndexOf("--pod-selector")).isLessThan(help.lastIndexOf("--output"));
            }
        });
    }

    @Test
    void aDrainThatABudgetHoldsUpTellsWhatIsKeptAndByWhat() {
        assertThat(run("cluster.yaml", "drain", "node-1", "--fail-on", "kept"))
                .as(err.toString())
                .isEqualTo(3);
        assertThat(out.toString())
                .contains("BUDGET", "default/web")
                .endsWith("Plan: 0 evicted, 0 re-placed, 0 pending, 0 budgets broken, 1 kept\n");
    }

    @Test
    void aNodeThatIsRefusedForTwoReasonsIsOneNode() throws IOException {
        String pod = """
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: %1$s, namespace: default, uid: %1$s},
             spec: {nodeName: node-1, containers: [{name: c, image: i}]%2$s}, status: {phase: Running}}
            """;
        Files.writeString(
                folder.resolve("lone.yaml"),
                CLUSTER.formatted("v1")
                        + pod.formatted("lone", "")
                        + pod.formatted("local", ", volumes: [{name: d, emptyDir: {}}]"));
        assertThat(run("lone.yaml", "drain", "node-1")).isEqualTo(1);
        assertThat(out.toString()).contains("(use --force to override)", "(use --delete-emptydir-data to override)");
        assertThat(err.toString()).contains("kubectl would cordon the node and refuse to drain it: ");
    }

    @Test
    void whatCouldNotBeReadIsNoReasonToPass() {
        assertThat(run("old.yaml", "drain", "node-1", "--exit-zero")).isZero();
        assertThat(out.toString())
                .contains("! poddisruptionbudgets.policy: ", "old.yaml", "old version policy/v1beta1", "; unknown: ");
        assertThat(run("old.yaml", "drain", "node-1", "--fail-on", "budget")).isEqualTo(1);
        assertThat(err.toString()).contains("--fail-on budget cannot be told: poddisruptionbudgets.policy: ");
    }

    @Test
    void aStepBeyondTheEndIsRefused() throws IOException {
        Path steps = folder.resolve("steps.yaml");
        Files.writeString(steps, "steps: [{at: 3h, run: cordon node-1}]");
        assertThat(run("cluster.yaml", "run", "-f", steps.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("step 1 is at 3h0m0s", "give --for 4h0m0s");
        assertThat(run("cluster.yaml", "run", "-f", steps.toString(), "--for", "4h"))
                .as(err.toString())
                .isZero();
    }

    @Test
    void aStepOfAStepIsHeldAgainstTheEndToo() throws IOException {
        Path inner = folder.resolve("inner.yaml");
        Files.writeString(inner, "steps: [{run: forecast}, {at: 1h30m, run: cordon node-1}]");
        Path outer = folder.resolve("outer.yaml");
        Files.writeString(outer, "steps: [{at: 1h, run: 'run -f %s'}]".formatted(inner));
        assertThat(run("cluster.yaml", "run", "-f", outer.toString(), "--for", "2h"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("step 2 is at 2h30m0s", "give --for 3h30m0s");
    }

    @Test
    void stepsThatRunThemselvesAreRefused() throws IOException {
        Path steps = folder.resolve("steps.yaml");
        Files.writeString(steps, "steps: [{run: 'run -f %s'}]".formatted(steps));
        assertThat(run("cluster.yaml", "run", "-f", steps.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("steps run steps more than 8 deep: does a file run itself?");
    }

    @Test
    void semanticsCanBeChosen() {
        assertThat(run("cluster.yaml", "forecast", "--semantics", "documented")).isZero();
        assertThat(out.toString()).contains("semantics documented");
        assertThat(run("cluster.yaml", "forecast", "--semantics", "any")).isEqualTo(1);
        assertThat(err.toString()).contains("semantics: \"any\" is not one of documented, kubernetes-1.36");
    }

    @Test
    void aReportOnNothingIsRefused() {
        assertThat(run("cluster.yaml", "resilience", "--zones-only", "--nodes-only"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("leave nothing that could be lost");
        assertThat(run("cluster.yaml", "resilience", "--zones-only", "--nodes-only", "--drain", "--exit-zero"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("drain node node-1").doesNotContain("lose node");
        assertThat(run("cluster.yaml", "resilience", "--top", "-1")).isEqualTo(2);
        assertThat(err.toString()).contains("--top is \"-1\"");
    }

    @Test
    void aFileThatIsNotThereIsNamedOnce() {
        assertThat(run(
                        "cluster.yaml",
                        "apply",
                        "-f",
                        folder.resolve("none.yaml").toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("none.yaml does not exist");
    }

    /// As `kubectl taint` does, which passes over names where there is a selector.
    @Test
    void namesAndSelectorsAreTakenAsKubectlTakesThem() {
        assertThat(run("cluster.yaml", "taint", "no", "other", "k:NoSchedule", "-l", "pool=a"))
                .as(err.toString())
                .isZero();
        assertThat(run("cluster.yaml", "drain", "node-1", "-l", "pool=a")).isEqualTo(1);
        assertThat(err.toString()).contains("cannot specify both a node name and a --selector option");
    }
}
