package dev.tenure.console.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.console.follow.FollowedCluster;
import dev.tenure.console.viewer.Forecaster;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Who is let in at the console's own socket, and what strangers get: the requests are written byte by byte.
class ConsoleServerTest {
    private static final int PATIENCE_MILLIS = 20_000;
    private static final Status FORBIDDEN =
            new Status(403, "Forbidden", "nodes is forbidden: User \"eve<script>\" cannot list", Optional.empty());

    @SuppressWarnings("NullAway.Init")
    private ThreadedLoop loop;

    @SuppressWarnings("NullAway.Init")
    private ConsoleServer server;

    private String own = "";

    /// A cluster that refuses everything, in its own words.
    private static final class Refusing implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            return new ApiReply.Failure(FORBIDDEN, List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            return new WatchReply.Refused(FORBIDDEN);
        }
    }

    @BeforeEach
    void start() throws IOException {
        var time = new SystemTime();
        loop = new ThreadedLoop("console-test", time, 2, new LoggedFaults());
        var client = new ClusterClient(new Refusing(), Caller.component("eve", List.of(), "test"));
        var viewer = new Viewer(
                client,
                new FollowedCluster(loop, client, ""),
                path -> Optional.empty(),
                time,
                new Forecaster(time, _ -> true),
                new Viewer.Identity("eve", "https://cluster", "kubectl"));
        server = new ConsoleServer(viewer, time, 0);
        server.start();
        own = "127.0.0.1:" + server.port();
    }

    @AfterEach
    void stop() {
        server.close();
        loop.close();
    }

    private String send(String method, String path, String host, String... headers) throws IOException {
        var text = new StringBuilder(
                method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\nContent-Length: 0\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(text.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static int code(String answer) {
        return Integer.parseInt(answer.split(" ", 3)[1]);
    }

    private String codePath() {
        return server.address().substring("http://".length() + own.length());
    }

    private String cookie(String answer) {
        Matcher set = Pattern.compile("Set-Cookie: ([^;]+);([^\r]*)").matcher(answer);
        assertThat(set.find()).isTrue();
        assertThat(set.group(2))
                .contains("HttpOnly")
                .contains("SameSite=Strict")
                .contains("Path=/console");
        return "Cookie: " + set.group(1);
    }

    private String signIn() throws IOException {
        return cookie(send("GET", codePath(), own));
    }

    private String token(String cookie) throws IOException {
        Matcher token =
                Pattern.compile("\"token\":\"([^\"]+)\"").matcher(send("GET", "/console/api/session", own, cookie));
        assertThat(token.find()).isTrue();
        return "X-Console-Token: " + token.group(1);
    }

    @Test
    void aCodeLetsOneBrowserInOnce() throws IOException {
        String path = codePath();
        String cookie = cookie(send("GET", path, own));
        assertThat(code(send("GET", "/console/", own, cookie))).isEqualTo(200);
        String second = send("GET", path, own);
        assertThat(code(second)).isEqualTo(401);
        assertThat(second).doesNotContain("Set-Cookie");
    }

    @Test
    void withoutASessionNothingOfTheClusterIsShown() throws IOException {
        for (String path : List.of("session", "overview", "nodes", "nodes/n", "matrix", "timeline", "pods", "live")) {
            assertThat(code(send("GET", "/console/api/" + path, own))).isEqualTo(401);
        }
        assertThat(code(send("GET", "/console/", own, "Cookie: tenure-console-" + server.port() + "=guess")))
                .isEqualTo(401);
    }

    @Test
    void aSessionEndsAtLogout() throws IOException {
        String cookie = signIn();
        assertThat(code(send("POST", "/console/api/logout", own, cookie, token(cookie))))
                .isEqualTo(200);
        assertThat(code(send("GET", "/console/api/session", own, cookie))).isEqualTo(401);
        assertThat(code(send("GET", "/console/", own, cookie))).isEqualTo(401);
    }

    @Test
    void logoutEndsTheStreamsOfItsSessionAndOfNoOther() throws IOException {
        String cookie = signIn();
        String token = token(cookie);
        String other = signIn();
        try (Socket ending = listen(cookie);
                Socket staying = listen(other)) {
            assertThat(until(ending, "event: hello")).isTrue();
            assertThat(until(staying, "event: hello")).isTrue();
            send("POST", "/console/api/logout", own, cookie, token);
            assertThat(until(ending, "event: ended")).isTrue();
            assertThat(until(ending, "event: ")).isFalse();
            send("POST", "/console/api/logout", own, other, token(other));
            assertThat(until(staying, "event: ended")).isTrue();
        }
    }

    private Socket listen(String cookie) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(PATIENCE_MILLIS);
        String head =
                "GET /console/api/live HTTP/1.1\r\nHost: " + own + "\r\nConnection: close\r\n" + cookie + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    /// Reads on until a text has come.
    ///
    /// @return false when the stream ends without it
    private static boolean until(Socket socket, String text) throws IOException {
        var read = new StringBuilder();
        for (int next = socket.getInputStream().read();
                next >= 0;
                next = socket.getInputStream().read()) {
            read.append((char) next);
            if (read.indexOf(text) >= 0) {
                return true;
            }
        }
        return false;
    }

    @Test
    void anotherHostIsNotServed() throws IOException {
        String cookie = signIn();
        for (String host : List.of("evil.example", "evil.example:" + server.port(), "127.0.0.1", "")) {
            String answer = send("GET", "/console/api/session", host, cookie);
            assertThat(code(answer)).isIn(400, 421);
            assertThat(answer).doesNotContain("token");
        }
    }

    @Test
    void anotherOriginIsRefusedAndNoneLearnsThatItMayRead() throws IOException {
        String cookie = signIn();
        for (String header : List.of(
                "Origin: http://evil.example",
                "Origin: null",
                "Origin: http://127.0.0.1:1",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site")) {
            String answer = send("GET", "/console/api/session", own, cookie, header);
            assertThat(code(answer)).isEqualTo(403);
            assertThat(answer).doesNotContain("Access-Control").doesNotContain("token");
        }
    }

    @Test
    void aChangeWithoutTheTokenIsRefused() throws IOException {
        String cookie = signIn();
        for (String path : List.of("change", "preview", "logout", "toleration")) {
            assertThat(code(send("POST", "/console/api/" + path, own, cookie))).isEqualTo(403);
            assertThat(code(send("POST", "/console/api/" + path, own, cookie, "X-Console-Token: guess")))
                    .isEqualTo(403);
        }
        assertThat(code(send("GET", "/console/api/session", own, cookie))).isEqualTo(200);
    }

    @Test
    void pathTricksFindNoFile() throws IOException {
        String cookie = signIn();
        for (String path : List.of(
                "/console/assets/../index.html",
                "/console/assets/%2e%2e/index.html",
                "/console/assets/..%2fweb%2findex.html",
                "/console/assets//etc/passwd",
                "/etc/passwd",
                "/console/../etc/passwd",
                "/console/assets/console.js")) {
            String answer = send("GET", path, own, cookie);
            assertThat(answer).doesNotContain("root:").doesNotContain("{console.js}");
            assertThat(code(answer)).isIn(200, 400, 404);
            assertThat(answer).doesNotContain("Cache-Control: public");
        }
    }

    @Test
    void everyAnswerForbidsForeignScripts() throws IOException {
        String cookie = signIn();
        for (String path : List.of("/console/", "/console/api/session", "/console/api/nodes", "/nothing")) {
            String answer = send("GET", path, own, cookie);
            assertThat(answer).contains("Content-Security-Policy: default-src 'none'; script-src 'self'");
            assertThat(answer).contains("X-Content-Type-Options: nosniff").doesNotContain("unsafe-inline");
        }
    }

    @Test
    void aRefusalOfTheClusterKeepsItsCodeAndWords() throws IOException {
        String answer = send("GET", "/console/api/workloads/deployments/default/web", own, signIn());
        assertThat(code(answer)).isEqualTo(403);
        assertThat(answer).contains("Content-Type: application/json").contains("nodes is forbidden: User");
    }

    @Test
    void filesAreKeptByTheBrowserUnderANameThatTellsTheirContent() throws IOException {
        Matcher script = Pattern.compile("/console/assets/console-[0-9a-f]{16}\\.js")
                .matcher(send("GET", "/console/", own, signIn()));
        assertThat(script.find()).isTrue();
        String answer = send("GET", script.group(), own);
        assertThat(code(answer)).isEqualTo(200);
        assertThat(answer).contains("immutable").contains("text/javascript");
    }
}
