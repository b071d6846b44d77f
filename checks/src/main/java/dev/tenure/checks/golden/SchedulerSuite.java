package dev.tenure.checks.golden;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.scheduler.recorded.RecordedComparison;
import dev.tenure.scheduler.recorded.RecordedDecision;
import dev.tenure.wire.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/// Recorded scheduling decisions, one a line: the scheduler's own plugins decide each input anew.
final class SchedulerSuite implements Suite {
    @Override
    public String name() {
        return "scheduler";
    }

    @Override
    public boolean isIn(Path golden) throws IOException {
        return !files(golden).isEmpty();
    }

    @Override
    public SuiteResult replay(Path golden) throws IOException {
        var results = new ArrayList<CaseResult>();
        for (Path file : files(golden)) {
            try (BufferedReader lines = lines(file)) {
                lines.lines()
                        .filter(line -> !line.isBlank())
                        .map(SchedulerSuite::decide)
                        .forEach(results::add);
            }
        }
        return new SuiteResult(name(), results);
    }

    private static List<Path> files(Path golden) throws IOException {
        Path folder = golden.resolve("scheduler");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().matches(".*\\.jsonl(\\.gz)?"))
                    .sorted()
                    .toList();
        }
    }

    private static BufferedReader lines(Path file) throws IOException {
        InputStream raw = Files.newInputStream(file);
        InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8));
    }

    private static CaseResult decide(String line) {
        JsonNode one = Json.read(line.getBytes(StandardCharsets.UTF_8));
        String id = one.path("id").asText();
        Optional<String> difference;
        try {
            difference = RecordedComparison.difference(one.path("expect"), RecordedDecision.of(one.path("input")));
        } catch (RuntimeException e) {
            difference = Optional.of("the decision threw " + e);
        }
        return new CaseResult(id, difference);
    }
}
