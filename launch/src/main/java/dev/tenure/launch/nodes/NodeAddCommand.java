package dev.tenure.launch.nodes;

import dev.tenure.cli.command.ChangedNodesOption;
import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.NodeCommand;
import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Adds simulated nodes to a cluster that runs.
@Command(
        name = "add",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Add simulated nodes to a running cluster.",
            "They are as those of `tenure up`, with 4 processors, 16Gi of memory and room for 110 pods, unless --capacity"
                    + " says otherwise. `kubectl delete node` takes them away."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:a node of such a name is there already, or the cluster refuses one",
            "2:the command line is wrong",
            "3:nothing answers there"
        },
        footer = {
            "",
            "Examples:",
            "  tenure node add --count 50 --zones 3",
            "  tenure node add gpu-1 gpu-2 --taint gpu=true:NoSchedule --label pool=gpu"
        })
public final class NodeAddCommand implements Callable<Integer> {
    private static final int NODES_MAX = 100_000;
    private static final String NUMBERED = "node-";

    /// Of numbers; a name with more is no number.
    private static final int DIGITS_MAX = 8;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "Names of the new nodes.")
    private List<String> names = List.of();

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "Add this many, called node-N with the numbers that follow the highest there is.")
    private Optional<Integer> count = Optional.empty();

    @Option(
            names = "--zones",
            paramLabel = "N",
            description = "Put them into zone-1 … zone-N in turn (default: into none).")
    private int zones;

    @Option(names = "--label", split = ",", paramLabel = "KEY=VALUE", description = "A label. May be repeated.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(
            names = "--taint",
            split = ",",
            paramLabel = "KEY[=VALUE]:EFFECT",
            description = "A taint that they bear from the beginning. May be repeated.")
    private List<String> taints = List.of();

    @Option(
            names = "--capacity",
            split = ",",
            paramLabel = "RESOURCE=AMOUNT",
            description = "What they have, for example cpu=8,memory=32Gi.")
    private Map<String, String> capacity = new LinkedHashMap<>();

    @Mixin
    private ChangedNodesOption output = new ChangedNodesOption();

    /// `tenure node`, with this command among the others.
    public static CommandLine nodeCommandLine() {
        return new CommandLine(new NodeCommand()).addSubcommand(new NodeAddCommand());
    }

    @Override
    public Integer call() {
        if (names.isEmpty() == count.isEmpty()) {
            throw usage("say either the names of the new nodes, or --count");
        }
        if (count.filter(each -> each < 1 || each > NODES_MAX).isPresent()) {
            throw usage("--count %d is out of range: 1 to %d".formatted(count.get(), NODES_MAX));
        }
        if (zones < 0) {
            throw usage("--zones %d is out of range: 0 and more".formatted(zones));
        }
        NodeForm form = NodeForm.read("--", zones, labels, taints, capacity);
        int code = cluster.ask(endpoint -> add(ClusterOptions.client(endpoint), form));
        spec.commandLine().getOut().flush();
        return code;
    }

    private int add(ClusterClient client, NodeForm form) {
        Set<String> there = names(client);
        int last = count.isPresent() ? last(there) : 0;
        Set<String> wanted = count.map(number -> following(last, number)).orElseGet(() -> new LinkedHashSet<>(names));
        List<String> twice = wanted.stream().filter(there::contains).toList();
        if (!twice.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.FAILED, "nodes \"%s\" already exists".formatted(String.join("\", \"", twice)));
        }
        var nodes = new ArrayList<InitialNodes.Wanted>();
        for (String name : wanted) {
            nodes.add(new InitialNodes.Wanted(form.node(name, last + nodes.size()), Optional.empty()));
        }
        InitialNodes.create(client, nodes, _ -> {});
        output.print(spec.commandLine().getOut(), wanted, "added");
        return ExitCode.OK;
    }

    private static Set<String> names(ClusterClient client) {
        return switch (client.list(ResourceTypes.NODES, "", Map.of())) {
            case ApiReply.Many many ->
                many.items().stream().map(node -> node.key().name()).collect(Collectors.toSet());
            case ApiReply.Failure(var status, var _) -> throw new CommandFailure(ExitCode.FAILED, status.message());
            case ApiReply.One _, ApiReply.Document _ ->
                throw new CommandFailure(ExitCode.FAILED, "the server answers something else than nodes");
        };
    }

    /// The highest number of a node that is called as `tenure up` calls them.
    static int last(Set<String> there) {
        return there.stream()
                .filter(name -> name.startsWith(NUMBERED))
                .map(name -> name.substring(NUMBERED.length()))
                .filter(number -> !number.isEmpty()
                        && number.length() <= DIGITS_MAX
                        && number.chars().allMatch(digit -> digit >= '0' && digit <= '9'))
                .mapToInt(Integer::parseInt)
                .max()
                .orElse(0);
    }

    private static Set<String> following(int last, int count) {
        var next = new LinkedHashSet<String>();
        for (int i = 1; i <= count; i++) {
            next.add(NUMBERED + (last + i));
        }
        return next;
    }

    private static CommandFailure usage(String message) {
        return new CommandFailure(ExitCode.USAGE, message);
    }
}
