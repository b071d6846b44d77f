package dev.tenure.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.cli.print.TextTable;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Shows how a cluster is: its version, its nodes and its pods.
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = "Show how a cluster is.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it answers", "1:something went wrong", "3:nothing answers there"})
public final class StatusCommand implements Callable<Integer> {
    private static final int HTTP_OK = 200;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOption output = new OutputOption();

    private record Counts(int nodes, int ready, int cordoned, int noExecute, Map<String, Integer> pods) {}

    @Override
    public Integer call() {
        return cluster.ask(endpoint -> {
            HttpEndpoint.RawReply version = endpoint.get("/version");
            if (version.code() != HTTP_OK) {
                throw new CommandFailure(
                        ExitCode.FAILED, "the server answers %d to /version".formatted(version.code()));
            }
            String gitVersion =
                    Json.readObject(version.body()).path("gitVersion").asText();
            Counts counts = count(ClusterOptions.client(endpoint));
            print(gitVersion, counts, zones(endpoint));
            return ExitCode.OK;
        });
    }

    /// The zones as node lifecycle sees them; none where nobody tells of them.
    private static List<JsonNode> zones(HttpEndpoint endpoint) {
        HttpEndpoint.RawReply reply = endpoint.get("/tenure/v1/node-lifecycle");
        List<JsonNode> zones = new ArrayList<>();
        if (reply.code() == HTTP_OK) {
            Json.readObject(reply.body()).path("zones").forEach(zones::add);
        }
        return zones;
    }

    private static String zoneTable(List<JsonNode> zones) {
        var table = new TextTable("REGION", "ZONE", "STATE", "READY", "NOTREADY", "WAITING", "MESSAGE");
        for (JsonNode zone : zones) {
            table.row(
                    orNone(zone.path("region").asText()),
                    orNone(zone.path("zone").asText()),
                    zone.path("state").asText(),
                    zone.path("ready").asText(),
                    zone.path("notReady").asText(),
                    zone.path("waiting").asText(),
                    zone.path("message").asText());
        }
        return table.text();
    }

    private static String orNone(String text) {
        return text.isEmpty() ? "<none>" : text;
    }

    private static Counts count(ClusterClient client) {
        List<StoredObject> nodes = list(client, ResourceTypes.NODES);
        int ready = 0;
        int cordoned = 0;
        int noExecute = 0;
        for (StoredObject stored : nodes) {
            Node node = stored.view(Node.class);
            ready += node.condition(Node.READY).filter(Condition::isTrue).isPresent() ? 1 : 0;
            cordoned += node.spec().unschedulable() ? 1 : 0;
            noExecute += node.spec().taints().stream().anyMatch(t -> t.effect() == TaintEffect.NO_EXECUTE) ? 1 : 0;
        }
        var phases = new TreeMap<String, Integer>();
        for (StoredObject pod : list(client, ResourceTypes.PODS)) {
            String phase = pod.header().deleting()
                    ? "Terminating"
                    : pod.view(Pod.class).status().phase().word();
            phases.merge(phase, 1, Integer::sum);
        }
        return new Counts(nodes.size(), ready, cordoned, noExecute, phases);
    }

    private static List<StoredObject> list(ClusterClient client, ResourceType type) {
        return switch (client.list(type, "", Map.of())) {
            case ApiReply.Many many -> many.items();
            case ApiReply.Failure(var status, var _) ->
                throw new CommandFailure(
                        ExitCode.FAILED, "cannot list %s: %s".formatted(type.resource(), status.message()));
            case ApiReply.One _, ApiReply.Document _ ->
                throw new CommandFailure(ExitCode.FAILED, "cannot list %s".formatted(type.resource()));
        };
    }

    private void print(String version, Counts counts, List<JsonNode> zones) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            ObjectNode json = Json.object().put("version", version);
            json.putObject("nodes")
                    .put("total", counts.nodes())
                    .put("ready", counts.ready())
                    .put("cordoned", counts.cordoned())
                    .put("withNoExecuteTaint", counts.noExecute());
            ObjectNode pods = json.putObject("pods");
            counts.pods().forEach(pods::put);
            zones.forEach(json.putArray("zones")::add);
            out.println(new String(Json.write(json), StandardCharsets.UTF_8));
        } else {
            var table = new TextTable("VERSION", "NODES", "READY", "CORDONED", "NOEXECUTE", "PODS");
            String pods = counts.pods().isEmpty()
                    ? "0"
                    : String.join(
                            ", ",
                            counts.pods().entrySet().stream()
                                    .map(entry -> entry.getValue() + " " + entry.getKey())
                                    .toList());
            table.row(
                    version,
                    String.valueOf(counts.nodes()),
                    String.valueOf(counts.ready()),
                    String.valueOf(counts.cordoned()),
                    String.valueOf(counts.noExecute()),
                    pods);
            out.print(table.text());
            if (!zones.isEmpty()) {
                out.println();
                out.print(zoneTable(zones));
            }
        }
        out.flush();
    }
}
