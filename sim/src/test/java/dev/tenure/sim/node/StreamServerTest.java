package dev.tenure.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.node.cri.RuntimeChannel;
import dev.tenure.node.cri.RuntimeClient;
import dev.tenure.node.streaming.ClientReviews;
import dev.tenure.node.streaming.StreamServer;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.tls.MemoryKeys;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who is let in at the agent's socket.
final class StreamServerTest {
    private static final Issuer ISSUER = new Issuer(new SystemTime().wall());
    private static final Identity AUTHORITY = ISSUER.authority("cluster");

    private final RuntimeChannel channel;
    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final Reviewer reviewer = new Reviewer();
    /// While it has nothing to give, pods are not told.
    private final Semaphore held = new Semaphore(1);
    private final StreamServer server;

    StreamServerTest(@TempDir Path folder) {
        Identity own = ISSUER.server(AUTHORITY, "node", List.of("127.0.0.1"));
        channel = new RuntimeChannel(folder.resolve("no-runtime"));
        server = new StreamServer(
                new RuntimeClient(channel),
                new SystemTime(),
                new StreamServer.Pages() {
                    @Override
                    public Optional<JsonNode> pressure() {
                        return Optional.of(Json.object().put("node", "n"));
                    }

                    @Override
                    public Optional<JsonNode> summary() {
                        return Optional.of(Json.object().put("pods", 2));
                    }

                    @Override
                    public Optional<JsonNode> pods() {
                        held.acquireUninterruptibly();
                        held.release();
                        return Optional.of(Json.object().put("kind", "PodList"));
                    }

                    @Override
                    public JsonNode configuration() {
                        return Json.object().put("maxPods", 7);
                    }

                    @Override
                    public String metrics() {
                        return "pods_total 2\n";
                    }

                    @Override
                    public String resources() {
                        return "resource_scrape_error 0\n";
                    }

                    @Override
                    public Optional<JsonNode> podStatus(String namespace, String name) {
                        ObjectNode status = Json.object();
                        status.putArray("containerStatuses")
                                .addObject()
                                .put("name", "c")
                                .putObject("state")
                                .putObject("waiting")
                                .put("reason", "PodInitializing");
                        return name.equals("waits") ? Optional.of(status) : Optional.empty();
                    }
                },
                new ClientReviews(
                        new ClusterClient(reviewer, Caller.component("", List.of(), "agent")),
                        world.loop("clock").time(),
                        "n",
                        ClientReviews.Keeping.STANDARD),
                new StreamServer.Options(
                        0, own.key(), List.of(own.certificate()), List.of(AUTHORITY.certificate()), true));
    }

    /// Knows the token `good` of a user who may get `metrics`, and one of whom it allows nothing; counts
    /// questions.
    private static final class Reviewer implements ApiEndpoint {
        private final List<JsonNode> asked = new CopyOnWriteArrayList<>();
        private volatile boolean gone;

        @Override
        public ApiReply call(ApiRequest request) {
            ObjectNode review = Json.readObject(request.body().bytes());
            asked.add(review);
            if (gone) {
                return new ApiReply.Failure(
                        new Status(500, "InternalError", "out of order", Optional.empty()), List.of());
            }
            JsonNode spec = review.path("spec");
            ObjectNode status = review.putObject("status");
            if (spec.path("token").asText().equals("good")) {
                ObjectNode user = status.put("authenticated", true).putObject("user");
                user.put("username", "scraper")
                        .put("uid", "u")
                        .putArray("groups")
                        .add("watchers");
                user.putObject("extra").putArray("from").add("here");
            }
            status.put(
                    "allowed",
                    spec.at("/groups/0").asText().equals("watchers")
                            && spec.at("/resourceAttributes/subresource")
                                    .asText()
                                    .equals("metrics"));
            return new ApiReply.Document(201, Json.write(review), List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            throw new UnsupportedOperationException("nothing is watched here");
        }
    }

    private HttpResponse<String> bearing(String token, String path)
            throws GeneralSecurityException, IOException, InterruptedException {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(new KeyManager[0], MemoryKeys.accepting(List.of(AUTHORITY.certificate())), new SecureRandom());
        try (HttpClient client = HttpClient.newBuilder().sslContext(tls).build()) {
            var request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:%d%s".formatted(server.port(), path)));
            return client.send(
                    request.header("Authorization", "Bearer " + token).build(), BodyHandlers.ofString());
        }
    }

