package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import dev.tenure.wire.json.Json;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What stands below `proxy` of a pod or a service is asked of what listens there. What a server answers when
/// there is nothing to ask stands in the recorded answers of upstream.
@SuppressWarnings("NullAway.Init")
class ResourceProxiesTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String SERVICES = "/api/v1/namespaces/default/services";

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private RunningServer server;
    private HttpCalls calls;
    private HttpServer backend;

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        // an address of loopback is refused, so the backend listens on one of the machine's others
        Optional<InetAddress> own = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address
                        && !address.isLoopbackAddress()
                        && !address.isLinkLocalAddress())
                .findFirst();
        Assumptions.assumeTrue(own.isPresent(), "this machine has no address but those of loopback");
        backend = HttpServer.create(new InetSocketAddress(own.get(), 0), 0);
        backend.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        backend.createContext("/", this::handle);
        backend.start();
        server = new RunningServer().listening(InFlightLimits.standard(), List.of());
        calls = new HttpCalls(server);
        String address = own.get().getHostAddress();
        assertThat(send("POST", PODS, """
            {"metadata": {"name": "p"}, "spec": {"containers": [
             {"name": "c", "image": "i", "ports": [{"containerPort": %d}]}]}}
            """.formatted(backend.getAddress().getPort()))
                        .statusCode())
                .isEqualTo(201);
        assertThat(patch(PODS + "/p/status", """
            {"status": {"podIP": "%1$s", "podIPs": [{"ip": "%1$s"}]}}
            """.formatted(address))).isEqualTo(200);
    }

    @AfterEach
    void end() {
        if (backend != null) {
            calls.close();
            server.close();
            backend.stop(0);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            asked.add("%s %s %s"
                    .formatted(
                            exchange.getRequestMethod(),
                            exchange.getRequestURI(),
                            new String(body, StandardCharsets.UTF_8)));
            asked.add("Authorization " + exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] answer = "here".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("X-Own", "yes");
            exchange.sendResponseHeaders(
                    exchange.getRequestURI().getPath().endsWith("lost") ? 404 : 200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    @Test
    void aPodIsAskedWhateverTheMethodAndTheAnswerComesBack() throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = send("GET", PODS + "/p/proxy/a%20b/c/?d=e%2Ff", "");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("here");
        assertThat(answer.headers().firstValue("X-Own")).contains("yes");
        assertThat(asked).containsExactly("GET /a%20b/c/?d=e%2Ff ", "Authorization null");
        asked.clear();
        assertThat(send("PUT", PODS + "/http:p:" + backend.getAddress().getPort() + "/proxy/lost", "a body")
                        .statusCode())
                .isEqualTo(404);
        assertThat(asked.getFirst()).isEqualTo("PUT /lost a body");
    }

    @Test
    void aPageWithoutASlashIsAskedForAgainWithOne() throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = send("GET", PODS + "/p/proxy?a=b", "");
        assertThat(answer.statusCode()).isEqualTo(301);
        assertThat(answer.headers().firstValue("Location")).contains(PODS + "/p/proxy/?a=b");
        assertThat(asked).isEmpty();
    }

    @Test
    void aServiceIsAskedAtAPodThatIsBehindIt() throws IOException, InterruptedException {
        String address = backend.getAddress().getAddress().getHostAddress();
        int port = backend.getAddress().getPort();
        assertThat(send("POST", SERVICES, """
            {"metadata": {"name": "s"}, "spec": {"ports": [{"name": "web", "port": 80}]}}
            """).statusCode()).isEqualTo(201);
        assertThat(send("POST", "/api/v1/namespaces/default/endpoints", """
            {"metadata": {"name": "s"}, "subsets": [{"ports": [{"name": "web", "port": %d}], "addresses": [
             {"ip": "10.9.8.7"},
             {"ip": "10.9.8.6", "targetRef": {"kind": "Pod", "namespace": "default", "name": "p"}},
             {"ip": "%s", "targetRef": {"kind": "Pod", "namespace": "default", "name": "p"}}]}]}
            """.formatted(port, address))
                        .statusCode())
                .isEqualTo(201);
        for (String name : List.of("s:web", "s:80", "http:s:web")) {
            assertThat(send("GET", SERVICES + "/" + name + "/proxy/x", "").statusCode())
                    .as(name)
                    .isEqualTo(200);
        }
        HttpResponse<byte[]> other = send("GET", SERVICES + "/s:81/proxy/x", "");
        assertThat(other.statusCode()).isEqualTo(503);
        assertThat(Json.read(other.body()).path("message").asText())
                .isEqualTo("no service port 81 found for service \"s\"");
        HttpResponse<byte[]> nameless = send("GET", SERVICES + "/s/proxy/x", "");
        assertThat(Json.read(nameless.body()).path("message").asText())
                .isEqualTo("no endpoints available for service \"s\"");
    }

    @Test
    void whoDoesNotListenIsSaidNotToBeReached() throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = send("GET", PODS + "/p:1/proxy/", "");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(Json.read(answer.body()).path("message").asText())
                .isEqualTo("error trying to reach service: dial tcp %s:1: connect: connection refused"
                        .formatted(backend.getAddress().getAddress().getHostAddress()));
    }

    @Test
    void whoMayOnlyReadMayNotSend() throws IOException, InterruptedException {
        HttpResponse<byte[]> answer =
                calls.send("alice", "POST", PODS + "/p/proxy/", Map.of(), "x".getBytes(StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(Json.read(answer.body()).path("message").asText())
                .contains("cannot create resource \"pods/proxy\" in API group \"\" in the namespace \"default\"");
        assertThat(asked).isEmpty();
    }

    private int patch(String path, String body) throws IOException, InterruptedException {
        return calls.send(
                        "admin",
                        "PATCH",
                        path,
                        Map.of("Content-Type", "application/merge-patch+json"),
                        body.getBytes(StandardCharsets.UTF_8))
                .statusCode();
    }

    private HttpResponse<byte[]> send(String method, String path, String body)
            throws IOException, InterruptedException {
        return calls.send(
                "admin",
                method,
                path,
                Map.of("Content-Type", "application/json"),
                body.getBytes(StandardCharsets.UTF_8));
    }
}
