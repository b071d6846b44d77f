package dev.tenure.launch.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.Connection.Credentials;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.launch.process.Trouble;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// A server whose certificate, clients and keys of tokens come from files, as kube-apiserver's do.
final class IdentityFilesTest {
    private static final ResourceType REVIEWS =
            new ResourceType("authentication.k8s.io", "v1", "selfsubjectreviews", "SelfSubjectReview", Scope.CLUSTER);

    @TempDir
    private Path folder;

    private final SystemTime time = new SystemTime();
    private final Issuer issuer = new Issuer(time.wall());
    private final List<AutoCloseable> open = new ArrayList<>();

    @Command
    private static final class Flags {
        @Mixin
        private ApiFlags flags = new ApiFlags();
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    private ApiConfig config(String data, String... arguments) {
        Flags read = CommandLine.populateCommand(new Flags(), arguments);
        return read.flags.apply(ApiConfig.standard(
                new DataDirectory(folder.resolve(data)), true, new ApiConfig.Listen("127.0.0.1", 0)));
    }

    private ApiProcess start(ApiConfig config) throws IOException {
        ApiProcess server = ApiProcess.start(config, time, new Trouble(new LoggedFaults(), () -> {}));
        open.add(server);
        return server;
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static String pem(String kind, byte[] content) {
        return "-----BEGIN %s-----\n%s\n-----END %1$s-----\n"
                .formatted(kind, Base64.getMimeEncoder().encodeToString(content));
    }

    private ClusterClient client(ApiProcess server, String trusted, Credentials credentials) {
        var endpoint = new HttpEndpoint(new Connection(
                URI.create(server.address()),
                new Connection.Trust.Authorities(trusted),
                credentials,
                "default",
                Connection.Way.DIRECT));
        open.add(endpoint);
        return new ClusterClient(endpoint, Caller.component("", List.of(), "test"));
    }

    private ClusterClient administrator(String data) throws IOException {
        var endpoint = new HttpEndpoint(KubeconfigParser.read(new DataDirectory(folder.resolve(data)).kubeconfig()));
        open.add(endpoint);
        return new ClusterClient(endpoint, Caller.component("", List.of(), "test"));
    }

    private static ObjectNode tree(ApiReply reply) {
        return switch (reply) {
            case ApiReply.One one -> Document.of(one.object().content()).tree().deepCopy();
            case ApiReply.Document document -> Json.readObject(document.json());
            case ApiReply.Many _, ApiReply.Failure _ -> throw new AssertionError(String.valueOf(reply));
        };
    }

    private static String user(ClusterClient client) {
        ObjectNode review = Json.object();
        review.put("apiVersion", "authentication.k8s.io/v1").put("kind", "SelfSubjectReview");
        return tree(client.create(REVIEWS, "", Document.of(review)))
                .path("status")
                .path("userInfo")
                .path("username")
                .asText("");
    }

    private static String token(ClusterClient client) {
        ObjectNode account = Json.readObject(
                "{\"apiVersion\":\"v1\",\"kind\":\"ServiceAccount\",\"metadata\":{\"name\":\"a\",\"namespace\":\"default\"}}"
                        .getBytes(StandardCharsets.UTF_8));
        tree(client.create(ResourceTypes.SERVICE_ACCOUNTS, "default", Document.of(account)));
        ObjectNode wanted = Json.object();
        wanted.put("apiVersion", "authentication.k8s.io/v1").put("kind", "TokenRequest");
        wanted.putObject("spec");
        var target = new Target("", "v1", "serviceaccounts", "default", "a", "token");
        return tree(client.call(Verb.CREATE, target, Map.of(), Body.json(Document.of(wanted))))
                .path("status")
                .path("token")
                .asText("");
    }

    @Test
    void clientsOfBothAuthoritiesAreKnownAndThoseWhoTrustTheShownCertificateComeIn() throws Exception {
        Identity vouching = issuer.authority("tests");
        Identity serving = issuer.server(vouching, "tests", List.of("127.0.0.1"));
        Identity bob = issuer.client(vouching, "bob", List.of("system:masters"));
        file("apiserver.crt", Pem.of(serving.certificate()));
        file("apiserver.key", Pem.of(serving.key()));

        ApiProcess server = start(config(
                "data",
                "--cert-dir=" + folder,
                "--client-ca-file=" + file("clients.crt", Pem.of(vouching.certificate()))));

        var shown = new Credentials.Certificate(Pem.of(bob.certificate()), Pem.of(bob.key()));
        assertThat(user(client(server, Pem.of(vouching.certificate()), shown))).isEqualTo("bob");
        assertThat(user(administrator("data"))).isEqualTo("tenure-admin");
    }

    private static KeyPair pair(String kind) throws GeneralSecurityException {
        if (kind.equals("RSA")) {
            return KeyPairGenerator.getInstance("RSA").generateKeyPair();
        }
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(kind));
        return generator.generateKeyPair();
    }

    @ParameterizedTest
    @CsvSource({"RSA,RS256", "secp256r1,ES256", "secp384r1,ES384", "secp521r1,ES512"})
    void tokensAreSignedByTheKeyOfTheFileAndGoodWhereItsPublicHalfIs(String kind, String algorithm) throws Exception {
        KeyPair pair = pair(kind);
        String signing = file("sa.key", Pem.of(pair.getPrivate()));
        String trusted = file("sa.pub", pem("PUBLIC KEY", pair.getPublic().getEncoded()));
        String[] flags = {"--service-account-signing-key-file", signing, "--service-account-key-file", trusted};
        ApiConfig first = config("first", flags);
        ApiProcess server = start(first);
        String token = token(administrator("first"));

        assertThat(new String(Base64.getUrlDecoder().decode(token.split("\\.", -1)[0]), StandardCharsets.UTF_8))
                .contains("\"alg\":\"" + algorithm + "\"");
        assertThat(user(client(server, server.authority(), new Credentials.Token(token))))
                .isEqualTo("system:serviceaccount:default:a");

        KeyPair newer = pair("secp256r1");
        var other = new IdentityFiles.Tokens(
                Path.of(file("newer.key", Pem.of(newer.getPrivate()))),
                List.of(
                        Path.of(trusted),
                        Path.of(file(
                                "newer.pub", pem("PUBLIC KEY", newer.getPublic().getEncoded())))));
        assertThat(other.read().trusted()).containsExactly(newer.getPublic(), pair.getPublic());
    }

    @Test
    void whatDoesNotGoTogetherIsRefusedByName() throws Exception {
        String one = file("one.key", Pem.of(pair("secp256r1").getPrivate()));
        String another =
                file("two.pub", pem("PUBLIC KEY", pair("secp256r1").getPublic().getEncoded()));
        assertThatThrownBy(() -> config("d", "--service-account-signing-key-file", one))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("belong together");
        assertThatThrownBy(() ->
                        config("d", "--service-account-signing-key-file", one, "--service-account-key-file", another))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("none of the public keys is that of the signing key");
        assertThatThrownBy(() -> config("d", "--client-ca-file", one))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining(one);
        assertThatThrownBy(() -> config("d", "--tls-cert-file", one))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("--tls-private-key-file");
        assertThatThrownBy(() -> config("d", "--allow-privileged=false"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("--allow-privileged");
    }
}
