package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import dev.tenure.kinds.admission.webhook.StandInWebhook;
import dev.tenure.wire.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Webhooks are asked what upstream's server asked them, and clients are answered what it answered them.
/// `checks/upstream/compare.sh --mode webhooks --record` made the conversations out of hooked.py.
@Tag("long")
class ComparedWebhooksTest {
    private static final int CONVERSATIONS_MIN = 80;

    @Test
    void questionsAndAnswersAreUpstreams() throws IOException, InterruptedException {
        List<String> different = new ArrayList<>();
        List<String> lines = lines();
        try (var server = new RunningServer().listening(InFlightLimits.standard(), List.of());
                var webhook = new StandInWebhook();
                var calls = new HttpCalls(server)) {
            for (String line : lines) {
                var conversation = Json.readObject(line.getBytes(StandardCharsets.UTF_8));
                new HookedConversation(server, calls, webhook, conversation)
                        .differences()
                        .forEach(one -> different.add(conversation.path("name").asText() + ": " + one));
            }
        }
        assertThat(lines.size()).isGreaterThan(CONVERSATIONS_MIN);
        assertThat(different).isEmpty();
    }

    private static List<String> lines() throws IOException {
        var packed = Objects.requireNonNull(ComparedWebhooksTest.class.getResourceAsStream("webhooks.jsonl.gz"));
        try (var reader =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(packed), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }
}