    @Test
    void whoShowsATokenMayWhatTheApiServerAllows() throws GeneralSecurityException, IOException, InterruptedException {
        HttpResponse<String> reply = bearing("good", "/metrics");
        assertThat(reply.body()).isEqualTo("pods_total 2\n");
        assertThat(reviewer.asked)
                .extracting(review -> review.path("spec").toString())
                .containsExactly(
                        "{\"token\":\"good\"}",
                        "{\"user\":\"scraper\",\"uid\":\"u\",\"groups\":[\"watchers\"],\"extra\":{\"from\":[\"here\"]},"
                                + "\"resourceAttributes\":{\"verb\":\"get\",\"version\":\"v1\",\"resource\":\"nodes\","
                                + "\"subresource\":\"metrics\",\"name\":\"n\"}}");

        reply = bearing("good", "/pods");
        assertThat(reply.statusCode()).isEqualTo(403);
        assertThat(reply.body())
                .isEqualTo("Forbidden (user=scraper, verb=get, resource=nodes, subresource(s)=[pods proxy])\n");
        assertThat(bearing("bad", "/metrics").statusCode()).isEqualTo(401);
    }

    @Test
    void whoMayReadMetricsMayReadThoseOfResources() throws GeneralSecurityException, IOException, InterruptedException {
        HttpResponse<String> reply = bearing("good", "/metrics/resource");
        assertThat(reply.body()).isEqualTo("resource_scrape_error 0\n");
        assertThat(reply.headers().firstValue("Content-Type"))
                .hasValue("text/plain; version=0.0.4; charset=utf-8; escaping=underscores");
        assertThat(bearing("good", "/metrics/other").statusCode()).isEqualTo(404);
        assertThat(bearing("bad", "/metrics/resource").statusCode()).isEqualTo(401);
    }

    @Test
    void whatTheApiServerSaidHoldsForATime() throws GeneralSecurityException, IOException, InterruptedException {
        bearing("good", "/metrics");
        bearing("good", "/stats/summary");
        int asked = reviewer.asked.size();
        reviewer.gone = true;
        assertThat(bearing("good", "/metrics").statusCode()).isEqualTo(200);
        assertThat(bearing("good", "/stats/summary").statusCode()).isEqualTo(403);
        assertThat(reviewer.asked).hasSize(asked);
        world.advance(Duration.ofSeconds(31));
        assertThat(bearing("good", "/stats/summary").statusCode()).isEqualTo(500);
        assertThat(bearing("good", "/metrics").statusCode()).isEqualTo(200);
        world.advance(Duration.ofMinutes(2));
        assertThat(bearing("good", "/metrics").statusCode()).isEqualTo(401);
        assertThat(ask(showing(AUTHORITY, "system:masters"), "/metrics").statusCode())
                .as("whom nobody has to be asked about")
                .isEqualTo(200);
    }

    @Test
    void whoShowsACertificateMayWhatTheApiServerAllows()
            throws GeneralSecurityException, IOException, InterruptedException {
        assertThat(ask(showing(AUTHORITY, "watchers"), "/metrics").statusCode()).isEqualTo(200);
        assertThat(ask(showing(AUTHORITY, "watchers"), "/exec/ns/pod/c").statusCode())
                .isEqualTo(403);
    }

    @BeforeEach
    void open() throws IOException {
        server.start();
    }

    @AfterEach
    void close() {
        server.close();
        channel.close();
    }

    private HttpResponse<String> ask(KeyManager[] shown)
            throws GeneralSecurityException, IOException, InterruptedException {
        return ask(shown, "/healthz");
    }

    private HttpResponse<String> ask(KeyManager[] shown, String path)
            throws GeneralSecurityException, IOException, InterruptedException {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(shown, MemoryKeys.accepting(List.of(AUTHORITY.certificate())), new SecureRandom());
        try (HttpClient client = HttpClient.newBuilder().sslContext(tls).build()) {
            var request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:%d%s".formatted(server.port(), path)))
                    .timeout(Duration.ofSeconds(20))
                    .build();
            return client.send(request, BodyHandlers.ofString());
        }
    }

    private static KeyManager[] showing(Identity authority, String group) throws GeneralSecurityException {
        return showing(authority, "somebody", group);
    }

    private static KeyManager[] showing(Identity authority, String user, String group) throws GeneralSecurityException {
        Identity client = ISSUER.client(authority, user, List.of(group));
        return MemoryKeys.showing(client.key(), List.of(client.certificate()));
    }

    @Test
    void mastersOfTheClusterAreAnswered() throws GeneralSecurityException, IOException, InterruptedException {
        HttpResponse<String> reply = ask(showing(AUTHORITY, "system:masters"));
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.body()).isEqualTo("ok");
    }

