package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.kinds.RunningServer;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.tls.MemoryKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A node's status says where its agent listens; on this machine only an agent of that name is believed.
final class AgentNamesTest {
    private final RunningServer server = new RunningServer();
    private Optional<Identity> vouching = Optional.empty();

    private void listen() {
        server.listening(InFlightLimits.standard(), List.of());
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void anAgentThatNamesItsNodeIsAsked() throws GeneralSecurityException, IOException, InterruptedException {
        listen();
        HttpResponse<String> reply = log("n1", "n1");

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.body()).isEqualTo("a line");
    }

    @Test
    void somethingElseOnThisMachineIsNot() throws GeneralSecurityException, IOException, InterruptedException {
        listen();
        HttpResponse<String> reply = log("n1", "localhost");

        assertThat(reply.statusCode()).isEqualTo(500);
        assertThat(reply.body()).contains("only when the certificate shown there names the node");
    }

    @Test
    void whereAgentsAreKnownOnlyTheNodesOwnIsAsked()
            throws GeneralSecurityException, IOException, InterruptedException {
        server.knowingAgents();
        listen();

        HttpResponse<String> unknown = log("n1", "n1");
        vouching = Optional.of(server.authority());
        HttpResponse<String> another = log("n2", "n1");
        HttpResponse<String> own = log("n3", "n3");

        assertThat(unknown.statusCode()).isEqualTo(500);
        assertThat(unknown.body()).contains("cannot reach the agent of node n1");
        assertThat(another.statusCode()).isEqualTo(500);
        assertThat(another.body()).contains("does not name the node");
        assertThat(own.body()).isEqualTo("a line");
    }

    /// The log of a pod on `node`, whose status leads to a listener that shows a certificate for `shown`.
    private HttpResponse<String> log(String node, String shown)
            throws GeneralSecurityException, IOException, InterruptedException {
        try (SSLServerSocket socket = listening(shown)) {
            Background.run("agent", () -> answer(socket));
            server.create(new Target("", "v1", "nodes", "", "", ""), """
                    {'apiVersion': 'v1', 'kind': 'Node', 'metadata': {'name': '%s'}, 'status': {
                     'addresses': [{'type': 'InternalIP', 'address': '127.0.0.1'}],
                     'daemonEndpoints': {'kubeletEndpoint': {'Port': %d}}}}\
                    """.formatted(node, socket.getLocalPort()));
            server.create(new Target("", "v1", "pods", "default", "", ""), """
                    {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': 'web-%1$s'},
                     'spec': {'nodeName': '%1$s', 'containers': [{'name': 'c', 'image': 'i'}]}}\
                    """.formatted(node));
            try (HttpClient client =
                    HttpClient.newBuilder().sslContext(server.trusting()).build()) {
                var request = HttpRequest.newBuilder(
                                URI.create("https://localhost:%d/api/v1/namespaces/default/pods/web-%s/log"
                                        .formatted(server.port(), node)))
                        .header("Authorization", "Bearer admin")
                        .build();
                return client.send(request, BodyHandlers.ofString());
            }
        }
    }

    private SSLServerSocket listening(String name) throws GeneralSecurityException, IOException {
        var issuer = new Issuer(server.time().wall());
        Identity own =
                issuer.server(vouching.orElseGet(() -> issuer.authority("of the agent")), "agent", List.of(name));
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(MemoryKeys.showing(own.key(), List.of(own.certificate())), null, new SecureRandom());
        return (SSLServerSocket)
                tls.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private static void answer(SSLServerSocket socket) {
        try (SSLSocket peer = (SSLSocket) socket.accept()) {
            peer.getInputStream().read();
            peer.getOutputStream().write("HTTP/1.0 200 OK\r\n\r\na line".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException _) {
            // the server hung up, as it should where the name is another
        }
    }
}
