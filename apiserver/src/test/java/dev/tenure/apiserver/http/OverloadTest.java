package dev.tenure.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.RunningServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OverloadTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");
    private static final byte[] MAP =
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"generateName\":\"m-\"}}"
                    .getBytes(StandardCharsets.UTF_8);

    private final RunningServer server = new RunningServer().listening(new InFlightLimits(2, 1), List.of("ann"));
    private final HttpCalls calls = new HttpCalls(server);

    @AfterEach
    void stop() {
        calls.close();
        server.close();
    }

    @Test
    void aWriteTooManyIsToldToComeAgainInASecond() throws Exception {
        try (Socket slow = calls.halfPost("ann", MAPS, MAP.length)) {
            HttpResponse<byte[]> refused = refusedPost();
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            assertThat(HttpCalls.text(refused)).contains("\"reason\":\"TooManyRequests\"", "\"retryAfterSeconds\":1");
            assertThat(metrics())
                    .contains("apiserver_current_inflight_requests{request_kind=\"mutating\"} 1.0")
                    .containsPattern("apiserver_request_terminations_total\\{code=\"429\".*resource=\"configmaps\"");
            assertThat(read()).as("reads have a limit of their own").isEqualTo(200);
            assertThat(calls.send("admin", "POST", MAPS, JSON, MAP).statusCode())
                    .as("system:masters gets in")
                    .isEqualTo(201);
            slow.getOutputStream().write(MAP);
            slow.getOutputStream().flush();
            assertThat(firstLine(slow)).contains("201");
        }
    }

    @Test
    void watchesDoNotCount() throws Exception {
        try (Socket one = watch();
                Socket two = watch();
                Socket three = watch()) {
            assertThat(firstLine(one)).contains("200");
            assertThat(firstLine(two)).contains("200");
            assertThat(firstLine(three)).contains("200");
            assertThat(read()).isEqualTo(200);
        }
    }

    private int read() throws IOException, InterruptedException {
        return calls.send("ann", "GET", MAPS, Map.of(), new byte[0]).statusCode();
    }

    /// Writes until the slow one has taken the only place.
    private HttpResponse<byte[]> refusedPost() throws IOException, InterruptedException {
        while (true) {
            HttpResponse<byte[]> response = calls.send("ann", "POST", MAPS, JSON, MAP);
            if (response.statusCode() == 429) {
                return response;
            }
            assertThat(response.statusCode()).isEqualTo(201);
        }
    }

    private Socket watch() throws IOException {
        Socket socket = server.trusting().getSocketFactory().createSocket("127.0.0.1", server.port());
        String head = "GET " + MAPS + "?watch=1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ann\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return socket;
    }

    private static String firstLine(Socket socket) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = socket.getInputStream().read();
                b >= 0 && b != '\n';
                b = socket.getInputStream().read()) {
            line.write(b);
        }
        return line.toString(StandardCharsets.US_ASCII);
    }

    private String metrics() throws IOException, InterruptedException {
        return HttpCalls.text(calls.send("admin", "GET", "/metrics", Map.of(), new byte[0]));
    }
}
