package dev.tenure.checks.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.checks.etcd.InProcess.Kept;
import dev.tenure.launch.apiserver.ApiConfig.Etcd;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.store.etcd.EtcdOptions.Servers;
import dev.tenure.store.etcd.EtcdOptions.Tls;
import dev.tenure.testkit.fake.EtcdServer;
import dev.tenure.testkit.fake.FreePort;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// What an operator and clients are told when something is wrong with etcd, or with the way to it.
@EnabledIfSystemProperty(named = "tenure.full", matches = "true", disabledReason = "runs with ./check full")
class EtcdFaultsTest {
    @TempDir
    private Path folder = Path.of("");

    private final List<AutoCloseable> open = new ArrayList<>();
    private final Issuer issuer = new Issuer(new SystemTime().wall());

    @SuppressWarnings("NullAway.Init")
    private Path program;

    @BeforeEach
    void begin() {
        Optional<Path> found = EtcdServer.program();
        assumeTrue(found.isPresent(), EtcdServer.NONE);
        program = found.orElseThrow();
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private void write(String name, Identity identity) throws IOException {
        file(name + ".crt", Pem.of(identity.certificate()));
        file(name + ".key", Pem.of(identity.key()));
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    private static String statusOf(String... arguments) {
        return InProcess.run(arguments).text();
    }

    private ApiProcess start(Servers servers) throws IOException {
        ApiProcess process =
                InProcess.start(folder.resolve("data"), InProcess.LOOPBACK, Kept.in(new Etcd(servers, "registry")));
        open.add(process);
        return process;
    }

    private static ApiReply make(ApiProcess process, String name) {
        var map = Json.object();
        map.put("kind", "ConfigMap")
                .put("apiVersion", "v1")
                .putObject("metadata")
                .put("name", name);
        return InProcess.client(process).create(ResourceTypes.CONFIG_MAPS, "default", Document.of(map));
    }

    private static void refused(ApiReply reply, String... words) {
        assertThat(reply).isInstanceOf(ApiReply.Failure.class);
        var status = ((ApiReply.Failure) reply).status();
        assertThat(status.code()).isEqualTo(503);
        assertThat(status.message()).contains(words);
    }

    @Test
    void certificatesAreAskedForAndThoseThatAreWrongAreNamed() throws IOException {
        Identity authority = issuer.authority("etcd-ca");
        file("ca.crt", Pem.of(authority.certificate()));
        file("other.crt", Pem.of(issuer.authority("other-ca").certificate()));
        write("server", issuer.server(authority, "etcd", List.of("127.0.0.1")));
        write("elsewhere", issuer.server(authority, "etcd", List.of("192.0.2.9")));
        write("client", issuer.client(authority, "tenure", List.of()));
        write("stranger", issuer.client(issuer.authority("stranger-ca"), "tenure", List.of()));
        String secure = "https://127.0.0.1:" + FreePort.next();
        open.add(EtcdServer.start(
                program,
                folder,
                FreePort.next(),
                List.of(
                        "--listen-client-urls=%s," + secure,
                        "--client-cert-auth=true",
                        "--trusted-ca-file=" + path("ca.crt"),
                        "--cert-file=" + path("server.crt"),
                        "--key-file=" + path("server.key"))));

        String[] good = {
            "store",
            "check",
            "--etcd-servers=" + secure,
            "--etcd-cafile=" + path("ca.crt"),
            "--etcd-certfile=" + path("client.crt"),
            "--etcd-keyfile=" + path("client.key")
        };
        assertThat(statusOf(good)).contains("revision   1", "there is no cluster below /registry/");
        assertThat(statusOf(with(good, 3, "--etcd-cafile=" + path("other.crt"))))
                .contains("cannot be reached", "nobody of --etcd-cafile vouches for its certificate");
        assertThat(statusOf(List.of(good).subList(0, 4).toArray(String[]::new)))
                .contains("cannot be reached", "give --etcd-certfile and its --etcd-keyfile");
        assertThat(statusOf(with(good, 4, "--etcd-certfile=" + path("stranger.crt"))))
                .as("a key of another certificate")
                .contains("the key of --etcd-keyfile is not that of the certificate of --etcd-certfile");
        String[] stranger = with(good, 4, "--etcd-certfile=" + path("stranger.crt"));
        assertThat(statusOf(with(stranger, 5, "--etcd-keyfile=" + path("stranger.key"))))
                .contains("a client certificate from its own authority");
        String wrong = "https://127.0.0.1:" + FreePort.next();
        open.add(EtcdServer.start(
                program,
                Files.createDirectory(folder.resolve("second")),
                FreePort.next(),
                List.of(
                        "--listen-client-urls=%s," + wrong,
                        "--cert-file=" + path("elsewhere.crt"),
                        "--key-file=" + path("elsewhere.key"))));
        assertThat(statusOf(with(good, 2, "--etcd-servers=" + wrong)))
                .contains("its certificate is not for this address");
        assertThat(statusOf("store", "check", "--etcd-servers=" + secure, "--etcd-cafile=" + path("absent.crt")))
                .contains("absent.crt\" cannot be read");

        // The first member is down: the second one is asked.
        String down = "https://127.0.0.1:" + FreePort.next();
        var tls = new Tls(
                Optional.of(folder.resolve("ca.crt")),
                Optional.of(folder.resolve("client.crt")),
                Optional.of(folder.resolve("client.key")));
        assertThat(make(start(Servers.of(List.of(down, secure), tls)), "by-tls"))
                .isInstanceOf(ApiReply.One.class);
    }

    private static String[] with(String[] arguments, int index, String other) {
        String[] copy = arguments.clone();
        copy[index] = other;
        return copy;
    }

    @Test
    void withoutSpaceOrWithoutEtcdWritesAreRefusedAndGoOnWhenItIsBack() throws IOException {
        int port = FreePort.next();
        EtcdServer etcd = EtcdServer.start(program, folder, port, List.of());
        open.add(etcd);
        ApiProcess process = start(Servers.of(List.of(etcd.endpoint()), Tls.NONE));
        assertThat(make(process, "first")).isInstanceOf(ApiReply.One.class);
        assertThat(process.server().canWrite()).isTrue();

        alarm(etcd, "ACTIVATE");
        refused(make(process, "no-space"), "alarm NOSPACE", "compact and defragment it");
        assertThat(process.server().canWrite()).as("readyz").isFalse();
        assertThat(process.server().reachesStore()).as("livez").isTrue();
        assertThat(InProcess.client(process).get(ResourceTypes.CONFIG_MAPS, "default", "first"))
                .isInstanceOf(ApiReply.One.class);
        alarm(etcd, "DEACTIVATE");
        assertThat(make(process, "space")).isInstanceOf(ApiReply.One.class);
        assertThat(process.server().canWrite()).isTrue();

        etcd.close();
        refused(make(process, "nobody"), "etcd at 127.0.0.1:" + port);
        ApiReply nothing = InProcess.client(process).get(ResourceTypes.CONFIG_MAPS, "default", "first");
        assertThat(((ApiReply.Failure) nothing).status().details().orElseThrow().retryAfterSeconds())
                .as("a read may be tried again by itself")
                .isPositive();
        refused(InProcess.client(process).get(ResourceTypes.CONFIG_MAPS, "default", "first"), "cannot be reached");
        assertThat(process.server().canWrite()).as("readyz").isFalse();
        assertThat(process.server().reachesStore()).as("livez").isFalse();
        open.addFirst(EtcdServer.start(program, folder, port, List.of()));
        boolean back = false;
        for (int i = 0; i < 1000 && !back; i++) {
            back = make(process, "back-" + i) instanceof ApiReply.One;
        }
        assertThat(back).as("it goes on by itself").isTrue();
        assertThat(process.server().canWrite()).isTrue();
        assertThat(process.server().reachesStore()).isTrue();
    }

    private static void alarm(EtcdServer etcd, String action) throws IOException {
        var connection = (HttpURLConnection)
                URI.create(etcd.endpoint() + "/v3/maintenance/alarm").toURL().openConnection();
        connection.setDoOutput(true);
        String body = "{\"action\":\"%s\",\"memberID\":\"0\",\"alarm\":\"NOSPACE\"}".formatted(action);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(connection.getResponseCode()).isEqualTo(200);
    }
}
