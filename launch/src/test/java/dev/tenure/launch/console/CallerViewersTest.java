package dev.tenure.launch.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.authn.StaticTokens;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.launch.apiserver.ApiConfig;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.launch.process.Trouble;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The console on the API server's own socket: with an identity of the API and its rights, and with nothing
/// else.
final class CallerViewersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String CHANGE = """
            {"kind": "cordon", "node": "n1"}""";

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private ApiProcess server;

    @SuppressWarnings("NullAway.Init")
    private HttpClient client;

    @BeforeEach
    void start() throws IOException, GeneralSecurityException {
        var directory = new DataDirectory(folder.resolve("data"));
        ApiConfig config = ApiConfig.standard(directory, true, new ApiConfig.Listen("127.0.0.1", 0))
                .guardingNodes()
                .knowing(List.of(StaticTokens.parse(
                        List.of("boss,boss,1,\"system:masters\"", "guest,guest,2", "other,other,3"))));
        server = ApiProcess.start(config, new SystemTime(), new Trouble(new LoggedFaults(), () -> {}));
        client =
                HttpClient.newBuilder().sslContext(trusting(server.authority())).build();
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private static SSLContext trusting(String authority) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "authority",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(authority.getBytes(StandardCharsets.US_ASCII))));
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }

    /// @param token empty for a stranger
    private HttpRequest.Builder request(String path, String token, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(server.address() + path)).timeout(PATIENCE);
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return headers.length == 0 ? request : request.headers(headers);
    }

    private HttpResponse<String> get(String path, String token, String... headers) throws Exception {
        return client.send(request(path, token, headers).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body, String token, String... headers) throws Exception {
        return client.send(
                request(path, token, headers)
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private JsonNode session(String token) throws Exception {
        HttpResponse<String> reply = get("/console/api/session", token);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        return Json.read(reply.body().getBytes(StandardCharsets.UTF_8));
    }

    private void node() throws Exception {
        String node = "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n1\"}}";
        assertThat(post("/api/v1/nodes", node, "boss", "Content-Type", "application/json")
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void aStrangerSeesNothing() throws Exception {
        for (String path :
                List.of("/console", "/console/", "/console/nodes", "/console/api/session", "/console/assets/x")) {
            HttpResponse<String> reply = get(path, "");
            assertThat(reply.statusCode()).as(path).isEqualTo(401);
            assertThat(reply.body()).as(path).doesNotContain("<html");
        }
        assertThat(get("/console/", "nobody").statusCode()).isEqualTo(401);
    }

    @Test
    void thePageAndItsFilesComeWithTheirRules() throws Exception {
        HttpResponse<String> page = get("/console/nodes/n1?x=%2e%2e", "guest");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<script type=\"module\" src=\"/console/assets/console-");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'none'");
        String script = page.body().replaceAll("(?s).*src=\"(/console/assets/console-[0-9a-f]+\\.js)\".*", "$1");
        HttpResponse<String> file = get(script, "guest");
        assertThat(file.statusCode()).isEqualTo(200);
        assertThat(file.headers().firstValue("Cache-Control").orElse("")).contains("immutable");
        assertThat(get("/console/assets/../../etc/passwd", "guest").statusCode())
                .isNotEqualTo(200);
        assertThat(get("/consoles", "guest").statusCode()).isEqualTo(403);
    }

    @Test
    void everybodySeesAndDoesWhatTheirRightsAllow() throws Exception {
        node();

        JsonNode boss = session("boss");
        JsonNode guest = session("guest");
        assertThat(boss.path("user").asText()).isEqualTo("boss");
        assertThat(boss.at("/may/nodes").asBoolean()).isTrue();
        assertThat(boss.path("tenure").asBoolean()).isTrue();
        assertThat(boss.path("leaves").asBoolean(true)).isFalse();
        assertThat(guest.path("user").asText()).isEqualTo("guest");
        assertThat(guest.at("/may/nodes").asBoolean(true)).isFalse();
        assertThat(get("/console/api/nodes", "boss").body()).contains("\"n1\"");
        HttpResponse<String> hidden = get("/console/api/nodes", "guest");
        assertThat(hidden.statusCode()).isEqualTo(200);
        assertThat(hidden.body()).contains("not allowed to list nodes").doesNotContain("\"n1\"");

        HttpResponse<String> forbidden = post(
                "/console/api/change",
                CHANGE,
                "guest",
                "X-Console-Token",
                guest.path("token").asText());
        assertThat(forbidden.statusCode()).as(forbidden.body()).isEqualTo(403);
        HttpResponse<String> done = post(
                "/console/api/change",
                CHANGE,
                "boss",
                "X-Console-Token",
                boss.path("token").asText());
        assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
        assertThat(get("/api/v1/nodes/n1", "boss").body()).contains("\"unschedulable\":true");
    }

    @Test
    void aChangeThatIsNotThePagesIsRefused() throws Exception {
        node();
        String token = session("boss").path("token").asText();
        String others = session("other").path("token").asText();

        assertThat(post("/console/api/change", CHANGE, "boss").statusCode()).isEqualTo(403);
        assertThat(post("/console/api/change", CHANGE, "boss", "X-Console-Token", others)
                        .statusCode())
                .isEqualTo(403);
        assertThat(post(
                                "/console/api/change",
                                CHANGE,
                                "boss",
                                "X-Console-Token",
                                token,
                                "Origin",
                                "https://evil.example")
                        .statusCode())
                .isEqualTo(403);
        assertThat(get("/console/api/nodes", "boss", "Sec-Fetch-Site", "cross-site")
                        .statusCode())
                .isEqualTo(403);
        assertThat(post("/console/api/change", CHANGE, "boss", "X-Console-Token", token, "Origin", server.address())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void changesAreNotifiedAtOnce() throws Exception {
        HttpResponse<InputStream> live =
                client.send(request("/console/api/live", "boss").build(), BodyHandlers.ofInputStream());
        try (var lines = new BufferedReader(new InputStreamReader(live.body(), StandardCharsets.UTF_8))) {
            await(lines, "event: hello");
            node();
            await(lines, "event: changed");
        }
        assertThat(live.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
    }

    private static void await(BufferedReader lines, String wanted) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.equals(wanted)) {
                return;
            }
        }
        throw new AssertionError("the stream ended before " + wanted);
    }
}
