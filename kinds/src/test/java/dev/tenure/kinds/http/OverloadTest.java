package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
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
    void aBodyThatComesSlowlyHoldsNoSeat() throws Exception {
        try (Socket one = calls.halfPost("ann", MAPS, MAP.length);
                Socket two = calls.halfPost("ann", MAPS, MAP.length);
                Socket three = calls.halfPost("ann", MAPS, MAP.length)) {
            for (Socket slow : List.of(one, two, three)) {
                assertThat(calls.send("ann", "POST", MAPS, JSON, MAP).statusCode())
                        .isEqualTo(201);
                slow.getOutputStream().write(MAP);
                slow.getOutputStream().flush();
                assertThat(firstLine(slow)).contains("201");
            }
        }
    }

    @Test
    void aStrangerIsRefusedBeforeHisBodyIsHere() throws Exception {
        try (Socket slow = calls.halfPost("nobody", MAPS, 600_000_000);
                Socket anonymous = calls.halfPost("", MAPS, 600_000_000)) {
            assertThat(head(slow)).contains(" 401 ").contains("Connection: close");
            assertThat(head(anonymous)).contains(" 403 ").contains("Connection: close");
        }
    }

    @Test
    void aRefusalWithABodyThatIsHereKeepsTheConnection() throws Exception {
        try (Socket socket = connect()) {
            String request = "POST " + MAPS + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ann\r\n"
                    + "Accept: image/png\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
            for (int i = 0; i < 2; i++) {
                socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                String head = head(socket);
                assertThat(head).contains(" 406 ").doesNotContain("close");
                socket.getInputStream().skipNBytes(length(head));
            }
        }
    }

    private static int length(String head) {
        return head.lines()
                .filter(line -> line.startsWith("Content-Length: "))
                .mapToInt(line -> Integer.parseInt(line.substring("Content-Length: ".length())))
                .findFirst()
                .orElseThrow();
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

    private Socket connect() throws IOException {
        return server.trusting().getSocketFactory().createSocket("127.0.0.1", server.port());
    }

    private Socket watch() throws IOException {
        Socket socket = connect();
        String head = "GET " + MAPS + "?watch=1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ann\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return socket;
    }

    private static String head(Socket socket) throws IOException {
        var head = new StringBuilder();
        for (String line = firstLine(socket); !line.isBlank(); line = firstLine(socket)) {
            head.append(line).append('\n');
        }
        return head.toString();
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
}
