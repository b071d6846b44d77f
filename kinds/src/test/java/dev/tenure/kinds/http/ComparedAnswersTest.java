package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import dev.tenure.wire.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Conversations that were had with upstream's server get the same answers here. `checks/upstream/compare.sh
/// --record` made them out of random requests: one for each sort of answer, each from its own beginning.
@Tag("long")
class ComparedAnswersTest {
    private static final String NAMESPACE = "/api/v1/namespaces";
    private static final int CONVERSATIONS_MIN = 500;

    @Test
    void areWhatUpstreamAnswered() throws IOException, InterruptedException {
        List<String> lines = conversations();
        assertThat(lines).hasSizeGreaterThan(CONVERSATIONS_MIN);
        assertThat(different(lines)).isEmpty();
    }

    /// `checks/upstream/compare.sh --mode cases --record` made them out of cases.py.
    @Test
    void areWhatUpstreamAnsweredInChosenCases() throws IOException, InterruptedException {
        try (InputStream file = resource("cases.jsonl")) {
            assertThat(different(lines(file))).isEmpty();
        }
    }

    /// `checks/upstream/compare.sh --mode policies --record` made them out of policies.py.
    @Test
    void areWhatUpstreamAnsweredUnderPolicies() throws IOException, InterruptedException {
        try (InputStream file = new GZIPInputStream(resource("policies.jsonl.gz"))) {
            assertThat(different(lines(file))).isEmpty();
        }
    }

    /// `checks/upstream/compare.sh --mode restricted --record` made them out of restricted.py.
    @Test
    void areWhatUpstreamAnsweredAgentsOfNodes() throws IOException, InterruptedException {
        try (InputStream file = new GZIPInputStream(resource("restricted.jsonl.gz"))) {
            assertThat(different(lines(file), RunningServer.guardingNodes())).isEmpty();
        }
    }

    private static List<String> different(List<String> lines) throws IOException, InterruptedException {
        return different(lines, new RunningServer());
    }

    private static List<String> different(List<String> lines, RunningServer begun)
            throws IOException, InterruptedException {
        List<String> different = new ArrayList<>();
        try (var server = begun.listening(InFlightLimits.standard(), List.of());
                var calls = new HttpCalls(server)) {
            post(calls, NAMESPACE, "{\"metadata\": {\"name\": \"compared\"}}");
            post(calls, NAMESPACE + "/compared/serviceaccounts", "{\"metadata\": {\"name\": \"default\"}}");
            for (String line : lines) {
                var conversation = new ComparedConversation(calls, Json.read(line.getBytes(StandardCharsets.UTF_8)));
                conversation.firstDifference().ifPresent(different::add);
            }
        }
        return different;
    }

    private static void post(HttpCalls calls, String path, String json) throws IOException, InterruptedException {
        var answer = calls.send(
                "admin",
                "POST",
                path,
                Map.of("Content-Type", "application/json"),
                json.getBytes(StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).as(path).isEqualTo(201);
    }

    private static List<String> conversations() throws IOException {
        try (InputStream file = new GZIPInputStream(resource("compared.jsonl.gz"))) {
            return lines(file);
        }
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(ComparedAnswersTest.class.getResourceAsStream(name));
    }

    private static List<String> lines(InputStream file) throws IOException {
        try (var reader = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }
}
