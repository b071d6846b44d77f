package dev.tenure.cli.command.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.NodeChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The words of `tenure plan` are kubectl's, and each says which change it makes or why it makes none.
class ChangeWordsTest {
    @Test
    void taintsAreDistinguishedFromNodes() {
        assertThat(change("taint nodes node-1 node-2 a=b:NoExecute c:NoSchedule-"))
                .isInstanceOfSatisfying(Change.TaintNodes.class, taint -> {
                    assertThat(taint.nodes().names()).containsExactly("node-1", "node-2");
                    assertThat(taint.edits()).hasToString("[a=b:NoExecute, c:NoSchedule-]");
                });
        assertThat(change("taint node --all a:NoSchedule"))
                .isInstanceOfSatisfying(
                        Change.TaintNodes.class,
                        taint -> assertThat(taint.nodes().all()).isTrue());
    }

    @Test
    void nodesAreNamedWithOrWithoutTheirKind() {
        assertThat(change("cordon node/node-1")).isEqualTo(new Change.Cordon(NodeChoice.named("node-1"), true));
        assertThat(change("uncordon node-1")).isEqualTo(new Change.Cordon(NodeChoice.named("node-1"), false));
        assertThat(change("delete node node-1")).isEqualTo(new Change.DeleteNodes(NodeChoice.named("node-1")));
        assertThat(change("delete node/node-1")).isEqualTo(new Change.DeleteNodes(NodeChoice.named("node-1")));
        assertThat(change("lose node node-1")).isEqualTo(new Change.LoseNodes(NodeChoice.named("node-1"), true));
        assertThat(change("lose zone zone-a")).isEqualTo(new Change.LoseNodes(NodeChoice.ofZone("zone-a"), true));
    }

    @Test
    void aDrainTakesKubectlsFlags() {
        assertThat(change("drain node-1"))
                .isEqualTo(new Change.Drain(NodeChoice.named("node-1"), Change.DrainOptions.STANDARD));
        assertThat(
                        change(
                                "drain node-1 --ignore-daemonsets --force --delete-emptydir-data --grace-period=5 --timeout=1m --disable-eviction"))
                .isInstanceOfSatisfying(
                        Change.Drain.class,
                        drain -> assertThat(drain.options())
                                .isEqualTo(new Change.DrainOptions(
                                        true, true, true, 5, Duration.ofMinutes(1), "", true, 0)));
        assertThat(change("drain node-1 --chunk-size=100 --dry-run=client"))
                .isEqualTo(new Change.Drain(NodeChoice.named("node-1"), Change.DrainOptions.STANDARD));
        assertThat(change("drain node-1 --ignore-daemonsets=false"))
                .isInstanceOfSatisfying(
                        Change.Drain.class,
                        drain -> assertThat(drain.options().ignoreDaemonSets()).isFalse());
        assertThat(change("drain --ignore-daemonsets node-1"))
                .isInstanceOfSatisfying(
                        Change.Drain.class,
                        drain -> assertThat(drain.options().ignoreDaemonSets()).isTrue());
    }

    @Test
    void aWorkloadIsWrittenWithSlashOrBlank() {
        var scaled = new Change.Scale("deployment", "shop", "web", 5);
        assertThat(change("scale deployment/web --replicas=5 -n shop")).isEqualTo(scaled);
        assertThat(change("scale deployment web --replicas 5 --namespace shop")).isEqualTo(scaled);
    }

    @Test
    void whatMakesNoChangeSaysWhy() {
        for (var wrong : List.of(
                List.of("taint nodes node-1", "missing: a taint"),
                List.of("taint nodes a:NoExecute", "missing: a node's name"),
                List.of("taint nodes node-1 a=b:Never", "\"a=b:Never\" has the effect \"Never\""),
                List.of("drain", "missing: a node's name"),
                List.of("delete pod web", "only nodes"),
                List.of("lose region x", "\"region\" cannot be lost"),
                List.of("lose zone", "expected one zone"),
                List.of("scale web --replicas=1", "\"web\" is no workload"),
                List.of("scale deploy/web --replicas=-1", "fewer than 0"))) {
            assertThatThrownBy(() -> change(wrong.getFirst()))
                    .as(wrong.getFirst())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(wrong.getLast());
        }
    }

    @Test
    void stepsAreTheWordsOfOtherPlansWithTheirTimes(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("change.yaml");
        Files.writeString(file, """
            steps:
            - run: taint nodes node-1 a:NoExecute
            - at: 5m
              run: drain node-2
            """);
        assertThat(change("run -f " + file))
                .isInstanceOfSatisfying(
                        Change.Steps.class,
                        steps -> assertThat(steps.steps())
                                .extracting(Change.Step::at)
                                .containsExactly(Duration.ZERO, Duration.ofMinutes(5)));
        Files.writeString(file, "steps: [{at: 1m, run: drink node-1}]");
        assertThatThrownBy(() -> change("run -f " + file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("step 1");
    }

    @Test
    void listsAreTakenApartAndStepsAreOfTheNamespaceOfTheirPlan(@TempDir Path folder) throws IOException {
        Path list = folder.resolve("list.yaml");
        Files.writeString(list, """
            apiVersion: v1
            kind: List
            items:
            - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
            - {apiVersion: v1, kind: ConfigMapList, items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}]}
            """);
        Path steps = folder.resolve("change.yaml");
        Files.writeString(steps, "steps: [{run: apply -f %s}, {run: apply -n two -f %s}]".formatted(list, list));

        Change read = change("run -f " + steps + " -n one --from " + list);

        assertThat(((Change.Steps) read).steps())
                .extracting(Change.Step::change)
                .extracting(Change.Apply.class::cast)
                .allSatisfy(apply -> assertThat(apply.manifests())
                        .extracting(manifest -> manifest.at("/metadata/name").asText())
                        .containsExactly("a", "b"))
                .extracting(Change.Apply::namespace)
                .containsExactly("one", "two");
        // without a kubeconfig, too
        assertThat(((Change.Steps) change("run --from " + list + " -f " + steps))
                        .steps()
                        .getFirst()
                        .change())
                .isInstanceOfSatisfying(
                        Change.Apply.class,
                        apply -> assertThat(apply.namespace()).isEqualTo("default"));
    }

    private static Change change(String words) {
        CommandLine.ParseResult parsed = new CommandLine(new PlanCommand()).parseArgs(words.split(" "));
        return ((ChangeCommand) parsed.subcommand().commandSpec().userObject()).change();
    }
}
