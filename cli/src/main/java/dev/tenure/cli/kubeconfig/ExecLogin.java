package dev.tenure.cli.kubeconfig;

import dev.tenure.cli.kubeconfig.KubeconfigFiles.Entry;
import dev.tenure.client.rest.Connection.Credentials;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.runtime.io.OutsideProgram;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A program that logs a user in: it is run once, and what it prints is used for as long as the command
/// lasts. It may ask on the terminal. Upstream: client-go/plugin/pkg/client/auth/exec.
final class ExecLogin {
    private static final Set<String> VERSIONS =
            Set.of("client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1");

    /// Longer than any token or chain of certificates.
    private static final int ANSWER_BYTES_MAX = 1 << 20;

    /// How long a program is waited for: one that may ask somebody, who has to find a browser and a second
    /// factor, and one that may not.
    record Patience(Duration interactive, Duration alone) {
        static final Patience USUAL = new Patience(Duration.ofMinutes(10), Duration.ofMinutes(2));
    }

    private final Entry user;
    private final Patience patience;
    private final JsonNode exec;
    private final String command;

    private ExecLogin(Entry user, Patience patience) {
        this.user = user;
        this.patience = patience;
        this.exec = user.node().path("exec");
        this.command = exec.path("command").asText("");
    }

    /// @param cluster which it is told of if it wants to be
    /// @throws ConnectionException when it cannot be run, fails, lasts too long, or prints no credentials
    static Credentials run(Entry user, Entry cluster) {
        return run(user, cluster, Patience.USUAL);
    }

    static Credentials run(Entry user, Entry cluster, Patience patience) {
        return new ExecLogin(user, patience).credentials(cluster);
    }

    private Credentials credentials(Entry cluster) {
        String version = exec.path("apiVersion").asText("");
        if (!VERSIONS.contains(version)) {
            throw user.broken("exec.apiVersion \"%s\" of its user is none of %s"
                    .formatted(version, VERSIONS.stream().sorted().toList()));
        }
        JsonNode status = parsed(printed(version, cluster)).path("status");
        String token = status.path("token").asText("");
        if (!token.isEmpty()) {
            return new Credentials.Token(token);
        }
        String certificate = status.path("clientCertificateData").asText("");
        String key = status.path("clientKeyData").asText("");
        if (certificate.isEmpty() || key.isEmpty()) {
            throw broken("prints neither a token nor a certificate with its key");
        }
        return new Credentials.Certificate(certificate, key);
    }

    private byte[] printed(String version, Entry cluster) {
        var line = new ArrayList<>(List.of(program()));
        exec.path("args").forEach(argument -> line.add(argument.asText()));
        var builder = new ProcessBuilder(line);
        for (JsonNode variable : exec.path("env")) {
            builder.environment()
                    .put(variable.path("name").asText(), variable.path("value").asText());
        }
        builder.environment().put("KUBERNETES_EXEC_INFO", info(version, cluster));
        builder.redirectError(Redirect.INHERIT)
                .redirectInput(
                        isInteractive()
                                ? Redirect.INHERIT
                                : Redirect.from(Path.of("/dev/null").toFile()));
        try {
            Duration limit = isInteractive() ? patience.interactive() : patience.alone();
            OutsideProgram.Ended ended = OutsideProgram.run(builder, limit, ANSWER_BYTES_MAX);
            if (ended.code() != 0) {
                throw broken("ends with code %d: what it says stands above".formatted(ended.code()));
            }
            return ended.output();
        } catch (IOException e) {
            String hint = exec.path("installHint").asText("");
            throw broken("cannot be run (%s)%s".formatted(e.getMessage(), hint.isEmpty() ? "" : ": " + hint.strip()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionException("interrupted while \"%s\" logged in".formatted(command), e);
        }
    }

    /// A command with a slash is relative to the file that names it.
    private String program() {
        return command.contains("/") ? user.file().resolveSibling(command).toString() : command;
    }

    private boolean isInteractive() {
        return !exec.path("interactiveMode").asText("IfAvailable").equals("Never");
    }

    private String info(String version, Entry cluster) {
        ObjectNode info = Json.object().put("apiVersion", version).put("kind", "ExecCredential");
        ObjectNode spec = info.putObject("spec").put("interactive", isInteractive());
        if (exec.path("provideClusterInfo").asBoolean(false)) {
            ObjectNode shown = spec.putObject("cluster");
            cluster.word("server").ifPresent(server -> shown.put("server", server));
            cluster.word("tls-server-name").ifPresent(name -> shown.put("tls-server-name", name));
            cluster.word("certificate-authority-data").ifPresent(data -> shown.put("certificate-authority-data", data));
            cluster.word("proxy-url").ifPresent(proxy -> shown.put("proxy-url", proxy));
            if (cluster.node().path("insecure-skip-tls-verify").asBoolean(false)) {
                shown.put("insecure-skip-tls-verify", true);
            }
        }
        return new String(Json.write(info), StandardCharsets.UTF_8);
    }

    private JsonNode parsed(byte[] printed) {
        try {
            return Json.readObject(printed);
        } catch (JsonSyntaxException _) {
            throw broken("prints no ExecCredential");
        }
    }

    private ConnectionException broken(String what) {
        return new ConnectionException("the plugin \"%s\" that logs in the user of kubeconfig \"%s\" %s"
                .formatted(command, user.file(), what));
    }
}
