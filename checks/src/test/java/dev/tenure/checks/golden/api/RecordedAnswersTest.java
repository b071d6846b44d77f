package dev.tenure.checks.golden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.checks.golden.api.HttpAnswer.Header;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The comparison finds recorded answers equal to themselves: what is normalised already is not changed
/// again.
class RecordedAnswersTest {
    private static final Path API = Path.of("golden", "api");
    private static final Instant NOW = Instant.parse("2031-05-04T03:02:01Z");

    @Test
    void everyRecordedAnswerOfTextEqualsItself() throws IOException {
        var different = new ArrayList<String>();
        int compared = 0;
        for (JsonNode scenario : ApiSuite.scenarios(API)) {
            var normaliser = new Normaliser(
                    new GoldenIdentities(Map.of()),
                    scenario.path("managedFields").asBoolean(),
                    NOW);
            var view = new ExchangeView(normaliser, new ProtobufView(normaliser, NOW));
            int index = 0;
            for (JsonNode step : scenario.path("steps")) {
                String name = ScenarioRun.caseName(scenario, index++);
                JsonNode expect = step.path("expect");
                if (!isComparable(step)) {
                    continue;
                }
                compared++;
                GoldenComparison.of(expect, view.view(step, answer(expect)))
                        .ifPresent(difference -> different.add(name + " " + difference));
            }
        }
        assertThat(different).isEmpty();
        assertThat(compared).isGreaterThan(2000);
    }

    /// Not what the view cannot take back: a projected document, a token whose claims are shown, an awaited
    /// request.
    private static boolean isComparable(JsonNode step) {
        JsonNode expect = step.path("expect");
        return (expect.has("body") || expect.has("events") || expect.has("text"))
                && !step.has("project")
                && !step.has("await")
                && !expect.toString().contains("\\u003cjwt ");
    }

    private static HttpAnswer answer(JsonNode expect) {
        List<Header> headers = new ArrayList<>();
        expect.path("headers").properties().forEach(entry -> {
            if (entry.getValue().isArray()) {
                entry.getValue().forEach(value -> headers.add(new Header(entry.getKey(), value.asText())));
            } else {
                headers.add(new Header(entry.getKey(), entry.getValue().asText()));
            }
        });
        return new HttpAnswer(expect.path("status").asInt(), headers, body(expect));
    }

    private static byte[] body(JsonNode expect) {
        if (expect.has("body")) {
            return Json.write(expect.path("body"));
        }
        if (expect.has("text")) {
            return expect.path("text").asText().getBytes(StandardCharsets.UTF_8);
        }
        var lines = new ByteArrayOutputStream();
        expect.path("events").forEach(event -> {
            lines.writeBytes(Json.write(event));
            lines.write('\n');
        });
        return lines.toByteArray();
    }
}
