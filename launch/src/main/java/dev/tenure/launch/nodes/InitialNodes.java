package dev.tenure.launch.nodes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.agent.runtime.simulated.ManagedNodeRule;
import dev.tenure.agent.runtime.simulated.NodeReport;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.client.ClusterClient;
import dev.tenure.launch.process.DirectoryLock;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.io.Batch;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/// Makes simulated nodes, those of a number and those of manifests, unless they are there already.
public final class InitialNodes {
    private static final int AT_ONCE_MAX = 128;
    private static final int CONFLICT = 409;

    private InitialNodes() {}

    /// `node-1` to `node-count`.
    ///
    /// @param zones the nodes stand in `zone-1` to `zone-zones` in turn; 0: in none
    public static List<ObjectNode> numbered(int count, int zones) {
        var nodes = new ArrayList<ObjectNode>(count);
        for (int i = 1; i <= count; i++) {
            ObjectNode node = node("node-" + i);
            if (zones > 0) {
                node.withObject("/metadata/labels").put(WellKnownLabels.ZONE, "zone-" + ((i - 1) % zones + 1));
            }
            nodes.add(node);
        }
        return nodes;
    }

    /// A new simulated node.
    public static ObjectNode simulated(String name) {
        return node(name);
    }

    private static ObjectNode node(String name) {
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        ObjectNode meta = node.putObject("metadata").put("name", name);
        meta.putObject("labels")
                .put(WellKnownLabels.HOSTNAME, name)
                .put(WellKnownLabels.OS, "linux")
                .put(WellKnownLabels.ARCH, "amd64");
        simulated(meta);
        ObjectNode status = node.putObject("status");
        status.set("capacity", NodeReport.resources());
        status.set("allocatable", NodeReport.resources());
        return node;
    }

    private static void simulated(ObjectNode meta) {
        meta.withObject("/annotations").put(ManagedNodeRule.ANNOTATION, ManagedNodeRule.SIMULATED);
    }

    /// The nodes of a file of YAML or JSON documents.
    ///
    /// @throws CommandFailure when the file cannot be read, or holds something else than v1 Nodes
    public static List<ObjectNode> ofFile(Path file) {
        var nodes = new ArrayList<ObjectNode>();
        try {
            for (ObjectNode document : documents(Files.readString(file))) {
                String kind = document.path("kind").asText();
                if (!kind.equals("Node")
                        || !document.path("apiVersion").asText().equals("v1")) {
                    throw new CommandFailure(
                            ExitCode.FAILED,
                            "node file \"%s\" holds a %s of %s: only v1 Nodes can stand there"
                                    .formatted(
                                            file,
                                            kind,
                                            document.path("apiVersion").asText()));
                }
                simulated(document.withObject("/metadata"));
                nodes.add(document);
            }
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, "node file \"%s\" cannot be read (%s)".formatted(file, DirectoryLock.reason(e)));
        } catch (YamlException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, "node file \"%s\" is no YAML: %s".formatted(file, e.getMessage()));
        }
        return nodes;
    }

    private static List<ObjectNode> documents(String text) {
        var documents = new ArrayList<ObjectNode>();
        for (Yaml.Document part : Yaml.readAll(text.getBytes(StandardCharsets.UTF_8))) {
            if (part.value() instanceof ObjectNode document) {
                documents.add(document);
            }
        }
        return documents;
    }

    /// Creates the nodes; returns when all are there.
    ///
    /// @param progress told how many are done
    /// @throws CommandFailure when the API server refuses one
    public static void create(ClusterClient client, List<ObjectNode> nodes, IntConsumer progress) {
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

    private static void create(ClusterClient client, ObjectNode node) {
        ApiReply reply = client.create(ResourceTypes.NODES, "", Document.of(node));
        if (reply instanceof ApiReply.Failure(var status, var _) && status.code() != CONFLICT) {
            throw new CommandFailure(ExitCode.FAILED, "node cannot be made: " + status.message());
        }
    }
}
