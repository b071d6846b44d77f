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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /// Upstream, asked the same, gives both answers. The namespace of the pod that is there has the label
    /// that `NotIn` forbids, and its pods are meant all the same (`AffinityTerm.resolved`).
    @ParameterizedTest
    @CsvSource({"NotIn, unschedulable", "In, scheduled"})
    void aTermWhoseSelectorNeedsNoLabelMeansAllNamespaces(String operator, String outcome) {
        JsonNode input = Json.read("""
                {"nodes": [{"metadata": {"name": "node-1", "labels": {"kubernetes.io/hostname": "node-1"}},
                            "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "110"}}}],
                 "namespaces": [{"metadata": {"name": "default"}},
                                {"metadata": {"name": "team-a", "labels": {"team": "a"}}}],
                 "pods": [{"metadata": {"name": "there", "namespace": "team-a", "uid": "1", "labels": {"app": "web"}},
                           "spec": {"nodeName": "node-1", "containers": [{"name": "c"}]},
                           "status": {"phase": "Running"}}],
                 "pod": {"metadata": {"name": "new", "namespace": "default", "uid": "2"},
                         "spec": {"containers": [{"name": "c"}],
                                  "affinity": {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [{
                                      "topologyKey": "kubernetes.io/hostname",
                                      "labelSelector": {"matchLabels": {"app": "web"}},
                                      "namespaceSelector": {"matchExpressions": [
                                          {"key": "team", "operator": "%s", "values": [%s]}]}}]}}}}}
                """.formatted(operator, operator.equals("In") ? "\"b\"" : "\"a\"")
                .getBytes(StandardCharsets.UTF_8));
        assertThat(RecordedDecision.of(input).path("outcome").asText()).isEqualTo(outcome);
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
