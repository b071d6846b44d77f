package dev.tenure.cli.kubeconfig;

import dev.tenure.cli.kubeconfig.KubeconfigFiles.Entry;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.Connection.Credentials;
import dev.tenure.client.rest.Connection.Impersonated;
import dev.tenure.client.rest.Connection.Trust;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Makes a connection of kubeconfig files, flags and the environment: the cluster and user of a context,
/// usually the current one. Certificates may stand in the files or in others beside them; a user may be one
/// whom a plugin logs in. Upstream: client-go/tools/clientcmd/client_config.go.
public final class KubeconfigParser {
    private final KubeconfigFiles files;
    private final ConnectionFlags flags;
    private final Map<String, String> environment;

    private KubeconfigParser(KubeconfigFiles files, ConnectionFlags flags, Map<String, String> environment) {
        this.files = files;
        this.flags = flags;
        this.environment = environment;
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
        return read(List.of(file), ConnectionFlags.ofContext(context), System.getenv());
    }

    /// The same for several files, and flags that say otherwise.
    ///
    /// @param environment of which the proxy is taken unless the file names one
    public static Connection read(List<Path> files, ConnectionFlags flags, Map<String, String> environment) {
        return new KubeconfigParser(KubeconfigFiles.read(files), flags, environment).connection();
    }

    /// The cluster that this process runs in, as a kubelet tells a pod of it. Upstream:
    /// client-go/rest.InClusterConfig.
    ///
    /// @param account the folder in which the kubelet puts the pod's service account
    /// @return empty when this is no pod, or one without a service account
    /// @throws ConnectionException when what is there cannot be used
    public static Optional<Connection> readInCluster(
            Path account, ConnectionFlags flags, Map<String, String> environment) {
        return KubeconfigFiles.inCluster(account, environment)
                .map(files -> new KubeconfigParser(files, flags, environment).connection());
    }

    private Connection connection() {
        Entry context = context();
        Entry cluster = chosen(flags.names().cluster(), context, "clusters", "cluster");
        Entry user = chosen(flags.names().user(), context, "users", "user");
        URI address = address(cluster);
        var way = new Connection.Way(
                Proxies.of(address, cluster.word("proxy-url"), environment),
                flags.server().tlsName().or(() -> cluster.word("tls-server-name")),
                flags.impersonated().or(() -> impersonated(user)),
                flags.answerWithin());
        return new Connection(
                address,
                trust(cluster),
                credentials(user, cluster),
                context.word("namespace").orElse("default"),
                way);
    }

    /// Who gives a server needs no file, and no context of it.
    private Entry context() {
        Optional<String> name = flags.names().context().or(files::currentContext);
        if (name.isPresent()) {
            return files.entry("contexts", "context", name.get());
        }
        if (flags.server().address().isPresent() || flags.names().cluster().isPresent()) {
            return files.nothing();
        }
        throw files.broken("it has no current-context");
    }

    private Entry chosen(Optional<String> given, Entry context, String list, String field) {
        return given.or(() -> context.word(field))
                .map(name -> files.entry(list, field, name))
                .orElseGet(files::nothing);
    }

    private URI address(Entry cluster) {
        String server =
                flags.server().address().or(() -> cluster.word("server")).orElse("");
        URI address;
        try {
            address = URI.create(server.isEmpty() || server.contains("://") ? server : "https://" + server);
        } catch (IllegalArgumentException e) {
            throw new ConnectionException(
                    "kubeconfig \"%s\": server \"%s\" is no URL".formatted(cluster.file(), server), e);
        }
        if (address.getHost() == null) {
            throw cluster.broken("server \"%s\" is no URL, for example https://127.0.0.1:6443".formatted(server));
        }
        return address;
    }

    private Trust trust(Entry cluster) {
        if (flags.server().insecure()) {
            return new Trust.Anyone();
        }
        Optional<Trust> given = flags.server().authority().map(file -> new Trust.Authorities(textOf(file)));
        if (given.isPresent()) {
            return given.get();
        }
        Optional<String> authority = cluster.text("certificate-authority");
        if (!cluster.node().path("insecure-skip-tls-verify").asBoolean(false)) {
            return authority.<Trust>map(Trust.Authorities::new).orElseGet(Trust.Machine::new);
        }
        if (authority.isPresent()) {
            throw cluster.broken(
                    "its cluster has both certificate-authority and insecure-skip-tls-verify: leave one of them");
        }
        return new Trust.Anyone();
    }

    private static String textOf(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new ConnectionException("file \"%s\" cannot be read: %s".formatted(file, IoWords.briefly(e)), e);
        }
    }

    private Credentials credentials(Entry user, Entry cluster) {
        if (flags.proof().isGiven()) {
            return given(flags.proof(), user);
        }
        Optional<String> token = user.word("token");
        Optional<Path> file = user.word("tokenFile").map(user.file()::resolveSibling);
        if (file.isPresent()) {
            String known =
                    token.or(() -> user.named("tokenFile").map(String::strip)).orElseThrow();
            return new Credentials.TokenFile(file.get(), known);
        }
        if (token.isPresent()) {
            return new Credentials.Token(token.get());
        }
        Optional<String> certificate = user.text("client-certificate");
        Optional<String> key = user.text("client-key");
        if (certificate.isPresent() && key.isPresent()) {
            return new Credentials.Certificate(certificate.get(), key.get());
        }
        if (user.node().has("exec")) {
            return ExecLogin.run(user, cluster);
        }
        if (user.node().has("auth-provider")) {
            throw user.broken(
                    "its user logs in with an auth-provider, which Kubernetes has given up: use exec, a token or a client certificate");
        }
        return new Credentials.Anonymous();
    }

    private static Credentials given(ConnectionFlags.Proof proof, Entry user) {
        if (proof.token().isPresent()) {
            return new Credentials.Token(proof.token().get());
        }
        Optional<String> certificate =
                proof.certificate().map(KubeconfigParser::textOf).or(() -> user.text("client-certificate"));
        Optional<String> key = proof.key().map(KubeconfigParser::textOf).or(() -> user.text("client-key"));
        if (certificate.isEmpty() || key.isEmpty()) {
            throw new ConnectionException(
                    "--client-certificate and --client-key belong together: give both, or have the other one in the kubeconfig");
        }
        return new Credentials.Certificate(certificate.get(), key.get());
    }

    private static Optional<Impersonated> impersonated(Entry user) {
        return user.word("as").map(name -> {
            var groups = new ArrayList<String>();
            user.node().path("as-groups").forEach(group -> groups.add(group.asText()));
            var extra = new TreeMap<String, List<String>>();
            user.node().path("as-user-extra").properties().forEach(entry -> {
                var values = new ArrayList<String>();
                for (JsonNode value : entry.getValue()) {
                    values.add(value.asText());
                }
                extra.put(entry.getKey(), values);
            });
            return new Impersonated(name, groups, user.word("as-uid").orElse(""), extra);
        });
    }
}
