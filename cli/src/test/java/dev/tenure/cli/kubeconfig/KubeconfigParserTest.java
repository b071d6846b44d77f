package dev.tenure.cli.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.client.rest.ClientTls;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.Connection.Trust;
import dev.tenure.client.rest.ConnectionException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeconfigParserTest {
    @TempDir
    private Path folder;

    private Connection read(String cluster) throws IOException {
        Path file = folder.resolve("config");
        Files.writeString(file, """
            apiVersion: v1
            kind: Config
            clusters: [{name: c, cluster: {server: "https://127.0.0.1:6443"%s}}]
            users: [{name: u, user: {token: t}}]
            contexts: [{name: x, context: {cluster: c, user: u}}]
            current-context: x
            """.formatted(cluster));
        return KubeconfigParser.read(file);
    }

    private static String authority() {
        return ", certificate-authority-data: "
                + Base64.getEncoder().encodeToString("PEM".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void aServerThatIsNotToBeVerifiedIsBelieved() throws IOException {
        Connection connection = read(", insecure-skip-tls-verify: true");
        assertThat(connection.trust()).isEqualTo(new Trust.Anyone());
        assertThatCode(() -> ClientTls.context(connection)).doesNotThrowAnyException();
    }

    @Test
    void otherwiseTheAuthorityThatIsNamedVouchesForItOrThoseOfTheMachine() throws IOException {
        assertThat(read("").trust()).isEqualTo(new Trust.Machine());
        assertThat(read(", insecure-skip-tls-verify: false").trust()).isEqualTo(new Trust.Machine());
        assertThat(read(authority()).trust()).isEqualTo(new Trust.Authorities("PEM"));
    }

    @Test
    void bothAtOnceAreRefused() {
        assertThatThrownBy(() -> read(authority() + ", insecure-skip-tls-verify: true"))
                .isInstanceOf(ConnectionException.class)
                .hasMessageContainingAll("certificate-authority", "insecure-skip-tls-verify");
    }

    @Test
    void ofSeveralFilesTheFirstThatHasAnEntryCountsAndNamesFilesBesideItself() throws IOException {
        Files.createDirectories(folder.resolve("b"));
        Files.writeString(folder.resolve("b/secret"), "from b\n");
        Path first = Files.writeString(folder.resolve("first"), """
            clusters: [{name: c, cluster: {server: "https://127.0.0.1:1", tls-server-name: api}}]
            """);
        Path second = Files.writeString(folder.resolve("b/second"), """
            clusters: [{name: c, cluster: {server: "https://127.0.0.1:2"}}]
            users: [{name: u, user: {tokenFile: secret, as: bob, as-groups: [a, b], as-user-extra: {why: [x]}}}]
            contexts: [{name: x, context: {cluster: c, user: u}}]
            current-context: x
            """);

        Connection connection = KubeconfigParser.read(
                List.of(first, second), ConnectionFlags.NONE, Map.of("HTTPS_PROXY", "http://p:1"));

        assertThat(connection.server()).hasPort(1);
        assertThat(connection.credentials())
                .isEqualTo(new Connection.Credentials.TokenFile(folder.resolve("b/secret"), "from b"));
        assertThat(connection.way().serverName()).contains("api");
        assertThat(connection.way().proxy()).as("this machine needs none").isEmpty();
        assertThat(connection.way().impersonated())
                .contains(new Connection.Impersonated("bob", List.of("a", "b"), "", Map.of("why", List.of("x"))));
        assertThat(new KubeconfigFiles(List.of()).names("contexts")).isEmpty();
        assertThat(KubeconfigFiles.read(List.of(first, second)).names("clusters"))
                .containsExactly("c");
    }

    @Test
    void aFileOfATokenCountsMoreThanATokenWhichStandsInForIt() throws IOException {
        Path file = Files.writeString(folder.resolve("both"), """
            clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
            users: [{name: u, user: {token: known, tokenFile: absent}}]
            contexts: [{name: x, context: {cluster: c, user: u}}]
            current-context: x
            """);
        assertThat(KubeconfigParser.read(file).credentials())
                .isEqualTo(new Connection.Credentials.TokenFile(folder.resolve("absent"), "known"));
    }

    @Test
    void aPodIsToldOfItsClusterByItsEnvironmentAndItsServiceAccount() throws IOException {
        Map<String, String> environment =
                Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "443");
        assertThat(KubeconfigParser.readInCluster(folder, ConnectionFlags.NONE, environment))
                .as("without a service account")
                .isEmpty();
        Files.writeString(folder.resolve("token"), "t\n");
        assertThat(KubeconfigParser.readInCluster(folder, ConnectionFlags.NONE, Map.of()))
                .as("without an address")
                .isEmpty();
        Connection bare = KubeconfigParser.readInCluster(folder, ConnectionFlags.NONE, environment)
                .orElseThrow();
        assertThat(bare.trust()).isEqualTo(new Trust.Machine());
        assertThat(bare.namespace()).isEqualTo("default");
        Files.writeString(folder.resolve("ca.crt"), "PEM");
        Files.writeString(folder.resolve("namespace"), "web");
        Connection whole = KubeconfigParser.readInCluster(folder, ConnectionFlags.NONE, environment)
                .orElseThrow();
        assertThat(whole.server()).hasToString("https://[fd00::1]:443");
        assertThat(whole.trust()).isEqualTo(new Trust.Authorities("PEM"));
        assertThat(whole.credentials()).isEqualTo(new Connection.Credentials.TokenFile(folder.resolve("token"), "t"));
        assertThat(whole.namespace()).isEqualTo("web");
    }

    @Test
    void anotherContextThanTheCurrentOneCanBeChosen() throws IOException {
        Path file = folder.resolve("two");
        Files.writeString(file, """
            apiVersion: v1
            kind: Config
            clusters:
            - {name: c, cluster: {server: "https://127.0.0.1:1"}}
            - {name: d, cluster: {server: "https://127.0.0.1:2"}}
            users: [{name: u, user: {token: t}}]
            contexts:
            - {name: x, context: {cluster: c, user: u}}
            - {name: work, context: {cluster: d, user: u, namespace: web}}
            current-context: x
            """);
        assertThat(KubeconfigParser.read(file, "").server()).hasPort(1);
        assertThat(KubeconfigParser.read(file, "work").server()).hasPort(2);
        assertThat(KubeconfigParser.read(file, "work").namespace()).isEqualTo("web");
        assertThatThrownBy(() -> KubeconfigParser.read(file, "z"))
                .isInstanceOf(ConnectionException.class)
                .hasMessageContaining("contexts has no entry \"z\"");
    }
}
