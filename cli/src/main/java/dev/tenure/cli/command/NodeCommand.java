package dev.tenure.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Breaks simulated nodes and mends them.
@Command(
        name = "node",
        mixinStandardHelpOptions = true,
        description = "Break simulated nodes and mend them.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:it could not be done for some node", "3:nothing answers there"})
public final class NodeCommand implements Runnable {
    private static final String FAULT = "tenure.dev/fault";
    private static final String SIMULATED = "tenure.dev/node";
    private static final String FAKE = "kwok.x-k8s.io/node";
    private static final String NAMES = "Names of simulated nodes.";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing: start, stop or partition");
    }

    @Command(
            name = "stop",
            mixinStandardHelpOptions = true,
            description = "Stop nodes: they fall silent and their pods stand still.")
    int stop(
            @Mixin ClusterOptions cluster,
            @Parameters(arity = "1..*", paramLabel = "NODE", description = NAMES) List<String> names) {
        return set(cluster, names, "stopped", "stopped");
    }

    @Command(
            name = "partition",
            mixinStandardHelpOptions = true,
            description = "Cut nodes off: they run on but reach nobody.")
    int partition(
            @Mixin ClusterOptions cluster,
            @Parameters(arity = "1..*", paramLabel = "NODE", description = NAMES) List<String> names) {
        return set(cluster, names, "partitioned", "partitioned");
    }

    @Command(name = "start", mixinStandardHelpOptions = true, description = "Mend nodes that were stopped or cut off.")
    int start(
            @Mixin ClusterOptions cluster,
            @Parameters(arity = "1..*", paramLabel = "NODE", description = NAMES) List<String> names) {
        return set(cluster, names, "", "started");
    }

    private int set(ClusterOptions cluster, List<String> names, String fault, String done) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        int code = cluster.ask(endpoint -> {
            boolean all = true;
            for (String name : names) {
                String refusal = refuse(endpoint, name);
                if (refusal.isEmpty()) {
                    refusal = write(endpoint, name, fault);
                }
                if (refusal.isEmpty()) {
                    out.println("node/" + name + " " + done);
                } else {
                    err.println("error: " + refusal);
                    all = false;
                }
            }
            return all ? ExitCode.OK : ExitCode.FAILED;
        });
        out.flush();
        err.flush();
        return code;
    }

    /// Only nodes that say of themselves that they are simulated are broken; empty when this one does.
    private static String refuse(HttpEndpoint endpoint, String name) {
        return switch (ClusterOptions.client(endpoint).get(ResourceTypes.NODES, "", name)) {
            case ApiReply.One(var _, StoredObject stored, var _) -> {
                var annotations = stored.view(Node.class).meta().annotations();
                yield annotations.containsKey(SIMULATED) || annotations.containsKey(FAKE)
                        ? ""
                        : "node \"%s\" is not simulated: it carries neither annotation %s nor %s"
                                .formatted(name, SIMULATED, FAKE);
            }
            case ApiReply.Failure(var status, var _) -> status.message();
            case ApiReply.Many _, ApiReply.Document _ -> "the server answers something else than a node";
        };
    }

    private static String write(HttpEndpoint endpoint, String name, String fault) {
        ObjectNode patch = Json.object();
        ObjectNode annotations = patch.putObject("metadata").putObject("annotations");
        if (fault.isEmpty()) {
            annotations.putNull(FAULT);
        } else {
            annotations.put(FAULT, fault);
        }
        ApiReply reply = ClusterOptions.client(endpoint)
                .patch(ResourceTypes.NODES, "", name, "", new Body(Body.MERGE_PATCH, Json.write(patch)));
        return reply instanceof ApiReply.Failure(var status, var _) ? status.message() : "";
    }
}
