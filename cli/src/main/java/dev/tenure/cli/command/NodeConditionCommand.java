package dev.tenure.cli.command;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Reports conditions of a node, as an agent on it would.
@Command(
        name = "condition",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Report conditions of a node, as an agent on it would: of its network, its storage, its devices.",
            "NodeReadinessRules look at them. What the kubelet reports itself (Ready, MemoryPressure, …) it"
                    + " writes again: use `tenure node set` for these.",
            "",
            "  tenure node condition node-1 network.example.com/Ready=True",
            "  tenure node condition node-1 network.example.com/Ready-",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:it could not be done", "2:the command line is wrong", "3:nothing answers there"})
final class NodeConditionCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Parameters(index = "0", paramLabel = "NODE", description = "Name of a node.")
    private String name = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "CONDITION",
            converter = ReportedCondition.Converter.class,
            description = "TYPE=True, TYPE=False or TYPE=Unknown; TYPE- takes the condition away.")
    private List<ReportedCondition> conditions = List.of();

    @Option(names = "--reason", paramLabel = "WORD", description = "One word of why (default: ${DEFAULT-VALUE}).")
    private String reason = "Reported";

    @Option(names = "--message", paramLabel = "TEXT", description = "Why, in words.")
    private String message = "";

    @Mixin
    private ChangedNodesOption output = new ChangedNodesOption();

    @Override
    public Integer call() {
        return cluster.ask(endpoint -> {
            ClusterClient client = ClusterOptions.client(endpoint);
            Node node = read(client);
            var body = new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch(node, moment())));
            if (client.patch(ResourceTypes.NODES, "", name, "status", body)
                    instanceof ApiReply.Failure(var status, var _)) {
                throw new CommandFailure(ExitCode.FAILED, status.message());
            }
            String done = conditions.stream().map(ReportedCondition::toString).collect(Collectors.joining(", "));
            output.print(spec.commandLine().getOut(), List.of(name), done);
            return ExitCode.OK;
        });
    }

    private static Instant moment() {
        return new SystemTime().wall().truncatedTo(ChronoUnit.SECONDS);
    }

    private Node read(ClusterClient client) {
        return switch (client.get(ResourceTypes.NODES, "", name)) {
            case ApiReply.One(var _, StoredObject stored, var _) -> stored.view(Node.class);
            case ApiReply.Failure(var status, var _) -> throw new CommandFailure(ExitCode.FAILED, status.message());
            case ApiReply.Many _, ApiReply.Document _ ->
                throw new CommandFailure(ExitCode.FAILED, "the server answers something else than a node");
        };
    }

    private ObjectNode patch(Node node, Instant now) {
        ObjectNode patch = Json.object();
        ArrayNode list = patch.putObject("status").putArray("conditions");
        for (ReportedCondition each : conditions) {
            ObjectNode entry = list.addObject().put("type", each.type());
            Optional<Truth> status = each.status();
            if (status.isEmpty()) {
                entry.put("$patch", "delete");
                continue;
            }
            boolean turned = node.condition(each.type())
                    .map(Condition::status)
                    .filter(status.get()::equals)
                    .isEmpty();
            entry.put("status", status.get().word())
                    .put("reason", reason)
                    .put("message", message)
                    .put("lastHeartbeatTime", now.toString());
            if (turned) {
                entry.put("lastTransitionTime", now.toString());
            }
        }
        return patch;
    }
}
