package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Target;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Watches as streams of HTTP/1.1, byte by byte, and what they say when they cannot go on.
class WatchStreamTest {
    private static final Target MAPS = new Target("", "v1", "configmaps", "default", "", "");
    private static final String PATH = "/api/v1/namespaces/default/configmaps";

    /// Whoever waits in vain fails.
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final RunningServer server =
            new RunningServer().listening(InFlightLimits.standard(), List.of()).compacted();

    @AfterEach
    void close() {
        server.close();
    }

    private ApiReply create(String name) {
        return server.create(
                MAPS, "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': '%s'}}".formatted(name));
    }

    private SSLSocket connected() throws IOException {
        var socket = (SSLSocket) server.trusting().getSocketFactory().createSocket("127.0.0.1", server.port());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return socket;
    }

    private static void get(SSLSocket socket, String path) throws IOException {
        String head = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer admin\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c >= 0; c = in.read()) {
            line.append((char) c);
            if (line.toString().endsWith("\r\n")) {
                return line.substring(0, line.length() - 2);
            }
        }
        throw new IOException("the stream ends after: " + line);
    }

    private static String head(InputStream in) throws IOException {
        var head = new StringBuilder();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            head.append(line).append('\n');
        }
        return head.toString();
    }

    /// A chunk with the line end behind it.
    private static String chunk(InputStream in) throws IOException {
        int length = Integer.parseInt(line(in), 16);
        String content = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        assertThat(in.readNBytes(2)).containsExactly('\r', '\n');
        return content;
    }

    @Test
    void eachEventComesWithTheEndOfItsChunk() throws IOException {
        create("a");
        try (SSLSocket socket = connected()) {
            get(socket, PATH + "?watch=1&resourceVersion=0");
            InputStream in = socket.getInputStream();
            assertThat(head(in)).startsWith("HTTP/1.1 200").containsIgnoringCase("transfer-encoding: chunked");
            assertThat(chunk(in)).contains("\"name\":\"a\"").endsWith("}\n");
            create("b");
            assertThat(chunk(in)).contains("\"name\":\"b\"").endsWith("}\n");
        }
    }

    /// Who wants bookmarks learns where the objects end that there were, also without asking for that.
    @Test
    void theStateAtTheBeginningEndsWithABookmark() throws Exception {
        create("a");
        try (var calls = new HttpCalls(server)) {
            for (String query : List.of("", "&resourceVersion=0")) {
                String path = PATH + "?watch=1&timeoutSeconds=1&allowWatchBookmarks=true" + query;
                var answer = calls.send("admin", "GET", path, Map.of(), new byte[0]);
                assertThat(HttpCalls.text(answer).lines().toList())
                        .as(query)
                        .satisfiesExactly(
                                event -> assertThat(event).contains("\"ADDED\"", "\"name\":\"a\""),
                                event -> assertThat(event)
                                        .contains("\"BOOKMARK\"", "\"k8s.io/initial-events-end\":\"true\""));
            }
        }
    }

    /// So that who goes on from there misses nothing and reads little again.
    @Test
    void aWatchThatEndsTellsHowFarItCame() throws Exception {
        create("a");
        try (var calls = new HttpCalls(server)) {
            String path = PATH + "?watch=1&resourceVersion=0&timeoutSeconds=3";
            var answer = calls.send("admin", "GET", path + "&allowWatchBookmarks=true", Map.of(), new byte[0]);
            String last = HttpCalls.text(answer).lines().toList().getLast();
            assertThat(last).contains("\"BOOKMARK\"").doesNotContain("initial-events-end");
            var plain = calls.send("admin", "GET", path, Map.of(), new byte[0]);
            assertThat(HttpCalls.text(plain)).doesNotContain("\"BOOKMARK\"");
        }
    }

    @Test
    void theConnectionGoesOnAfterAWatch() throws IOException {
        create("a");
        try (SSLSocket socket = connected()) {
            InputStream in = socket.getInputStream();
            for (int round = 0; round < 2; round++) {
                get(socket, PATH + "?watch=1&resourceVersion=0&timeoutSeconds=1");
                assertThat(head(in)).startsWith("HTTP/1.1 200");
                assertThat(chunk(in)).contains("\"name\":\"a\"");
                assertThat(chunk(in)).isEmpty();
                get(socket, PATH + "/a");
                String head = head(in);
                assertThat(head).startsWith("HTTP/1.1 200").containsIgnoringCase("content-length: ");
                int length = Integer.parseInt(head.replaceAll("(?is).*content-length: (\\d+).*", "$1"));
                assertThat(new String(in.readNBytes(length), StandardCharsets.UTF_8))
                        .endsWith("}\n");
            }
        }
    }

    @Test
    void anExpiredRevisionIsReportedAsAnEvent() throws Exception {
        create("a");
        create("b");
        server.compacted();
        try (var calls = new HttpCalls(server)) {
            var answer = calls.send("admin", "GET", PATH + "?watch=1&resourceVersion=1", Map.of(), new byte[0]);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(HttpCalls.text(answer))
                    .startsWith(
                            "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
                                    + "\"status\":\"Failure\",\"message\":\"too old resource version: 1 (")
                    .endsWith(")\",\"reason\":\"Expired\",\"code\":410}}\n");
        }
    }

    /// As upstream: who starts from the present state is told where it ends, if it takes bookmarks.
    @ParameterizedTest
    @CsvSource({
        "'', true, true",
        "&resourceVersion=0, true, true",
        "&resourceVersion=00, true, false",
        "&resourceVersion=1, true, false",
        "'', false, false",
        "&resourceVersion=0, false, false",
        "&sendInitialEvents=false&resourceVersionMatch=NotOlderThan, true, false",
        "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan, true, true",
        "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan, false, false",
    })
    void thePresentStateEndsWithABookmark(String query, boolean bookmarks, boolean ended) throws Exception {
        create("a");
        try (var calls = new HttpCalls(server)) {
            String path = PATH + "?watch=1&timeoutSeconds=1&allowWatchBookmarks=" + bookmarks + query;
            String answer = HttpCalls.text(calls.send("admin", "GET", path, Map.of(), new byte[0]));
            assertThat(answer.contains("\"k8s.io/initial-events-end\":\"true\""))
                    .isEqualTo(ended);
            if (ended) {
                assertThat(answer.indexOf("\"ADDED\"")).isBetween(0, answer.indexOf("\"BOOKMARK\"") - 1);
            }
        }
    }

    @Test
    void aRevisionThatIsStillToComeIsReportedAsAnEvent() throws Exception {
        try (var calls = new HttpCalls(server)) {
            String path = PATH + "?watch=1&resourceVersion=99999&sendInitialEvents=true&allowWatchBookmarks=true"
                    + "&resourceVersionMatch=NotOlderThan";
            var answer = calls.send("admin", "GET", path, Map.of(), new byte[0]);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(HttpCalls.text(answer))
                    .contains("\"type\":\"ERROR\"", "Too large resource version: 99999", "\"code\":504");
        }
    }
}
