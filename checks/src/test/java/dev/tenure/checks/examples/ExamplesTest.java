package dev.tenure.checks.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.checks.golden.kubectl.FoundTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every `examples/*/run.sh` must end well. They run side by side, for they mostly wait; each has a cluster
/// of its own. One that mostly computes begins when another has ended, for the others count seconds. Those
/// that play what tests of the same pages play in less time run with `./check full`. Without any kubectl they
/// are skipped.
final class ExamplesTest {
    private static final long MINUTES_MAX = 5;
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final Set<String> BUSY = Set.of("foresight");

    /// Tests: NodeReadinessTest, TaintTermTest and TaintCommandTest, ToleratingPolicyTest and
    /// TolerationExpandTest, ReplacementFirstTest, FailedPodRetentionTest and EvictionLoopsTest,
    /// StandingPodsTest and SparedPodsTest, TaintEvictionPolicyTest.
    private static final Set<String> PLAYED_BY_TESTS = Set.of(
            "node-readiness",
            "taint-terms",
            "tolerate-except",
            "replacement-first",
            "failed-pods",
            "standing-pods",
            "gentle-maintenance");

    @TempDir
    private Path folder;

    private record Run(Path script, Process process, Path output) {
        void awaitGoodEnd() throws IOException, InterruptedException {
            boolean ended = process.waitFor(MINUTES_MAX, TimeUnit.MINUTES);
            String printed = Files.readString(output);
            assertThat(ended).as("%s ends; it printed: %s", script, printed).isTrue();
            assertThat(process.exitValue())
                    .as("exit code of %s; it printed: %s", script, printed)
                    .isZero();
        }
    }

    @Test
    void everyStoryEndsAsWritten() throws IOException, InterruptedException {
        Optional<Path> kubectl = FoundTools.look().kubectls().entrySet().stream()
                .max(Comparator.comparingInt(
                        entry -> Integer.parseInt(entry.getKey().substring(2))))
                .map(Map.Entry::getValue);
        assumeTrue(kubectl.isPresent(), "there is no kubectl on this machine");
        Map<Boolean, List<Path>> busy =
                scripts().stream().collect(Collectors.partitioningBy(script -> BUSY.contains(name(script))));
        var runs = new ArrayList<Run>();
        try {
            for (Path script : busy.getOrDefault(false, List.of())) {
                runs.add(start(script, kubectl.get()));
            }
            runs.getFirst().awaitGoodEnd();
            for (Path script : busy.getOrDefault(true, List.of())) {
                runs.add(start(script, kubectl.get()));
            }
            for (Run run : runs) {
                run.awaitGoodEnd();
            }
        } finally {
            runs.forEach(run -> run.process().destroy());
        }
    }

    private static String name(Path script) {
        return String.valueOf(script.getName(script.getNameCount() - 2));
    }

    private static List<Path> scripts() throws IOException {
        try (Stream<Path> folders = Files.list(EXAMPLES)) {
            List<Path> scripts = folders.map(example -> example.resolve("run.sh"))
                    .filter(Files::isExecutable)
                    .filter(script -> Boolean.getBoolean("tenure.full") || !PLAYED_BY_TESTS.contains(name(script)))
                    .sorted()
                    .toList();
            assertThat(scripts).isNotEmpty();
            return scripts;
        }
    }

    private Run start(Path script, Path kubectl) throws IOException {
        Path output = folder.resolve(name(script) + ".out");
        var builder = new ProcessBuilder("bash", script.toString());
        builder.environment()
                .put("TENURE", Launcher.write(folder.resolve("tenure")).toString());
        builder.environment().put("KUBECTL", kubectl.toString());
        builder.environment().remove("KUBECONFIG");
        builder.redirectErrorStream(true).redirectOutput(output.toFile());
        return new Run(script, builder.start(), output);
    }
}
