package dev.tenure.launch.nodes;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.io.Batch;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.simnodes.NewNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;

/// Makes simulated nodes, those of a number and those of manifests, unless they are there already.
public final class InitialNodes {
    private static final int AT_ONCE_MAX = 128;

    private InitialNodes() {}

    /// A node that is to be made.
    ///
    /// @param source the file that it stands in, if any
    public record Wanted(ObjectNode node, Optional<Path> source) {
        public String name() {
            return node.at("/metadata/name").asText();
        }

        private String file() {
            return source.map(Path::toString).orElse("");
        }

        @Override
        public String toString() {
            String node = "node \"" + name() + "\"";
            return source.map(path -> node + " of node file \"" + path + "\"").orElse(node);
        }
    }

    /// `node-1` to `node-count`.
    public static List<Wanted> numbered(int count, NodeForm form) {
        var nodes = new ArrayList<Wanted>(count);
        for (int i = 1; i <= count; i++) {
            nodes.add(new Wanted(form.node("node-" + i, i - 1), Optional.empty()));
        }
        return nodes;
    }

    /// The nodes of files of YAML or JSON documents, each a Node or a list of them.
    ///
    /// @throws CommandFailure when a file cannot be read, holds something else, or a node stands twice
    public static List<Wanted> ofFiles(List<Path> files) {
        Map<String, Wanted> nodes = new LinkedHashMap<>();
        for (Path file : files) {
            for (Wanted node : ofFile(file)) {
                Wanted other = nodes.putIfAbsent(node.name(), node);
                if (other != null) {
                    throw new CommandFailure(
                            ExitCode.FAILED,
                            "%s stands there twice: the other one is in \"%s\"".formatted(node, other.file()));
                }
            }
        }
        return List.copyOf(nodes.values());
    }

    private static List<Wanted> ofFile(Path file) {
        try {
            var nodes = new ArrayList<Wanted>();
            int number = 0;
            for (Yaml.Document part : Yaml.readAll(Files.readAllBytes(file))) {
                number++;
                if (!part.value().isNull()) {
                    for (JsonNode each : items(part.value())) {
                        nodes.add(wanted(file, number, each));
                    }
                }
            }
            return nodes;
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, "node file \"%s\" cannot be read (%s)".formatted(file, IoWords.briefly(e)));
        } catch (YamlException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, "node file \"%s\" is no YAML: %s".formatted(file, e.getMessage()));
        }
    }

    /// What `kubectl get nodes -o yaml` prints is one document with all nodes.
    private static Iterable<JsonNode> items(JsonNode document) {
        boolean list = document.path("kind").asText().endsWith("List")
                && document.path("items").isArray();
        return list ? document.path("items") : List.of(document);
    }

    private static Wanted wanted(Path file, int number, JsonNode node) {
        String kind = node.path("kind").asText("");
        String version = node.path("apiVersion").asText("");
        if (!(node instanceof ObjectNode manifest) || !kind.equals("Node") || !version.equals("v1")) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "node file \"%s\", document %d: kind \"%s\" of apiVersion \"%s\"; only kind Node of v1 can stand there"
                            .formatted(file, number, kind, version));
        }
        if (node.at("/metadata/name").asText("").isEmpty()) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "node file \"%s\", document %d: a node needs a metadata.name".formatted(file, number));
        }
        ObjectNode meta = manifest.withObject("/metadata");
        meta.remove(List.of("resourceVersion", "uid", "creationTimestamp", "managedFields", "generation"));
        NewNode.mark(meta);
        return new Wanted(manifest, Optional.of(file));
    }

    /// Creates the nodes; returns when all are there.
    ///
    /// @param progress called with how many are done
    /// @throws CommandFailure when the API server refuses one
    public static void create(ClusterClient client, List<Wanted> nodes, IntConsumer progress) {
        try {
            Batch.run(nodes, AT_ONCE_MAX, node -> create(client, node), progress);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.FAILED, "interrupted while making nodes");
        } catch (CommandFailure e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("nodes cannot be made", e);
        }
    }

    private static void create(ClusterClient client, Wanted wanted) {
        ApiReply reply = client.create(ResourceTypes.NODES, "", Document.of(wanted.node()));
        if (reply instanceof ApiReply.Failure(var status, var _) && !status.isConflict()) {
            throw new CommandFailure(ExitCode.FAILED, "%s cannot be made: %s".formatted(wanted, status.message()));
        }
    }
}
