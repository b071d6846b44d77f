package dev.tenure.node.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenure.node.probe.HttpGets.Use;
import dev.tenure.testkit.fake.FreePort;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What the upstream node agent makes of answers to probes and hooks.
@Timeout(30)
final class HttpGetsTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final HttpGets gets = new HttpGets();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> headers = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /// `/200` is answered with 200, `/302?there` with 302 and that place.
    private void answer(HttpExchange exchange) throws IOException {
        asked.add(exchange.getRequestURI().toString());
        exchange.getRequestHeaders().forEach((name, values) -> headers.add(name + "=" + String.join("|", values)));
        int code = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
        String there = exchange.getRequestURI().getQuery();
        if (there != null) {
            exchange.getResponseHeaders().add("Location", there);
        }
        byte[] body = "<a>body</a>".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private URI address(String scheme, String path) throws Exception {
        ObjectNode get = Json.object().put("scheme", scheme).put("path", path);
        return HttpGets.address(get, "127.0.0.1", server.getAddress().getPort());
    }

    private Answer probe(String path) throws Exception {
        return gets.get(Use.PROBE, address("HTTP", path), Json.array(), LONG);
    }

    private Answer hook(String scheme, String path, ArrayNode sent) throws Exception {
        return gets.get(Use.HOOK, address(scheme, path), sent, LONG);
    }

    @Test
    void aProbeGoesByTheStatus() throws Exception {
        assertThat(probe("/200")).isEqualTo(new Answer.Success());
        assertThat(probe("299")).isEqualTo(new Answer.Success());
        assertThat(probe("/404")).isEqualTo(new Answer.Failure("HTTP probe failed with statuscode: 404"));
        assertThat(probe("/500")).isEqualTo(new Answer.Failure("HTTP probe failed with statuscode: 500"));
    }

    @Test
    void aProbeFollowsToTheSameHostOnly() throws Exception {
        assertThat(probe("/302?/500")).isEqualTo(new Answer.Failure("HTTP probe failed with statuscode: 500"));
        assertThat(probe("/307?/200")).isEqualTo(new Answer.Success());
        assertThat(asked).containsExactly("/302?/500", "/500", "/307?/200", "/200");
        assertThat(probe("/302?http://0.0.0.0/"))
                .isEqualTo(new Answer.Warning("Probe terminated redirects, Response body: <a>body</a>"));
        assertThat(probe("/302"))
                .isEqualTo(new Answer.Warning("Probe terminated redirects, Response body: <a>body</a>"));
    }

    @Test
    void aCircleEndsAfterTen() throws Exception {
        int port = server.getAddress().getPort();
        assertThat(probe("/302?/302?/302"))
                .as("a place with a question mark of its own")
                .isInstanceOf(Answer.Warning.class);
        asked.clear();
        server.createContext("/circle", exchange -> {
            asked.add("circle");
            exchange.getResponseHeaders().add("Location", "/circle");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        assertThat(probe("/circle"))
                .isEqualTo(new Answer.Failure(
                        "Get \"http://127.0.0.1:%d/circle\": stopped after 10 redirects".formatted(port)));
        assertThat(asked).hasSize(10);
    }

    @Test
    void aBodyThatDoesNotComeTellsNothing() throws Exception {
        var ended = new CountDownLatch(1);
        server.createContext("/begun", exchange -> {
            int code = Integer.parseInt(exchange.getRequestURI().getQuery());
            exchange.sendResponseHeaders(code, 100);
            exchange.getResponseBody().write("begun".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            try {
                ended.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        try {
            assertThat(probe("/200")).as("what a first call needs is there").isEqualTo(new Answer.Success());
            for (String code : List.of("200", "302", "500")) {
                assertThat(onceHeadersCame("/begun?" + code))
                        .as(code)
                        .isEqualTo(new Answer.Unknown("context deadline exceeded"
                                + " (Client.Timeout or context cancellation while reading body)"));
            }
        } finally {
            ended.countDown();
        }
    }

    /// Asks with more and more time until the machine was quick enough for the headers to come.
    private Answer onceHeadersCame(String path) throws Exception {
        Duration within = Duration.ofMillis(100);
        Answer answer = gets.get(Use.PROBE, address("HTTP", path), Json.array(), within);
        while (answer instanceof Answer.Failure(String why)
                && why.endsWith("awaiting headers)")
                && within.compareTo(LONG) < 0) {
            within = within.multipliedBy(2);
            answer = gets.get(Use.PROBE, address("HTTP", path), Json.array(), within);
        }
        return answer;
    }

    @Test
    void statedHeadersAreAddedOrTakeThePlaceOfTheUsualOnes() throws Exception {
        probe("/200");
        assertThat(headers).contains("User-agent=kube-probe/1.36", "Accept=*/*");
        assertThat(headers).noneMatch(header -> header.startsWith("Upgrade"));
        headers.clear();
        ArrayNode stated = Json.array();
        for (String each : List.of("Host: shop", "X-One: a", "X-One: b", "Accept: ", "User-Agent: mine")) {
            stated.addObject()
                    .put("name", each.substring(0, each.indexOf(':')))
                    .put("value", each.substring(each.indexOf(':') + 2));
        }
        gets.get(Use.PROBE, address("HTTP", "/200"), stated, LONG);
        assertThat(headers).contains("Host=shop", "X-one=a|b", "User-agent=mine");
        assertThat(headers).noneMatch(header -> header.startsWith("Accept="));
    }

    @Test
    void aHookIsCalledWhateverIsAnswered() throws Exception {
        assertThat(hook("HTTP", "/500", Json.array())).isEqualTo(new Answer.Success());
        assertThat(headers).contains("User-agent=kube-lifecycle/1.36");
    }

    /// A server in Go answers a client that speaks TLS with 400, in plain text.
    @Test
    void aHookThatSpeaksNoTlsIsCalledWithoutIt() throws Exception {
        ArrayNode stated = Json.array();
        stated.addObject().put("name", "Authorization").put("value", "secret");
        stated.addObject().put("name", "X-One").put("value", "a");
        try (var plain = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answerPlainly(plain));
            int port = plain.getLocalPort();
            URI address = HttpGets.address(Json.object().put("scheme", "HTTPS"), "127.0.0.1", port);
            assertThat(gets.get(Use.HOOK, address, stated, LONG))
                    .isEqualTo(new Answer.Warning(
                            "request to HTTPS lifecycle hook 127.0.0.1:%d got HTTP response, retry with HTTP succeeded"
                                    .formatted(port)));
        }
        assertThat(headers).contains("X-One: a").noneMatch(header -> header.startsWith("Authorization"));
    }

    /// Until it is closed, for a client may try more than once.
    private void answerPlainly(ServerSocket plain) {
        while (!plain.isClosed()) {
            try (Socket socket = plain.accept()) {
                var in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
                boolean odd = in.read() == 0x16;
                String line = odd ? "" : in.readLine();
                while (line != null && !line.isEmpty()) {
                    headers.add(line);
                    line = in.readLine();
                }
                String answer = "HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                        .formatted(odd ? "400 Bad Request" : "200 OK");
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                if (odd) {
                    // what a client still says would else break the connection before it has read this
                    socket.shutdownOutput();
                    in.transferTo(Writer.nullWriter());
                }
            } catch (IOException _) {
                // closed, or the client has gone
            }
        }
    }

    @Test
    void nobodyThereAndNoAnswerInTimeAreToldAsGoTellsThem() throws Exception {
        int port = FreePort.next();
        try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            URI address = HttpGets.address(Json.object(), "127.0.0.1", port);
            assertThat(gets.get(Use.PROBE, address, Json.array(), Duration.ofMillis(50)))
                    .isEqualTo(new Answer.Failure(("Get \"http://127.0.0.1:%d/\": context deadline exceeded"
                                    + " (Client.Timeout exceeded while awaiting headers)")
                            .formatted(port)));
        }
        assertThat(gets.get(Use.PROBE, HttpGets.address(Json.object(), "127.0.0.1", port), Json.array(), LONG))
                .isEqualTo(new Answer.Failure(
                        "Get \"http://127.0.0.1:%1$d/\": dial tcp 127.0.0.1:%1$d: connect: connection refused"
                                .formatted(port)));
    }

    @Test
    void pathsThatAreNoneOfAUrlAreSentAsWellAsTheyCanBe() throws Exception {
        assertThat(address("HTTP", "/a b").getRawPath()).isEqualTo("/a%20b");
        assertThat(HttpGets.address(Json.object().put("path", "x?y=1"), "fd00::1", 8080))
                .hasToString("http://[fd00::1]:8080/x?y=1");
    }
}
