package dev.tenure.cli.kubeconfig;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.Connection.Credentials;
import dev.tenure.client.rest.Connection.Trust;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/// Reads a kubeconfig file: the cluster and user of a context, usually the current one. Certificates may stand in it or
/// in
/// files beside it.
public final class KubeconfigParser {
    private final Path file;
    private final JsonNode root;

    private KubeconfigParser(Path file, JsonNode root) {
        this.file = file;
        this.root = root;
    }

    /// @throws ConnectionException when the file cannot be read or names no cluster that can be reached
    ///     with it
    public static Connection read(Path file) {
        return read(file, "");
    }

    /// The same for another context than the current one.
    ///
    /// @param context empty for the current one
    public static Connection read(Path file, String context) {
        try {
            return new KubeconfigParser(
                            file, Yaml.read(Files.readAllBytes(file)).value())
                    .connection(context);
        } catch (NoSuchFileException _) {
            throw new ConnectionException(
                    "kubeconfig \"%s\" does not exist: start a cluster with `tenure up`".formatted(file));
        } catch (IOException e) {
            throw new ConnectionException("kubeconfig \"%s\" cannot be read: %s".formatted(file, e.getMessage()), e);
        } catch (YamlException e) {
            throw new ConnectionException("kubeconfig \"%s\" is no YAML: %s".formatted(file, e.getMessage()), e);
        }
    }

    private Connection connection(String wanted) {
        String context = wanted.isEmpty() ? root.path("current-context").asText("") : wanted;
        if (context.isEmpty()) {
            throw broken("it has no current-context");
        }
        JsonNode chosen = named("contexts", "context", context);
        JsonNode cluster = named("clusters", "cluster", chosen.path("cluster").asText(""));
        String server = cluster.path("server").asText("");
        URI address;
        try {
            address = URI.create(server);
        } catch (IllegalArgumentException e) {
            throw new ConnectionException("kubeconfig \"%s\": server \"%s\" is no URL".formatted(file, server), e);
        }
        if (address.getHost() == null) {
            throw broken("server \"%s\" is no URL, for example https://127.0.0.1:6443".formatted(server));
        }
        String user = chosen.path("user").asText("");
        Credentials credentials =
                user.isEmpty() ? new Credentials.Anonymous() : credentials(named("users", "user", user));
        String namespace = chosen.path("namespace").asText("default");
        return new Connection(address, trust(cluster), credentials, namespace);
    }

    private Trust trust(JsonNode cluster) {
        Optional<String> authority = text(cluster, "certificate-authority");
        if (!cluster.path("insecure-skip-tls-verify").asBoolean(false)) {
            return authority.<Trust>map(Trust.Authorities::new).orElseGet(Trust.Machine::new);
        }
        if (authority.isPresent()) {
            throw broken("its cluster has both certificate-authority and insecure-skip-tls-verify: leave one of them");
        }
        return new Trust.Anyone();
    }

    private Credentials credentials(JsonNode user) {
        if (user.hasNonNull("token")) {
            return new Credentials.Token(user.path("token").asText());
        }
        Optional<String> certificate = text(user, "client-certificate");
        Optional<String> key = text(user, "client-key");
        if (certificate.isPresent() && key.isPresent()) {
            return new Credentials.Certificate(certificate.get(), key.get());
        }
        if (user.has("exec") || user.has("auth-provider")) {
            throw broken("its user logs in with a plugin, which is not supported: use a token or a client certificate");
        }
        return new Credentials.Anonymous();
    }

    /// A PEM text that stands in the file as base64 in `FIELD-data`, or in a file that `FIELD` names.
    private Optional<String> text(JsonNode node, String field) {
        if (node.hasNonNull(field + "-data")) {
            try {
                byte[] decoded =
                        Base64.getDecoder().decode(node.path(field + "-data").asText());
                return Optional.of(new String(decoded, StandardCharsets.US_ASCII));
            } catch (IllegalArgumentException _) {
                throw broken("%s-data is no base64".formatted(field));
            }
        }
        if (!node.hasNonNull(field)) {
            return Optional.empty();
        }
        Path named = file.resolveSibling(node.path(field).asText());
        try {
            return Optional.of(Files.readString(named));
        } catch (IOException e) {
            throw new ConnectionException(
                    "kubeconfig \"%s\": %s \"%s\" cannot be read".formatted(file, field, named), e);
        }
    }

    private JsonNode named(String list, String field, String name) {
        for (JsonNode entry : root.path(list)) {
            if (entry.path("name").asText("").equals(name)) {
                return entry.path(field);
            }
        }
        throw broken("%s has no entry \"%s\"".formatted(list, name));
    }

    private ConnectionException broken(String what) {
        return new ConnectionException("kubeconfig \"%s\" cannot be used: %s".formatted(file, what));
    }
}
