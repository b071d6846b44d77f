package dev.tenure.cli.command;

import dev.tenure.cli.print.FailedOwners;
import dev.tenure.cli.print.StatusText;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.policy.PausedOwners;
import dev.tenure.plan.timeline.RemovedRecord;
import dev.tenure.rules.pod.RejectedPodsRule;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Shows how a cluster is: its version, nodes, taints, pressure, pods, zones, and why pods were evicted.
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = "Show how a cluster is: nodes, taints, pressure, pods, zones, and the causes of past evictions.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it answers", "1:something went wrong", "3:nothing answers there"})
public final class StatusCommand implements Callable<Integer> {
    private static final String NODE_LIFECYCLE = "/tenure/v1/node-lifecycle";
    private static final String TAINT_EVICTION = "/tenure/v1/taint-eviction?limit=0";
    private static final List<String> PRESSURES = List.of("MemoryPressure", "DiskPressure", "PIDPressure");

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private OutputOption output = new OutputOption();

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
            addNodes(status, list(client, ResourceTypes.NODES));
            addPods(status, list(client, ResourceTypes.PODS));
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

    private static void addNodes(ObjectNode status, List<StoredObject> nodes) {
        int ready = 0;
        int cordoned = 0;
        int noExecute = 0;
        Map<String, List<String>> taints = new TreeMap<>();
        Map<String, List<String>> pressure = new TreeMap<>();
        for (StoredObject stored : nodes) {
            Node node = stored.view(Node.class);
            ready += node.condition(Node.READY).filter(Condition::isTrue).isPresent() ? 1 : 0;
            cordoned += node.spec().unschedulable() ? 1 : 0;
            noExecute += node.spec().taints().stream().anyMatch(t -> t.effect() == TaintEffect.NO_EXECUTE) ? 1 : 0;
            for (Taint taint : node.spec().taints()) {
                note(taints, taint.withoutTime().toString(), node);
            }
            for (String type : PRESSURES) {
                if (node.condition(type).filter(Condition::isTrue).isPresent()) {
                    note(pressure, type, node);
                }
            }
        }
        status.putObject("nodes")
                .put("total", nodes.size())
                .put("ready", ready)
                .put("cordoned", cordoned)
                .put("withNoExecuteTaint", noExecute);
        add(status.putObject("taints"), taints);
        add(status.putObject("pressure"), pressure);
    }

    private static void note(Map<String, List<String>> nodes, String word, Node node) {
        nodes.computeIfAbsent(word, key -> new ArrayList<>()).add(node.name());
    }

    private static void add(ObjectNode json, Map<String, List<String>> nodes) {
        nodes.forEach((word, names) -> names.forEach(json.withArrayProperty(word)::add));
    }

    private static void addPods(ObjectNode status, List<StoredObject> pods) {
        var phases = new TreeMap<String, Integer>();
        var rejected = new ArrayList<Pod>();
        for (StoredObject stored : pods) {
            Pod pod = stored.view(Pod.class);
            String phase = stored.header().deleting()
                    ? "Terminating"
                    : pod.status().phase().word();
            phases.merge(phase, 1, Integer::sum);
            if (RejectedPodsRule.rejected(pod)) {
                rejected.add(pod);
            }
        }
        phases.forEach(status.putObject("pods")::put);
        ArrayNode all = status.putArray("rejected");
        RejectedPodsRule.count(rejected)
                .forEach(each -> all.addObject()
                        .put("owner", each.owner())
                        .put("node", each.node())
                        .put("pods", each.count())
                        .put("last", each.newest().toString())
                        .put("why", each.why()));
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

    private void print(ObjectNode status) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.forPrograms()) {
            out.print(output.written(status));
        } else {
            out.print(StatusText.of(status, new SystemTime().wall()));
        }
        out.flush();
    }
}
