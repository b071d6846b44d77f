package dev.tenure.launch.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.pki.CertificateRequests;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.launch.process.Trouble;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.Status;
import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.tls.CertificateSubject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A user asks for a certificate, an administrator approves it, and the server knows the user by it.
final class UserCertificateTest {
    private static final ResourceType REQUESTS = new ResourceType(
            "certificates.k8s.io", "v1", "certificatesigningrequests", "CertificateSigningRequest", Scope.CLUSTER);
    private static final ResourceType REVIEWS =
            new ResourceType("authentication.k8s.io", "v1", "selfsubjectreviews", "SelfSubjectReview", Scope.CLUSTER);
    private static final int LOOKS_MAX = 500;

    @TempDir
    private Path folder;

    private ApiProcess server;
    private HttpEndpoint endpoint;
    private Connection connection;

    @BeforeEach
    void start() throws IOException {
        var directory = new DataDirectory(folder.resolve("data"));
        server = ApiProcess.start(
                ApiConfig.standard(directory, true, new ApiConfig.Listen("127.0.0.1", 0)),
                new SystemTime(),
                new Trouble(new LoggedFaults(), () -> {}));
        connection = KubeconfigParser.read(directory.kubeconfig());
        endpoint = new HttpEndpoint(connection);
    }

    @AfterEach
    void stop() {
        endpoint.close();
        server.close();
    }

    private static ClusterClient client(HttpEndpoint endpoint) {
        return new ClusterClient(endpoint, Caller.component("", List.of(), "test"));
    }

    private ApiReply ask(KeyPair key, String group, String use) {
        String pem = CertificateRequests.of(key, new CertificateSubject("alice", List.of(group)));
        String text = Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
        return client(endpoint).create(REQUESTS, "", Document.of(Json.readObject("""
                {"apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest",
                 "metadata": {"name": "alice"}, "spec": {"signerName": "kubernetes.io/kube-apiserver-client",
                 "usages": ["%s"], "request": "%s"}}\
                """.formatted(use, text)
                .getBytes(StandardCharsets.UTF_8))));
    }

    private static ObjectNode tree(ApiReply reply) {
        return switch (reply) {
            case ApiReply.One one -> Document.of(one.object().content()).tree().deepCopy();
            case ApiReply.Document document -> Json.readObject(document.json());
            case ApiReply.Many _, ApiReply.Failure _ -> throw new AssertionError(String.valueOf(reply));
        };
    }

    private void approve() {
        ObjectNode next = tree(client(endpoint).get(REQUESTS, "", "alice"));
        assertThat(next.at("/status/conditions").isEmpty())
                .as("nobody approves it but an administrator")
                .isTrue();
        next.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Approved")
                .put("status", "True")
                .put("reason", "ByHand");
        tree(client(endpoint)
                .call(
                        Verb.UPDATE,
                        new Target(REQUESTS.group(), "v1", REQUESTS.resource(), "", "alice", "approval"),
                        Map.of(),
                        Body.json(Document.of(next))));
    }

    private ObjectNode decided() throws InterruptedException {
        for (int i = 0; i < LOOKS_MAX; i++) {
            ObjectNode request = tree(client(endpoint).get(REQUESTS, "", "alice"));
            if (request.path("status").has("certificate")
                    || request.at("/status/conditions/1").isObject()) {
                return request;
            }
            new WakeUp().await(Duration.ofMillis(20));
        }
        throw new AssertionError("neither signed nor refused");
    }

    @Test
    void theServerKnowsAUserByWhatItSigned() throws Exception {
        KeyPair key = Issuer.newKey();
        tree(ask(key, "dev", "client auth"));
        approve();

        String certificate = new String(
                Base64.getDecoder().decode(decided().at("/status/certificate").asText("")), StandardCharsets.US_ASCII);

        var own = new Connection(
                connection.server(),
                connection.trust(),
                new Connection.Credentials.Certificate(certificate, Pem.of(key.getPrivate())),
                "default",
                Connection.Way.DIRECT);
        try (var alice = new HttpEndpoint(own)) {
            ObjectNode review = Json.object();
            review.put("apiVersion", "authentication.k8s.io/v1").put("kind", "SelfSubjectReview");
            ObjectNode known = tree(client(alice).create(REVIEWS, "", Document.of(review)));
            assertThat(known.at("/status/userInfo/username").asText("")).isEqualTo("alice");
            assertThat(known.at("/status/userInfo/groups").toString()).contains("\"dev\"");
        }
    }

    @Test
    void whatTheSignerDoesNotSignFailsThoughItIsApproved() throws Exception {
        tree(ask(Issuer.newKey(), "dev", "server auth"));
        approve();

        ObjectNode failed = decided();

        assertThat(failed.at("/status/conditions/1/type").asText("")).isEqualTo("Failed");
        assertThat(failed.at("/status/conditions/1/message").asText(""))
                .isEqualTo("invalid usage for client certificate: server auth");
    }

    @Test
    void nobodyMayAskToBeMasterOfTheCluster() {
        assertThat(ask(Issuer.newKey(), "system:masters", "client auth"))
                .isInstanceOfSatisfying(ApiReply.Failure.class, refused -> {
                    Status status = refused.status();
                    assertThat(status.code()).isEqualTo(403);
                    assertThat(status.message())
                            .isEqualTo("certificatesigningrequests.certificates.k8s.io \"alice\" is forbidden: use of"
                                    + " kubernetes.io/kube-apiserver-client signer with system:masters group is not"
                                    + " allowed");
                });
    }
}
