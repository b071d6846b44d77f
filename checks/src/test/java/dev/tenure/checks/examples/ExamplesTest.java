package dev.tenure.checks.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.checks.golden.FoundTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every `examples/*/run.sh` must end well. They run side by side, for they mostly wait; each has a cluster of its own.
/// Without any kubectl they are skipped.
final class ExamplesTest {
    private static final long MINUTES_MAX = 5;
    private static final Path EXAMPLES = Path.of("..", "examples");

    @TempDir
    private Path folder;

    private record Run(Process process, Path output) {}

    @Test
    void everyStoryEndsAsTold() throws IOException, InterruptedException {
        Optional<Path> kubectl = FoundTools.look().kubectls().entrySet().stream()
                .max(Comparator.comparingInt(
                        entry -> Integer.parseInt(entry.getKey().substring(2))))
                .map(Map.Entry::getValue);
        assumeTrue(kubectl.isPresent(), "there is no kubectl on this machine");
        Map<String, Run> runs = new LinkedHashMap<>();
        try {
            for (Path script : scripts()) {
                runs.put(script.toString(), start(script, kubectl.get()));
            }
            for (Map.Entry<String, Run> run : runs.entrySet()) {
                boolean ended = run.getValue().process().waitFor(MINUTES_MAX, TimeUnit.MINUTES);
                String printed = Files.readString(run.getValue().output());
                assertThat(ended)
                        .as("%s ends; it printed: %s", run.getKey(), printed)
                        .isTrue();
                assertThat(run.getValue().process().exitValue())
                        .as("exit code of %s; it printed: %s", run.getKey(), printed)
                        .isZero();
            }
        } finally {
            runs.values().forEach(run -> run.process().destroy());
        }
    }

    private static List<Path> scripts() throws IOException {
        try (Stream<Path> folders = Files.list(EXAMPLES)) {
            List<Path> scripts = folders.map(example -> example.resolve("run.sh"))
                    .filter(Files::isExecutable)
                    .sorted()
                    .toList();
            assertThat(scripts).isNotEmpty();
            return scripts;
        }
    }

    private Run start(Path script, Path kubectl) throws IOException {
        String name = String.valueOf(script.getName(script.getNameCount() - 2));
        Path output = folder.resolve(name + ".out");
        var builder = new ProcessBuilder("bash", script.toString());
        builder.environment()
                .put("TENURE", Launcher.write(folder.resolve("tenure")).toString());
        builder.environment().put("KUBECTL", kubectl.toString());
        builder.environment().remove("KUBECONFIG");
        builder.redirectErrorStream(true).redirectOutput(output.toFile());
        return new Run(builder.start(), output);
    }
}
