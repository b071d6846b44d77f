package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.audit.AuditPolicyParser;
import dev.tenure.apiserver.http.HttpServer;
import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import dev.tenure.runtime.io.Mailbox;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Requests that were sent to upstream's server, which has this policy, leave the same events here:
/// `audit-events.jsonl` has each with what upstream wrote, moments and ids replaced by stars.
class AuditLogTest {
    private static final Pattern OWN = Pattern.compile(
            "\"(auditID|requestReceivedTimestamp|stageTimestamp|creationTimestamp|uid|resourceVersion)\":\"[^\"]*\"");
    private static final int TRIES = 5_000;
    private static final int EVENTS_MAX = 1_000;

    private final Mailbox<byte[]> lines = new Mailbox<>(EVENTS_MAX);
    private final List<String> events = new ArrayList<>();
    private final RunningServer server = new RunningServer()
            .audited(new HttpServer.Audit(AuditPolicyParser.parse(resource("audit-policy.yaml")), lines::put))
            .listening(InFlightLimits.standard(), List.of());
    private final HttpCalls calls = new HttpCalls(server);

    private static byte[] resource(String name) {
        try (InputStream in = Objects.requireNonNull(AuditLogTest.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void stop() {
        calls.close();
        server.close();
    }

    private void gather() {
        for (byte[] line : lines.take(EVENTS_MAX)) {
            String event = new String(line, StandardCharsets.UTF_8);
            if (event.contains("\"userAgent\":\"tester\"")) {
                events.add(OWN.matcher(event).replaceAll("\"$1\":\"*\""));
            }
        }
    }

    /// The events of one request; the last is written a moment after the client has its answer.
    private List<String> events(JsonNode request, int expected) throws IOException, InterruptedException {
        Map<String, String> headers = new LinkedHashMap<>(Map.of("User-Agent", "tester"));
        request.path("headers")
                .properties()
                .forEach(h -> headers.put(h.getKey(), h.getValue().asText()));
        String given = headers.remove("Authorization");
        String token = given == null ? "admin" : given.replace("Bearer ", "");
        byte[] body = request.path("body").asText().getBytes(StandardCharsets.UTF_8);
        events.clear();
        calls.send(token, request.path("method").asText(), request.path("path").asText(), headers, body);
        for (int i = 0; i < TRIES && events.size() < expected; i++) {
            calls.send("", "GET", "/livez", Map.of(), new byte[0]);
            gather();
        }
        return List.copyOf(events);
    }

    @Test
    void saysWhatUpstreamSays() throws IOException, InterruptedException {
        List<String> different = new ArrayList<>();
        int count = 0;
        String recorded = new String(resource("audit-events.jsonl"), StandardCharsets.UTF_8);
        for (String line : recorded.lines().toList()) {
            JsonNode request = Json.read(line.getBytes(StandardCharsets.UTF_8));
            List<String> expected = new ArrayList<>();
            request.path("events").forEach(e -> expected.add(new String(Json.write(e), StandardCharsets.UTF_8)));
            List<String> written = events(request, expected.size());
            count++;
            if (!written.equals(expected)) {
                different.add("%s %s%n  expected %s%n  wrote    %s"
                        .formatted(request.path("method"), request.path("path"), expected, written));
            }
        }
        assertThat(different).as("of %d requests", count).isEmpty();
        assertThat(count).isGreaterThan(25);
    }

    @Test
    void everyAnswerHasTheIdOfItsEvents() throws IOException, InterruptedException {
        var answer = calls.send("admin", "GET", "/version", Map.of("User-Agent", "tester"), new byte[0]);
        var given = calls.send("admin", "GET", "/version", Map.of("Audit-Id", "mine"), new byte[0]);
        var tooLong = calls.send("admin", "GET", "/version", Map.of("Audit-Id", "x".repeat(65)), new byte[0]);

        assertThat(answer.headers().firstValue("Audit-Id").orElse("")).matches("[0-9a-f-]{36}");
        assertThat(given.headers().firstValue("Audit-Id")).contains("mine");
        assertThat(tooLong.headers().firstValue("Audit-Id").orElse("")).matches("[0-9a-f-]{36}");
    }
}
