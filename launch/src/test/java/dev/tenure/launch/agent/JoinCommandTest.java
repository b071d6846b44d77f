package dev.tenure.launch.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.pki.CertificateRequests;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.launch.TenureMain;
import dev.tenure.launch.apiserver.ApiConfig;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.launch.process.Trouble;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.tls.CertificateSubject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A machine joins with a token, and with nothing less.
final class JoinCommandTest {
    private static final ResourceType REQUESTS = new ResourceType(
            "certificates.k8s.io", "v1", "certificatesigningrequests", "CertificateSigningRequest", Scope.CLUSTER);

    private static final int LOOKS_MAX = 5_000;

    @TempDir
    private Path folder;

    private DataDirectory directory = new DataDirectory(Path.of(""));
    private ApiProcess server;

    @BeforeEach
    void start() throws IOException {
        directory = new DataDirectory(folder.resolve("data"));
        ApiConfig config = ApiConfig.standard(directory, true, new ApiConfig.Listen("127.0.0.1", 0))
                .guardingNodes();
        server = ApiProcess.start(config, new SystemTime(), new Trouble(new LoggedFaults(), () -> {}));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /// The exit code and all that was printed.
    private record Ran(int code, String text) {}

    private static Ran run(List<String> words) {
        var out = new StringWriter();
        var writer = new PrintWriter(out);
        int code = TenureMain.commandLine().setOut(writer).setErr(writer).execute(words.toArray(String[]::new));
        return new Ran(code, out.toString());
    }

    private Ran token(String... words) {
        var all = new ArrayList<>(List.of("token"));
        all.addAll(List.of(words));
        all.addAll(List.of("--data-dir", directory.root().toString()));
        return run(all);
    }

    /// What `--print-join-command` prints, without `tenure`.
    private List<String> joining(String node, String... options) {
        var words = new ArrayList<>(List.of("create", "--print-join-command"));
        words.addAll(List.of(options));
        Ran ran = token(words.toArray(String[]::new));
        assertThat(ran.code()).as(ran.text()).isZero();
        var join = new ArrayList<>(List.of(ran.text().strip().split(" ")));
        assertThat(join.removeFirst()).isEqualTo("tenure");
        join.addAll(List.of(
                "--hostname-override", node, "--kubeconfig", kubeconfig(node).toString()));
        return join;
    }

    private Path kubeconfig(String node) {
        return folder.resolve(node).resolve("kubelet.conf");
    }

    private static int code(ApiReply reply) {
        return reply instanceof ApiReply.Failure(var status, var _) ? status.code() : 200;
    }

    private static ApiReply with(Connection connection, Function<ClusterClient, ApiReply> call) {
        try (var endpoint = new HttpEndpoint(connection)) {
            return call.apply(new ClusterClient(endpoint, Caller.component("", List.of(), "test")));
        }
    }

    private ApiReply asAdmin(Function<ClusterClient, ApiReply> call) {
        return with(KubeconfigParser.read(directory.kubeconfig()), call);
    }

    private static Document request(String subject, String user) {
        String pem = CertificateRequests.of(Issuer.newKey(), new CertificateSubject(subject, List.of("system:nodes")));
        String text = Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
        return Document.of(Json.readObject("""
                {"apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest",
                 "metadata": {"name": "r"}, "spec": {"signerName": "kubernetes.io/kube-apiserver-client-kubelet",
                 "usages": ["digital signature", "client auth"], "request": "%s", "username": "%s"}}\
                """.formatted(text, user).getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aMachineWithATokenIsANode() throws IOException {
        List<String> join = joining("n1");

        Ran joined = run(join);

        assertThat(joined.code()).as(joined.text()).isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kubeconfig("n1"))))
                .isEqualTo("rw-------");
        Connection own = KubeconfigParser.read(kubeconfig("n1"));
        Document node =
                Document.of(Json.readObject("{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n1\"}}"
                        .getBytes(StandardCharsets.UTF_8)));
        assertThat(code(with(own, client -> client.create(ResourceTypes.NODES, "", node))))
                .isEqualTo(200);
        assertThat(code(with(own, client -> client.list(ResourceTypes.SECRETS, "", Map.of()))))
                .isEqualTo(403);
        assertThat(run(join).text()).contains("is there already");
    }

    @Test
    void nobodyJoinsWithoutTheRightTokenAndTheRightCluster() {
        List<String> join = joining("n1");
        String token = join.get(join.indexOf("--token") + 1);
        String id = token.substring(0, 6);

        var other = new ArrayList<>(join);
        other.replaceAll(word -> word.startsWith("sha256:") ? "sha256:" + "0".repeat(64) : word);
        assertThat(run(other).text()).contains("is not the cluster that is meant");
        other = new ArrayList<>(join);
        other.replaceAll(word -> word.equals(token) ? id + ".0000000000000000" : word);
        assertThat(run(other).text()).contains("this machine may not join: Unauthorized");
        List<String> over = joining("n1", "--ttl", "1ns");
        assertThat(run(over).text()).contains("this machine may not join: Unauthorized");
        assertThat(token("list").text()).contains(id).doesNotContain(token);
        assertThat(token("delete", id).code()).isZero();
        assertThat(run(join).text()).contains("this machine may not join: Unauthorized");
        assertThat(kubeconfig("n1")).doesNotExist();
    }

    @Test
    void whoMakesARequestIsNotForHimToSay() {
        String token = token("create").text().strip();
        Connection admin = KubeconfigParser.read(directory.kubeconfig());
        var joining = new Connection(
                admin.server(),
                admin.trust(),
                new Connection.Credentials.Token(token),
                "default",
                Connection.Way.DIRECT);

        ApiReply made = with(joining, client -> client.create(REQUESTS, "", request("no-node", "tenure-admin")));

        assertThat(tree(made).at("/spec/username").asText()).isEqualTo("system:bootstrap:" + token.substring(0, 6));
        assertThat(tree(made).at("/spec/groups").toString()).contains("system:bootstrappers");
        assertThat(code(with(joining, client -> approve(client, tree(made))))).isEqualTo(403);
        ObjectNode mine = tree(asAdmin(client -> client.get(REQUESTS, "", "r")));
        mine.withObjectProperty("spec").put("username", "tenure-admin");
        ObjectNode approved = tree(asAdmin(client -> approve(client, mine)));
        assertThat(approved.at("/status/conditions/0/type").asText()).isEqualTo("Approved");
        assertThat(approved.at("/spec")).isEqualTo(tree(made).at("/spec"));
    }

    @Test
    void eachTokenSignsWhereTheClusterIs() throws InterruptedException {
        String id = token("create").text().strip().substring(0, 6);

        awaitSignature(id, true);
        assertThat(token("delete", id).code()).isZero();
        awaitSignature(id, false);
    }

    private void awaitSignature(String id, boolean wanted) throws InterruptedException {
        boolean signed = !wanted;
        for (int i = 0; i < LOOKS_MAX && signed != wanted; i++) {
            ObjectNode info =
                    tree(asAdmin(client -> client.get(ResourceTypes.CONFIG_MAPS, "kube-public", "cluster-info")));
            signed = info.path("data").path("jws-kubeconfig-" + id).asText("").contains("..");
            new WakeUp().await(Duration.ofMillis(20));
        }
        assertThat(signed).isEqualTo(wanted);
    }

    /// What the agent of `n1` does about its certificates, `later` than now by its own clock.
    private SimulatedWorld agent(
            HttpEndpoint endpoint, Duration later, BiConsumer<AgentIdentities, ClusterClient> keeping) {
        var world = new SimulatedWorld(new SystemTime().wall().plus(later));
        var identities = new AgentIdentities(
                world.loop("agent"),
                "n1",
                KubeconfigParser.read(kubeconfig("n1")),
                kubeconfig("n1"),
                folder.resolve("kubelet").resolve("pki"));
        keeping.accept(identities, new ClusterClient(endpoint, Caller.component("", List.of(), "test")));
        return world;
    }

    /// The server lives by the true clock, the agent by one that does not wait for it.
    private static void passUntil(SimulatedWorld world, BooleanSupplier done) {
        for (int i = 0; i < LOOKS_MAX && !done.getAsBoolean(); i++) {
            world.advance(Duration.ofSeconds(5));
        }
        assertThat(done.getAsBoolean()).isTrue();
    }

    @Test
    void anAgentGetsACertificateThatTheServerKnowsItsSocketBy() {
        assertThat(run(joining("n1")).code()).isZero();
        List<Identity> shown = new ArrayList<>();
        Connection own = KubeconfigParser.read(kubeconfig("n1"));
        try (var endpoint = new HttpEndpoint(own)) {
            var world =
                    agent(endpoint, Duration.ZERO, (identities, client) -> identities.keepServing(client, shown::add));
            passUntil(world, () -> !shown.isEmpty());
        }
        X509Certificate serving = shown.getFirst().certificate();
        assertThat(CertificateSubject.answersFor(serving, "n1")).isTrue();
        assertThat(CertificateSubject.of(serving).orElseThrow().name()).isEqualTo("system:node:n1");
        var again = new AgentIdentities(
                new SimulatedWorld(new SystemTime().wall()).loop("agent"),
                "n1",
                own,
                kubeconfig("n1"),
                folder.resolve("kubelet").resolve("pki"));
        assertThat(again.serving()).as("the next agent finds it").contains(shown.getFirst());
    }

    @Test
    void anAgentRenewsItsCertificateBeforeItEnds() throws IOException {
        assertThat(run(joining("n1")).code()).isZero();
        String before = Files.readString(kubeconfig("n1"));
        try (var endpoint = new HttpEndpoint(KubeconfigParser.read(kubeconfig("n1")))) {
            BiConsumer<AgentIdentities, ClusterClient> keeping =
                    (identities, client) -> identities.keepClient(client, endpoint);
            agent(endpoint, Duration.ofDays(250), keeping).advance(Duration.ofHours(3));
            assertThat(Files.readString(kubeconfig("n1"))).as("too early").isEqualTo(before);

            var world = agent(endpoint, Duration.ofDays(330), keeping);
            passUntil(world, () -> !text(kubeconfig("n1")).equals(before));

            assertThat(endpoint.get("/api/v1/nodes/n1").code())
                    .as("known, though there is no such node")
                    .isEqualTo(404);
        }
        Connection renewed = KubeconfigParser.read(kubeconfig("n1"));
        assertThat(code(with(renewed, client -> client.get(ResourceTypes.NODES, "", "n1"))))
                .isEqualTo(404);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kubeconfig("n1"))))
                .isEqualTo("rw-------");
        assertThat(requests()).as("one for each certificate").isEqualTo(2);
    }

    private int requests() {
        return asAdmin(client -> client.list(REQUESTS, "", Map.of())) instanceof ApiReply.Many many
                ? many.items().size()
                : -1;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode tree(ApiReply reply) {
        return switch (reply) {
            case ApiReply.One one -> Document.of(one.object().content()).tree().deepCopy();
            case ApiReply.Document document -> Json.readObject(document.json());
            case ApiReply.Many _, ApiReply.Failure _ -> throw new AssertionError(String.valueOf(reply));
        };
    }

    private static ApiReply approve(ClusterClient client, ObjectNode request) {
        ObjectNode next = request.deepCopy();
        next.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Approved")
                .put("status", "True")
                .put("reason", "ByHand");
        return client.call(
                Verb.UPDATE,
                new Target(REQUESTS.group(), "v1", REQUESTS.resource(), "", "r", "approval"),
                Map.of(),
                Body.json(Document.of(next)));
    }
}
