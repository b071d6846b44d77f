package dev.tenure.checks.golden;

import dev.tenure.checks.golden.suite.CaseResult;
import dev.tenure.checks.golden.suite.Suite;
import dev.tenure.checks.golden.suite.SuiteResult;
import dev.tenure.scheduler.recorded.RecordedComparison;
import dev.tenure.scheduler.recorded.RecordedDecision;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/// Recorded decisions of upstream's scheduler: one JSON object a line, with the cluster and what was decided.
final class SchedulerSuite implements Suite {
    private static final String FILE = "scheduler/cases.jsonl.gz";

    @Override
    public String name() {
        return "scheduler";
    }

    @Override
    public boolean isIn(Path golden) {
        return Files.isReadable(golden.resolve(FILE));
    }

    @Override
    public SuiteResult replay(Path golden) throws IOException {
        var results = new ArrayList<CaseResult>();
        try (var lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(golden.resolve(FILE))), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    results.add(replay(Json.read(line.getBytes(StandardCharsets.UTF_8))));
                }
            }
        }
        return new SuiteResult(name(), results);
    }

    private static CaseResult replay(JsonNode recorded) {
        String id = recorded.path("id").asText();
        try {
            Optional<String> difference =
                    RecordedComparison.difference(recorded.path("expect"), RecordedDecision.of(recorded.path("input")));
            return new CaseResult(id, difference);
        } catch (RuntimeException e) {
            return CaseResult.failed(id, "the case could not be decided: " + e);
        }
    }
}
