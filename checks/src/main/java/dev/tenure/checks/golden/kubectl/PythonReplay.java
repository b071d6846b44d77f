package dev.tenure.checks.golden.kubectl;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// One run of a replayer that stands beside the recordings, told to write a report.
final class PythonReplay {
    private PythonReplay() {}

    /// Runs until the replayer ends.
    ///
    /// @param command Python, the script and its arguments, without `--report`
    /// @param progress called with every line that the replayer prints
    /// @return its report
    /// @throws IOException when it wrote none; the message holds the end of what it printed
    static JsonNode run(List<String> command, Consumer<String> progress) throws IOException {
        Path report = Files.createTempFile("tenure-replay-", ".json");
        try {
            Files.delete(report);
            var whole = new ArrayList<>(command);
            whole.addAll(List.of("--report", report.toString()));
            Process process =
                    new ProcessBuilder(whole).redirectErrorStream(true).start();
            String last = "";
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    progress.accept(line);
                    last = line;
                }
            }
            if (!Files.exists(report)) {
                throw new IOException("%s wrote no report; last it printed: %s".formatted(command.get(1), last));
            }
            return Json.read(Files.readAllBytes(report));
        } finally {
            Files.deleteIfExists(report);
        }
    }
}
