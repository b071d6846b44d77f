package dev.tenure.launch.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.pki.PkiFolder;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.launch.process.Trouble;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.tls.MemoryKeys;
import dev.tenure.wire.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyManagementException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which of several things counts that a client shows: as a real kube-apiserver 1.36.3 answers.
final class ShownCertificatesTest {
    private static final String REVIEWS = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    private static final String REVIEW = "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"SelfSubjectReview\"}";

    @TempDir
    private Path folder;

    private ApiProcess server;
    private Issuer issuer;
    private Identity ours;
    private Identity others;

    @BeforeEach
    void start() throws IOException {
        var time = new SystemTime();
        var directory = new DataDirectory(folder.resolve("data"));
        server = ApiProcess.start(
                ApiConfig.standard(directory, true, new ApiConfig.Listen("127.0.0.1", 0)),
                time,
                new Trouble(new LoggedFaults(), () -> {}));
        issuer = new Issuer(time.wall());
        ours = new PkiFolder(directory.pki(), time.wall()).authority();
        others = issuer.authority("tenure-ca"); // of the same name, or the client would not show what it signed
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> ask(Identity shown, String path, String body, String... headers) throws Exception {
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(showing(shown)).build()) {
            var request = HttpRequest.newBuilder(URI.create(server.address() + path));
            if (!body.isEmpty()) {
                request.POST(BodyPublishers.ofString(body)).header("Content-Type", "application/json");
            }
            if (headers.length > 0) {
                request.headers(headers);
            }
            return client.send(request.build(), BodyHandlers.ofString());
        }
    }

    private SSLContext showing(Identity shown) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        List<X509Certificate> chain = List.of(shown.certificate());
        try {
            context.init(
                    MemoryKeys.showing(shown.key(), chain), MemoryKeys.accepting(List.of(ours.certificate())), null);
        } catch (KeyManagementException e) {
            throw new AssertionError(e);
        }
        return context;
    }

    @Test
    void aCertificateCountsWhereNoTokenIsStated() throws Exception {
        Identity bob = issuer.client(ours, "bob", List.of("grp"));

        for (String header : List.of("Basic Ym9iOmI=", "Bearer  x")) {
            HttpResponse<String> told = ask(bob, REVIEWS, REVIEW, "Authorization", header);

            assertThat(told.statusCode()).as(header).isEqualTo(201);
            assertThat(told.body())
                    .contains("\"username\":\"bob\"")
                    .contains("\"groups\":[\"grp\",\"system:authenticated\"]")
                    .contains("\"authentication.kubernetes.io/credential-id\":[\"X509SHA256=");
        }
    }

    /// As `kubectl --token` beside the certificate of a kubeconfig means it.
    @Test
    void aTokenThatIsStatedCountsAndHasToBeValid() throws Exception {
        Identity bob = issuer.client(ours, "bob", List.of("grp"));

        assertThat(ask(bob, REVIEWS, REVIEW, "Authorization", "Bearer nonsense").statusCode())
                .isEqualTo(401);
        String account = "/api/v1/namespaces/default/serviceaccounts";
        ask(bob("system:masters"), account, "{\"metadata\":{\"name\":\"robot\"}}");
        String made = ask(bob("system:masters"), account + "/robot/token", "{\"spec\":{}}")
                .body();
        String token = Json.readObject(made.getBytes(StandardCharsets.UTF_8))
                .at("/status/token")
                .asText();
        assertThat(ask(bob, REVIEWS, REVIEW, "Authorization", "Bearer " + token).body())
                .contains("\"username\":\"system:serviceaccount:default:robot\"");
    }

    private Identity bob(String group) {
        return issuer.client(ours, "bob", List.of(group));
    }

    @Test
    void whatNobodyVouchesForIsAnsweredWith401EvenOnHealthPages() throws Exception {
        Identity eve = issuer.client(others, "eve", List.of("system:masters"));

        for (String path : List.of("/livez", "/version", "/api/v1/namespaces")) {
            HttpResponse<String> refused = ask(eve, path, "");

            assertThat(refused.statusCode()).as(path).isEqualTo(401);
            assertThat(refused.body()).contains("\"message\":\"Unauthorized\"");
        }
        assertThat(ask(eve, REVIEWS, REVIEW, "Authorization", "Bearer nonsense").statusCode())
                .isEqualTo(401);
    }

    @Test
    void aCertificateForServersIsNoneForClients() throws Exception {
        Identity serves = issuer.server(ours, "srv", List.of("localhost"));

        assertThat(ask(serves, REVIEWS, REVIEW).statusCode()).isEqualTo(401);
    }
}
