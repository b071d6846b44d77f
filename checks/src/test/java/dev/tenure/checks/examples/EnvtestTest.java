package dev.tenure.checks.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.tls.MemoryKeys;
import dev.tenure.testkit.fake.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The programs in deploy/envtest, started and asked as envtest of controller-runtime does it.
final class EnvtestTest {
    private static final Path PROGRAMS = Path.of("..", "deploy", "envtest");
    private static final int LOOKS_MAX = 600;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    @TempDir
    private Path folder;

    private final List<Process> running = new ArrayList<>();
    private final Issuer issuer = new Issuer(new SystemTime().wall());
    private final Identity clients = issuer.authority("clients");
    private final Identity servers = issuer.authority("servers");

    @AfterEach
    void stop() throws InterruptedException {
        running.forEach(Process::destroy);
        for (Process one : running) {
            if (!one.waitFor(1, TimeUnit.MINUTES)) {
                one.destroyForcibly().waitFor();
            }
        }
    }

    private Path program(String name) throws IOException {
        return PROGRAMS.resolve(name).toRealPath();
    }

    private Process start(String program, List<String> arguments) throws IOException {
        var command = new ArrayList<>(List.of(program(program).toString()));
        command.addAll(arguments);
        Path log = folder.resolve(program + ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment()
                .put("TENURE", Launcher.write(folder.resolve("tenure")).toString());
        builder.environment().remove("TENURE_ENVTEST_ETCD");
        Process process = builder.start();
        running.add(process);
        return process;
    }

    private HttpClient client() throws GeneralSecurityException {
        Identity admin = issuer.client(clients, "admin", List.of("system:masters"));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                MemoryKeys.showing(admin.key(), List.of(admin.certificate())),
                MemoryKeys.accepting(List.of(servers.certificate())),
                null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    /// Looks until the address answers 200, as long as the process lives.
    private void await(HttpClient client, String address, Process process) throws Exception {
        for (int i = 0; i < LOOKS_MAX; i++) {
            assertThat(process.isAlive())
                    .as("it runs, see its log in %s", folder)
                    .isTrue();
            try {
                if (get(client, address).statusCode() == 200) {
                    return;
                }
            } catch (IOException _) {
                // it does not listen yet
            }
            new WakeUp().await(BETWEEN_LOOKS);
        }
        throw new AssertionError(address + " does not answer");
    }

    private static HttpResponse<String> get(HttpClient client, String address)
            throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
    }

    /// What envtest has written there, and the flags that it starts a kube-apiserver with.
    private List<String> flags(Path certificates, int port, int etcd) throws IOException {
        Files.createDirectories(certificates);
        Identity serving = issuer.server(servers, "apiserver", List.of("localhost", "127.0.0.1"));
        Files.writeString(certificates.resolve("apiserver.crt"), Pem.of(serving.certificate()));
        Files.writeString(certificates.resolve("apiserver.key"), Pem.of(serving.key()));
        Identity signer = issuer.authority("tokens");
        Files.writeString(certificates.resolve("sa-signer.crt"), Pem.of(signer.certificate()));
        Files.writeString(certificates.resolve("sa-signer.key"), Pem.of(signer.key()));
        Files.writeString(certificates.resolve("client-cert-auth-ca.crt"), Pem.of(clients.certificate()));
        return List.of(
                "--allow-privileged=true",
                "--authorization-mode=RBAC",
                "--bind-address=127.0.0.1",
                "--cert-dir=" + certificates,
                "--client-ca-file=" + certificates.resolve("client-cert-auth-ca.crt"),
                "--disable-admission-plugins=ServiceAccount",
                "--etcd-servers=http://127.0.0.1:" + etcd,
                "--secure-port=" + port,
                "--service-account-issuer=https://127.0.0.1:" + port + "/",
                "--service-account-key-file=" + certificates.resolve("sa-signer.crt"),
                "--service-account-signing-key-file=" + certificates.resolve("sa-signer.key"),
                "--service-cluster-ip-range=10.0.0.0/24");
    }

    @Test
    void theControlPlaneStartsAnswersTheAdministratorAndStops() throws Exception {
        int etcdPort = FreePort.next();
        int port = FreePort.next();
        Path certificates = folder.resolve("certificates");
        Process etcd = start(
                "etcd",
                List.of(
                        "--advertise-client-urls=http://127.0.0.1:" + etcdPort,
                        "--data-dir=" + folder.resolve("etcd-data"),
                        "--listen-client-urls=http://127.0.0.1:" + etcdPort,
                        "--listen-peer-urls=http://127.0.0.1:" + FreePort.next()));
        try (HttpClient plain = HttpClient.newHttpClient();
                HttpClient client = client()) {
            await(plain, "http://127.0.0.1:" + etcdPort + "/health", etcd);
            Process server = start("kube-apiserver", flags(certificates, port, etcdPort));
            String address = "https://127.0.0.1:" + port;
            await(client, address + "/healthz", server);

            assertThat(get(client, address + "/api/v1/namespaces/default").statusCode())
                    .isEqualTo(200);
            server.destroy();
            assertThat(server.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(etcd.isAlive()).isTrue();
        }
    }

    @Test
    void helpNamesNoFlagOfOldServersThatEnvtestWouldThenSet() throws Exception {
        for (String program : List.of("etcd", "kube-apiserver")) {
            Process asked = start(program, List.of("--help"));
            assertThat(asked.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(asked.exitValue()).isZero();
            assertThat(Files.readString(folder.resolve(program + ".log")))
                    .doesNotContainPattern("(?m)^\\s*--(insecure-port|unsafe-no-fsync)\\b");
        }
    }
}
