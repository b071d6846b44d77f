package dev.tenure.launch.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.plan.ExportCommand;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.launch.apiserver.ApiConfig;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.launch.process.Trouble;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.yaml.Yaml;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// kubectl's flags about the cluster, against a server with TLS, RBAC and certificates.
class ConnectionFlagsTest {
    @TempDir
    private static Path folder = Path.of("");

    private static ApiProcess server;
    private static String address = "";
    private static Path nothing = Path.of("");

    private record Ran(int code, String out, String err) {}

    @BeforeAll
    static void start() throws IOException {
        ApiConfig config = ApiConfig.standard(
                new DataDirectory(folder.resolve("data")), true, new ApiConfig.Listen("127.0.0.1", 0));
        Files.createDirectories(folder.resolve("data"));
        StoredObject node =
                new StoredForms().read("""
                        {"apiVersion":"v1","kind":"Node","metadata":{"name":"node-1","uid":"u1",
                        "creationTimestamp":"2026-03-01T00:00:00Z"}}""".getBytes(StandardCharsets.UTF_8), GroupVersionKind.of("v1", "Node"));
        server = ApiProcess.start(
                config,
                new ApiProcess.First(List.of(node), List.of(), Optional.empty()),
                new SystemTime(),
                new Trouble(new LoggedFaults(), () -> {}));
        JsonNode kubeconfig = Yaml.read(Files.readAllBytes(own())).value();
        address = kubeconfig.at("/clusters/0/cluster/server").asText();
        write("ca.pem", kubeconfig.at("/clusters/0/cluster/certificate-authority-data"));
        write("admin.pem", kubeconfig.at("/users/0/user/client-certificate-data"));
        write("admin.key", kubeconfig.at("/users/0/user/client-key-data"));
        nothing = Files.writeString(folder.resolve("nothing"), "apiVersion: v1\nkind: Config\n");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Path own() {
        return folder.resolve("data/kubeconfig");
    }

    private static String file(String name) {
        return folder.resolve(name).toString();
    }

    private static void write(String name, JsonNode base64) throws IOException {
        Files.write(folder.resolve(name), Base64.getDecoder().decode(base64.asText()));
    }

    /// `tenure export` with these flags, for it only reads.
    private static Ran export(String... flags) {
        var out = new StringWriter();
        var err = new StringWriter();
        var arguments = new ArrayList<>(List.of(file("export.tenure")));
        arguments.addAll(List.of(flags));
        int code = new CommandLine(new ExportCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setExecutionExceptionHandler((failure, command, _) -> {
                    command.getErr().println("error: " + failure.getMessage());
                    return failure instanceof CommandFailure printed ? printed.exitCode() : -1;
                })
                .execute(arguments.toArray(String[]::new));
        return new Ran(code, out.toString(), err.toString());
    }

    private static void succeeds(String... flags) {
        Ran ran = export(flags);
        assertThat(ran.code()).as("%s %s", ran.out(), ran.err()).isZero();
        assertThat(ran.err()).contains("objects are in");
    }

    private static void fails(String words, String... flags) {
        Ran ran = export(flags);
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).startsWith("error: ").contains(words);
    }

    @Test
    void everythingMayBeSetByFlagsAlone() {
        succeeds("--kubeconfig", own().toString());
        succeeds(
                "--kubeconfig", nothing.toString(),
                "--server", address,
                "--certificate-authority", file("ca.pem"),
                "--client-certificate", file("admin.pem"),
                "--client-key", file("admin.key"),
                "--request-timeout", "30");
        succeeds(
                "--kubeconfig",
                nothing.toString(),
                "-s",
                address,
                "--insecure-skip-tls-verify",
                "--client-certificate=" + file("admin.pem"),
                "--client-key=" + file("admin.key"),
                "--request-timeout=0");
    }

    @Test
    void contextClusterAndUserAreChosenByName() throws IOException {
        String text = Files.readString(own())
                .replace("current-context: tenure", "current-context: gone")
                .replace("users:\n", "users:\n- name: nobody\n  user: {token: wrong}\n");
        String config = Files.writeString(folder.resolve("several"), text).toString();

        fails("contexts has no entry \"gone\"", "--kubeconfig", config);
        succeeds("--kubeconfig", config, "--context", "tenure");
        fails("does not accept the credentials", "--kubeconfig", config, "--context=tenure", "--user=nobody");
        fails("clusters has no entry \"x\"", "--kubeconfig", config, "--context=tenure", "--cluster=x");
    }

    @Test
    void theCertificateMustBeVouchedForAndBeForTheName() {
        String[] known = {"--kubeconfig", own().toString()};
        fails("is not trusted", "--kubeconfig", nothing.toString(), "--server", address, "--token=t");
        succeeds(known[0], known[1], "--tls-server-name", "kubernetes.default.svc");
        fails("is for other names", known[0], known[1], "--tls-server-name", "other.example");
        succeeds(known[0], known[1], "--tls-server-name", "other.example", "--insecure-skip-tls-verify");
    }

    @Test
    void expiredAndWrongCredentialsAreDistinguishedFromAbsentRights() throws IOException, GeneralSecurityException {
        String[] known = {"--kubeconfig", own().toString()};
        fails("does not accept the credentials", known[0], known[1], "--token=expired");
        fails("log in again", known[0], known[1], "--token=expired");

        fails("User \"bob\" cannot list resource \"nodes\"", known[0], known[1], "--as=bob");
        fails("grant get and list", known[0], known[1], "--as=bob");
        succeeds(known[0], known[1], "--as=bob", "--as-group=viewers", "--as-group=" + Caller.SYSTEM_MASTERS);
        Ran groupAlone = export(known[0], known[1], "--as-group=viewers");
        assertThat(groupAlone.code()).isEqualTo(2);
        assertThat(groupAlone.err()).contains("give --as too");

        Identity authority = new Identity(
                Pem.certificates(Files.readString(folder.resolve("ca.pem"))).getFirst(),
                Pem.key(Files.readString(folder.resolve("data/pki/ca.key"))));
        Identity old = new Issuer(Instant.parse("2020-01-01T00:00:00Z"))
                .client(authority, "admin", List.of(Caller.SYSTEM_MASTERS));
        Files.writeString(folder.resolve("old.pem"), Pem.of(old.certificate()));
        Files.writeString(folder.resolve("old.key"), Pem.keyOf(old));
        Ran expired =
                export(known[0], known[1], "--client-certificate", file("old.pem"), "--client-key", file("old.key"));
        assertThat(expired.code()).isEqualTo(1);
        assertThat(expired.err()).contains("expired").contains("log in again");
    }

    @Test
    void aServerThatDoesNotAnswerInTimeIsReportedSo() {
        fails("no answer in time", "--kubeconfig", own().toString(), "--request-timeout=1us");
        fails("connection refused", "--kubeconfig", own().toString(), "--server=https://127.0.0.1:1");
    }

    @Test
    void aPluginMayLogTheUserIn() throws IOException {
        var answer = Json.object()
                .put("apiVersion", "client.authentication.k8s.io/v1")
                .put("kind", "ExecCredential");
        answer.putObject("status")
                .put("clientCertificateData", Files.readString(folder.resolve("admin.pem")))
                .put("clientKeyData", Files.readString(folder.resolve("admin.key")));
        Files.write(folder.resolve("answer.json"), Json.write(answer));
        Path plugin = Files.writeString(folder.resolve("login"), """
                #!/bin/sh
                [ "$1 $PLACE" = "get there" ] || { echo "called as $1 $PLACE" >&2; exit 3; }
                case $KUBERNETES_EXEC_INFO in *'"server":"https://127.0.0.1'*) cat %s;; *) exit 4;; esac
                """.formatted(file("answer.json")));
        Files.setPosixFilePermissions(plugin, PosixFilePermissions.fromString("rwx------"));
        String user = """
                users:
                - name: plugin
                  user:
                    exec:
                      apiVersion: client.authentication.k8s.io/v1
                      command: ./login
                      args: [get]
                      env: [{name: PLACE, value: there}]
                      provideClusterInfo: true
                      interactiveMode: Never
                      installHint: get it from your administrator
                """;
        String text = Files.readString(own()).replace("users:\n", user);
        String config = Files.writeString(folder.resolve("plugin"), text).toString();

        succeeds("--kubeconfig", config, "--user=plugin");

        Files.writeString(folder.resolve("plugin"), text.replace("[get]", "[take]"));
        fails("ends with code 3", "--kubeconfig", config, "--user=plugin");
        Files.writeString(folder.resolve("plugin"), text.replace("./login", "no-such-login-program"));
        fails("get it from your administrator", "--kubeconfig", config, "--user=plugin");
        Files.writeString(folder.resolve("plugin"), text.replace("io/v1\n", "io/v1alpha1\n"));
        fails("exec.apiVersion", "--kubeconfig", config, "--user=plugin");
    }

    @Test
    void aProxyIsGoneThroughWhereTheKubeconfigNamesOne() throws IOException {
        try (var proxy = new TunnelProxy()) {
            String text = Files.readString(own())
                    .replace("    server:", "    proxy-url: http://127.0.0.1:%d\n    server:".formatted(proxy.port()));
            String config = Files.writeString(folder.resolve("proxied"), text).toString();

            succeeds("--kubeconfig", config);

            assertThat(proxy.asked()).isEqualTo("CONNECT " + address.replace("https://", "") + " HTTP/1.1");
        }
        String config = Files.writeString(
                        folder.resolve("proxied"),
                        Files.readString(own())
                                .replace("    server:", "    proxy-url: socks5://127.0.0.1:9\n    server:"))
                .toString();
        fails("only HTTP proxies", "--kubeconfig", config);
    }
}
