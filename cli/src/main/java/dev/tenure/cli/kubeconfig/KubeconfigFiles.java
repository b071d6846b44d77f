package dev.tenure.cli.kubeconfig;

import dev.tenure.client.rest.ConnectionException;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Kubeconfig files as one: of entries with the same name, and of current contexts, that of the first file
/// counts. Upstream: client-go/tools/clientcmd/loader.go.
///
/// @param files at least one
public record KubeconfigFiles(List<OneFile> files) {
    /// The files in which a kubelet puts a pod's service account, and what the pod's own cluster is called in
    /// messages.
    private static final String TOKEN = "token";

    private static final String AUTHORITY = "ca.crt";
    private static final String POD = "in-cluster";

    /// One file and what stands in it.
    record OneFile(Path path, JsonNode root) {}

    /// A cluster, user or context.
    ///
    /// @param file in which it stands, beside which stand the files that it names
    record Entry(Path file, JsonNode node) {
        Optional<String> word(String field) {
            return Optional.of(node.path(field).asText("")).filter(word -> !word.isEmpty());
        }

        /// A text that stands here as base64 in `FIELD-data`, or in a file that `FIELD` names.
        Optional<String> text(String field) {
            if (node.hasNonNull(field + "-data")) {
                try {
                    byte[] decoded = Base64.getDecoder()
                            .decode(node.path(field + "-data").asText());
                    return Optional.of(new String(decoded, StandardCharsets.US_ASCII));
                } catch (IllegalArgumentException _) {
                    throw broken("%s-data is no base64".formatted(field));
                }
            }
            return named(field);
        }

        /// What stands in the file that a field names.
        Optional<String> named(String field) {
            return word(field).map(name -> {
                Path named = file.resolveSibling(name);
                try {
                    return Files.readString(named);
                } catch (IOException e) {
                    throw new ConnectionException(
                            "kubeconfig \"%s\": %s \"%s\" cannot be read".formatted(file, field, named), e);
                }
            });
        }

        ConnectionException broken(String what) {
            return KubeconfigFiles.broken(file.toString(), what);
        }
    }

    public KubeconfigFiles {
        files = List.copyOf(files);
    }

    /// @throws ConnectionException when one cannot be read
    public static KubeconfigFiles read(List<Path> paths) {
        return new KubeconfigFiles(paths.stream().map(KubeconfigFiles::one).toList());
    }

    /// What a kubeconfig of the pod that this process runs in would say: its cluster's address is in the
    /// environment, token and authority are files. Without an authority, those of the machine are asked, as
    /// upstream.
    ///
    /// @return empty when there is no address or no token
    static Optional<KubeconfigFiles> inCluster(Path account, Map<String, String> environment) {
        String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
        String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "");
        if (host.isEmpty() || port.isEmpty() || !Files.isReadable(account.resolve(TOKEN))) {
            return Optional.empty();
        }
        var cluster = Json.object()
                .put("server", "https://%s:%s".formatted(host.contains(":") ? "[" + host + "]" : host, port));
        if (Files.isReadable(account.resolve(AUTHORITY))) {
            cluster.put("certificate-authority", AUTHORITY);
        }
        var context = Json.object().put("cluster", POD).put("user", POD).put("namespace", namespace(account));
        var root = Json.object().put("current-context", POD);
        root.putArray("clusters").add(Json.object().put("name", POD).set("cluster", cluster));
        root.putArray("users")
                .add(Json.object().put("name", POD).set("user", Json.object().put("tokenFile", TOKEN)));
        root.putArray("contexts").add(Json.object().put("name", POD).set("context", context));
        return Optional.of(new KubeconfigFiles(List.of(new OneFile(account.resolve(POD), root))));
    }

    private static String namespace(Path account) {
        try {
            return Files.readString(account.resolve("namespace")).strip();
        } catch (IOException _) {
            return "";
        }
    }

    private static OneFile one(Path file) {
        try {
            return new OneFile(file, Yaml.read(Files.readAllBytes(file)).value());
        } catch (NoSuchFileException _) {
            throw new ConnectionException(
                    "kubeconfig \"%s\" does not exist: start a cluster with `tenure up`, or name another file with --kubeconfig"
                            .formatted(file));
        } catch (IOException e) {
            throw new ConnectionException(
                    "kubeconfig \"%s\" cannot be read: %s".formatted(file, IoWords.briefly(e)), e);
        } catch (YamlException e) {
            throw new ConnectionException("kubeconfig \"%s\" is no YAML: %s".formatted(file, e.getMessage()), e);
        }
    }

    Optional<String> currentContext() {
        return files.stream()
                .map(each -> each.root().path("current-context").asText(""))
                .filter(context -> !context.isEmpty())
                .findFirst();
    }

    /// The names of all entries of a list, for example `contexts`.
    public List<String> names(String list) {
        var names = new ArrayList<String>();
        files.forEach(each -> each.root()
                .path(list)
                .forEach(entry -> names.add(entry.path("name").asText(""))));
        return names.stream().distinct().toList();
    }

    /// @param list for example `contexts`
    /// @param field under which the entry says more, for example `context`
    /// @throws ConnectionException when no file has such an entry
    Entry entry(String list, String field, String name) {
        for (OneFile each : files) {
            for (JsonNode entry : each.root().path(list)) {
                if (entry.path("name").asText("").equals(name)) {
                    return new Entry(each.path(), entry.path(field));
                }
            }
        }
        throw broken("%s has no entry \"%s\"".formatted(list, name));
    }

    /// An entry that says nothing.
    Entry nothing() {
        return new Entry(
                files.isEmpty() ? Path.of("kubeconfig") : files.getFirst().path(), Json.object());
    }

    ConnectionException broken(String what) {
        return broken(files.stream().map(each -> each.path().toString()).collect(Collectors.joining(", ")), what);
    }

    private static ConnectionException broken(String files, String what) {
        return new ConnectionException("kubeconfig \"%s\" cannot be used: %s".formatted(files, what));
    }
}
