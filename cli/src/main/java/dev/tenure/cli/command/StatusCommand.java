package dev.tenure.cli.command;

import dev.tenure.cli.print.FailedOwners;
import dev.tenure.cli.print.StatusText;
import dev.tenure.cli.status.NodeTally;
import dev.tenure.cli.status.PodTally;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.ListPager;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.policy.PausedOwners;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.plan.timeline.RemovedRecord;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Shows how a cluster is: its version, nodes, taints, pressure, pods, zones, and why pods were evicted.
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Show how a cluster is: nodes, taints, pressure, pods, zones, and the causes of past evictions.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it answers",
            "1:something went wrong",
            "2:the command line is wrong",
            "3:nothing answers there"
        })
public final class StatusCommand implements Callable<Integer> {
    private static final String NODE_LIFECYCLE = "/tenure/v1/node-lifecycle";
    private static final String TAINT_EVICTION = "/tenure/v1/taint-eviction?limit=0";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private OutputOption output = new OutputOption();

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
        return cluster.ask(server, endpoint -> {
            HttpEndpoint.RawReply version = endpoint.get("/version");
            if (!version.isOk()) {
                throw ClusterOptions.answered(version);
            }
            ObjectNode status = Json.object()
                    .put(
                            "version",
                            Json.readObject(version.body()).path("gitVersion").asText());
            ClusterClient client = ClusterOptions.client(endpoint);
            var nodes = new NodeTally();
            read(client, ResourceTypes.NODES, nodes::add);
            nodes.into(status);
            var pods = new PodTally();
            read(client, ResourceTypes.PODS, pods::add);
            pods.into(status);
            FailedOwners.into(status, RemovedRecord.of(client), PausedOwners.of(client), new SystemTime().wall());
            status.set(
                    "zones",
                    page(endpoint, NODE_LIFECYCLE)
                            .flatMap(page -> part(page, "zones"))
                            .orElseGet(() -> Json.object().putArray("zones")));
            Optional<JsonNode> evictions = page(endpoint, TAINT_EVICTION);
            evictions.flatMap(page -> part(page, "held")).ifPresent(held -> status.set("held", held));
            status.set(
                    "evictions", evictions.flatMap(page -> part(page, "causes")).orElseGet(Json::object));
            ArrayNode failing = TaintPolicies.read(client, evictions).failing();
            if (!failing.isEmpty()) {
                status.set("failingPolicies", failing);
            }
            print(status);
            return ExitCode.OK;
        });
    }

    /// What a component tells of itself; nothing where nobody tells of it.
    private static Optional<JsonNode> page(HttpEndpoint endpoint, String path) {
        HttpEndpoint.RawReply reply = endpoint.get(path);
        return reply.isOk() ? Optional.of(Json.readObject(reply.body())) : Optional.empty();
    }

    private static Optional<JsonNode> part(JsonNode page, String field) {
        return Optional.of(page.path(field)).filter(found -> !found.isMissingNode());
    }

    /// Reads a collection page by page.
    ///
    /// @throws CommandFailure when not all of it can be read
    private static void read(ClusterClient client, ResourceType type, Consumer<ObjectNode> reader) {
        ListPager.read(client, type, "", Map.of(), reader).ifPresent(refused -> {
            throw new CommandFailure(
                    ExitCode.FAILED, "cannot list %s: %s".formatted(type.resource(), refused.message()));
        });
    }

    private void print(ObjectNode status) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.forPrograms()) {
            out.print(output.written("ClusterStatus", status));
        } else {
            out.print(StatusText.of(status, new SystemTime().wall()));
        }
        out.flush();
    }
}
