package dev.tenure.checks.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.checks.etcd.InProcess.Kept;
import dev.tenure.checks.etcd.InProcess.Ran;
import dev.tenure.launch.apiserver.ApiConfig.Etcd;
import dev.tenure.launch.apiserver.ApiConfig.Listen;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdOptions.Servers;
import dev.tenure.store.etcd.EtcdOptions.Tls;
import dev.tenure.testkit.fake.EtcdServer;
import dev.tenure.testkit.fake.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is said of the members that `--etcd-servers` names: wrong ones, those that are down, and those that
/// come back.
class EtcdMembersTest {
    private static final int TRIES_MAX = 2_000;

    @TempDir
    private Path folder = Path.of("");

    private final List<AutoCloseable> open = new ArrayList<>();

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

    private EtcdServer etcd(String name, int port, String... more) throws IOException {
        EtcdServer started =
                EtcdServer.start(program, Files.createDirectories(folder.resolve(name)), port, List.of(more));
        open.add(started);
        return started;
    }

    private ApiProcess start(String... endpoints) throws IOException {
        return start(Optional.empty(), endpoints);
    }

    private ApiProcess start(Optional<String> advertised, String... endpoints) throws IOException {
        var kept = new Etcd(Servers.of(List.of(endpoints), Tls.NONE), "registry");
        ApiProcess process = InProcess.start(
                folder.resolve("data"), new Listen("127.0.0.1", 0, List.of(), advertised), Kept.in(kept));
        open.add(process);
        return process;
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void theWrongSchemeAndAKeyOfAnotherCertificateAreNamedAtOnce() throws IOException {
        var issuer = new Issuer(new SystemTime().wall());
        Identity authority = issuer.authority("etcd-ca");
        Identity server = issuer.server(authority, "etcd", List.of("127.0.0.1"));
        Identity client = issuer.client(authority, "tenure", List.of());
        String secure = "127.0.0.1:" + FreePort.next();
        EtcdServer plain = etcd(
                "etcd",
                FreePort.next(),
                "--listen-client-urls=%s,https://" + secure,
                "--client-cert-auth=true",
                "--trusted-ca-file=" + file("ca.crt", Pem.of(authority.certificate())),
                "--cert-file=" + file("server.crt", Pem.of(server.certificate())),
                "--key-file=" + file("server.key", Pem.of(server.key())));

        assertThatThrownBy(() -> start("http://" + secure))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContainingAll("etcd at " + secure + " speaks TLS", "name it as https://" + secure);
        assertThat(InProcess.run("store", "check", "--etcd-servers=http://" + secure)
                        .text())
                .contains("speaks TLS: name it as https://");
        assertThat(InProcess.run(
                                "store",
                                "check",
                                "--etcd-servers=" + plain.endpoint().replace("http:", "https:"))
                        .text())
                .contains("speaks no TLS: name it as " + plain.endpoint());
        Ran mixed = InProcess.run(
                "store",
                "check",
                "--etcd-servers=https://" + secure,
                "--etcd-cafile=" + folder.resolve("ca.crt"),
                "--etcd-certfile=" + file("client.crt", Pem.of(client.certificate())),
                "--etcd-keyfile=" + folder.resolve("server.key"));
        assertThat(mixed.text()).contains("the key of --etcd-keyfile is not that of the certificate");
    }

    @Test
    void flagsThatAreAboutAnEtcdWithoutOneAreWrongUsage() throws IOException {
        String certificate = file("x.crt", "");
        for (String[] asked : List.of(
                new String[] {"apiserver", "--etcd-prefix=/other"},
                new String[] {"up", "--etcd-cafile=" + certificate},
                new String[] {"apiserver", "--etcd-keyfile=" + certificate},
                new String[] {"store", "check", "--etcd-prefix=/other"},
                new String[] {"store", "copy", "--from", "a", "--to", "b", "--etcd-certfile=" + certificate},
                new String[] {"backup", "file", "--etcd-prefix=/other"},
                new String[] {"restore", certificate, "--etcd-prefix=/other"})) {
            Ran ran = InProcess.run(asked);
            assertThat(ran.code()).as(ran.text()).isEqualTo(2);
            assertThat(ran.text()).contains("is about an etcd, and none is named: add --etcd-servers=URL");
        }
        Ran ran = InProcess.run("apiserver", "--etcd-servers=http://127.0.0.1:1", "--etcd-cafile=" + certificate);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.text()).contains("name them as https://");
    }

    @Test
    void membersOfTwoClustersAreRefused() throws IOException {
        EtcdServer one = etcd("one", FreePort.next());
        EtcdServer two = etcd("two", FreePort.next());
        assertThatThrownBy(() -> start(one.endpoint(), two.endpoint()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContainingAll("are members of different clusters", "name the members of one");
    }

    @Test
    void anAddressOfLoopbackThatOthersAreToldIsWarnedOfOnce() throws IOException {
        EtcdServer one = etcd("one", FreePort.next());
        try (var log = new LogLines()) {
            start(Optional.of("127.0.0.1"), one.endpoint());
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("--advertise-address 127.0.0.1 is loopback"))
                    .hasSize(1);
        }
    }

    @Test
    void aMemberThatIsDownIsToldWithTheClusterThatWorksOn() throws IOException {
        EtcdServer one = etcd("one", FreePort.next());
        String down = "http://127.0.0.1:" + FreePort.next();
        try (var log = new LogLines()) {
            start(down, one.endpoint());
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("the cluster works on"))
                    .singleElement()
                    .asString()
                    .contains(down.replace("http://", ""))
                    .doesNotContain(one.endpoint().replace("http://", ""));
        }
        Ran checked = InProcess.run("store", "check", "--etcd-servers=" + down + "," + one.endpoint());
        assertThat(checked.text()).contains("FAULT      a member does not answer, and the cluster works on");
    }

    @Test
    void anOutageIsToldOnceAndSoIsItsEnd() throws IOException {
        int port = FreePort.next();
        EtcdServer etcd = etcd("one", port);
        ApiProcess process = start(etcd.endpoint());
        try (var log = new LogLines()) {
            etcd.close();
            for (int i = 0; i < TRIES_MAX && process.server().canWrite(); i++) {
                read(process);
            }
            read(process);
            etcd("one", port);
            for (int i = 0; i < TRIES_MAX && !process.server().canWrite(); i++) {
                read(process);
            }
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("fail until it is back"))
                    .hasSize(1);
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("etcd is back"))
                    .hasSize(1);
        }
    }

    private static boolean read(ApiProcess process) {
        return InProcess.client(process).get(ResourceTypes.CONFIG_MAPS, "default", "none") instanceof ApiReply.One;
    }
}
