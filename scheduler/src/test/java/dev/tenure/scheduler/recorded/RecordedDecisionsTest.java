package dev.tenure.scheduler.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class RecordedDecisionsTest {
    private static final Path CASES = Path.of("../checks/golden/scheduler/cases.jsonl.gz");

    @Test
    void everyDecisionIsThatOfUpstream() throws IOException {
        List<JsonNode> cases = cases();
        var failures = new ArrayList<String>();
        for (JsonNode one : cases) {
            difference(one).ifPresent(text -> failures.add(one.path("id").asText() + ": " + text));
        }
        System.out.printf("scheduler: %d of %d%n", cases.size() - failures.size(), cases.size());
        assertThat(failures).isEmpty();
    }

    private static Optional<String> difference(JsonNode one) {
        ObjectNode decision;
        try {
            decision = RecordedDecision.of(one.path("input"));
        } catch (RuntimeException e) {
            var trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            return Optional.of(trace.toString());
        }
        return RecordedComparison.difference(one.path("expect"), decision);
    }

    private static List<JsonNode> cases() throws IOException {
        try (var lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(CASES)), StandardCharsets.UTF_8))) {
            return lines.lines()
                    .map(line -> Json.read(line.getBytes(StandardCharsets.UTF_8)))
                    .toList();
        }
    }
}