    @Test
    void theNodesPressureIsShownToThoseWhoAreTrusted()
            throws GeneralSecurityException, IOException, InterruptedException {
        String path = "/tenure/v1/node-pressure";
        assertThat(ask(showing(AUTHORITY, "system:masters"), path).body()).isEqualTo("{\"node\":\"n\"}\n");
        assertThat(ask(showing(AUTHORITY, "system:masters"), path + "/else").statusCode())
                .isEqualTo(404);
        assertThat(ask(showing(AUTHORITY, "system:nodes"), path).statusCode()).isEqualTo(403);
    }

    @Test
    void whatWasMeasuredIsShownToThoseWhoAreTrusted()
            throws GeneralSecurityException, IOException, InterruptedException {
        for (String path : List.of("/stats/summary", "/stats/summary/")) {
            assertThat(ask(showing(AUTHORITY, "system:masters"), path).body()).isEqualTo("{\"pods\":2}\n");
        }
        assertThat(ask(showing(AUTHORITY, "system:masters"), "/pods").body()).isEqualTo("{\"kind\":\"PodList\"}\n");
        assertThat(ask(showing(AUTHORITY, "system:masters"), "/configz").body())
                .isEqualTo("{\"kubeletconfig\":{\"maxPods\":7}}\n");
        assertThat(ask(showing(AUTHORITY, "system:masters"), "/stats/else").statusCode())
                .isEqualTo(404);
        assertThat(ask(showing(AUTHORITY, "system:nodes"), "/stats/summary").statusCode())
                .isEqualTo(403);
    }

    /// The API server opens a connection for each request, and asks as soon as it is let in.
    @Test
    void manyWhoWaitForTheirAnswersKeepNobodyOut() throws GeneralSecurityException, IOException, InterruptedException {
        held.acquireUninterruptibly();
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(
                showing(AUTHORITY, "system:masters"),
                MemoryKeys.accepting(List.of(AUTHORITY.certificate())),
                new SecureRandom());
        List<Socket> waiting = new ArrayList<>();
        try {
            for (int i = 0; i < 60; i++) {
                Socket client = tls.getSocketFactory().createSocket("127.0.0.1", server.port());
                waiting.add(client);
                client.getOutputStream()
                        .write("GET /pods HTTP/1.0\r\nHost: n\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(ask(showing(AUTHORITY, "system:masters")).body()).isEqualTo("ok");
        } finally {
            held.release();
            for (Socket client : waiting) {
                client.close();
            }
        }
    }

    @Test
    void serversWithoutRightsInTheApiAreAnswered() throws GeneralSecurityException, IOException, InterruptedException {
        assertThat(ask(showing(AUTHORITY, "tenure:agent-clients")).statusCode()).isEqualTo(200);
    }

    @Test
    void aNameThatReadsLikeAGroupIsNone() throws GeneralSecurityException, IOException, InterruptedException {
        KeyManager[] shown = showing(AUTHORITY, "somebody,O=system:masters", "guests");
        assertThat(ask(shown).statusCode()).isEqualTo(403);
    }

    @Test
    void othersOfTheClusterAreRefused() throws GeneralSecurityException, IOException, InterruptedException {
        assertThat(ask(showing(AUTHORITY, "system:nodes")).statusCode()).isEqualTo(403);
    }

    @Test
    void whoShowsNothingOrTheCertificateOfAnotherAuthorityIsNotLetIn()
            throws GeneralSecurityException, IOException, InterruptedException {
        assertThat(ask(new KeyManager[0]).statusCode()).isEqualTo(401);
        assertThat(ask(showing(ISSUER.authority("another"), "system:masters")).statusCode())
                .isEqualTo(401);
    }

    @Test
    void anotherCertificateIsShownWithoutANewStart()
            throws GeneralSecurityException, IOException, InterruptedException {
        Identity next = ISSUER.server(AUTHORITY, "node", List.of("127.0.0.1", "n1"));
        KeyManager[] admin = showing(AUTHORITY, "system:masters");
        assertThat(shown(admin)).isNotEqualTo(next.certificate());

        server.renew(next.key(), List.of(next.certificate()));

        assertThat(shown(admin)).isEqualTo(next.certificate());
    }

    private Certificate shown(KeyManager[] keys) throws GeneralSecurityException, IOException, InterruptedException {
        return ask(keys).sslSession().orElseThrow().getPeerCertificates()[0];
    }
}
