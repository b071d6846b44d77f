package dev.tenure.cli.command;

import dev.tenure.cli.command.WideOutputOption.Format;
import dev.tenure.cli.loops.LoopSurvey;
import dev.tenure.cli.print.EvictionRows;
import dev.tenure.cli.print.EvictionRows.Row;
import dev.tenure.cli.print.FailingText;
import dev.tenure.cli.print.LoopsText;
import dev.tenure.cli.print.Screen;
import dev.tenure.cli.print.TextTable;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.plan.timeline.RemovedRecord;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.PrettyJson;
import dev.tenure.wire.yaml.Yaml;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Shows which pods left their nodes before their time and why, and which will because of taints.
@Command(
        name = "evictions",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show which pods left their nodes before their time, with the cause of each: a taint of the node or"
                    + " of a device, pressure on the node, the API (`kubectl drain`), preemption; and which will leave"
                    + " because of taints, with the time that is left.",
            "Asks the taint eviction controller of a `tenure up`; what is past is remembered for seven days. Of any cluster"
                    + " the failed pods are shown that a FailedPodRetention had removed.",
            "With --loops, show instead the owners whose pods one node evicts or rejects again and again, and what would"
                    + " end it, tried in a copy of the cluster; asks any cluster, and writes nothing."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:shown",
            "1:there is nobody to ask, or there is nothing of that name and nothing is known of it",
            "2:the command line is wrong",
            "3:nothing answers there"
        })
public final class EvictionsCommand implements Callable<Integer> {
    private static final int NOT_FOUND = 404;
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "Only pods of this namespace (default: all).")
    private @Nullable String namespace;

    @Option(names = "--node", paramLabel = "NAME", description = "Only pods of this node.")
    private @Nullable String node;

    @Option(names = "--pod", paramLabel = "NAME", description = "Only pods of this name.")
    private @Nullable String pod;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "At most so many past and so many to come (default: ${DEFAULT-VALUE}).")
    private int limit = 1000;

    @Mixin
    private WideOutputOption output = new WideOutputOption();

    @Option(
            names = {"-w", "--watch"},
            description = {
                "After that, show what comes up, happens or is cancelled, until interrupted.",
                "A server that goes and comes back is told of and ends nothing."
            })
    private boolean watch;

    @Option(
            names = "--loops",
            description = "Show who makes pods that fail on the same node again and again, and what would end it.")
    private boolean loops;

    @Option(
            names = "--times",
            paramLabel = "N",
            defaultValue = "5",
            description = "With --loops: so many pods of an owner on a node are a loop (default: ${DEFAULT-VALUE}).")
    private int times = 5;

    @Option(
            names = "--within",
            paramLabel = "DURATION",
            defaultValue = "10m",
            converter = DurationConverter.class,
            description = "With --loops: if they failed within so long (default: ${DEFAULT-VALUE}).")
    private Duration within = Duration.ofMinutes(10);

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private ServerOptions server = new ServerOptions();

    private boolean headed;

    @Override
    public Integer call() {
        if (loops) {
            return cluster.ask(server, this::tellLoops);
        }
        return cluster.ask(server, endpoint -> {
            JsonNode page = ask(endpoint);
            Map<String, Row> shown = rows(page);
            if (shown.isEmpty() && !watch) {
                named().requireKnown(ClusterOptions.client(endpoint));
            }
            warn(endpoint, page);
            print(page, shown, Map.of(), true);
            var time = new SystemTime();
            var looks = new EvictionWatch(
                    time,
                    this::rows,
                    (next, now, before) -> print(next, now, before, false),
                    spec.commandLine().getErr(),
                    shown);
            while (watch && !Thread.currentThread().isInterrupted()) {
                Pause.of(LOOK_EVERY, time);
                looks.look(() -> ask(endpoint));
            }
            return ExitCode.OK;
        });
    }

    /// Who looks for a pod that should have stayed is told that the policy cannot be answered which spares
    /// it.
    private void warn(HttpEndpoint endpoint, JsonNode page) {
        JsonNode failing = TaintPolicies.read(ClusterOptions.client(endpoint), Optional.of(page))
                .failing();
        spec.commandLine().getErr().print(FailingText.of(failing));
        spec.commandLine().getErr().flush();
    }

    private int tellLoops(HttpEndpoint endpoint) {
        if (watch) {
            throw new CommandFailure(ExitCode.USAGE, "--loops looks once: leave out --watch");
        }
        if (pod != null) {
            throw new CommandFailure(ExitCode.USAGE, "--loops is about owners of pods: leave out --pod");
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        var report = new LoopsReport(endpoint, server.name(cluster.file().toString()), err);
        ObjectNode document = report.document(new LoopsReport.Wanted(Math.max(2, times), within, this::isMeant));
        if (document.path("loops").isEmpty()) {
            named().requireKnown(ClusterOptions.client(endpoint));
        }
        switch (output.format()) {
            case json -> out.println(PrettyJson.write(document).stripTrailing());
            case yaml -> out.print(new String(Yaml.write(document), StandardCharsets.UTF_8));
            case text, wide -> {
                if (document.path("loops").isEmpty()) {
                    err.println("No owner has pods that one node evicts or rejects again and again.");
                } else {
                    out.print(LoopsText.of(document, Screen.of(output.format() == Format.wide)));
                }
            }
        }
        out.flush();
        err.flush();
        return ExitCode.OK;
    }

    private NamedThings named() {
        return new NamedThings(Optional.ofNullable(node), Optional.ofNullable(namespace), Optional.ofNullable(pod));
    }

    private boolean isMeant(LoopSurvey.Found found) {
        String owner = found.loop().failure().owner();
        String its = owner.substring(owner.indexOf(' ') + 1);
        return (node == null || node.equals(found.loop().failure().node()))
                && (namespace == null || its.startsWith(namespace + "/"));
    }

    /// What the controller tells, with what is remembered of pods that were removed.
    private JsonNode ask(HttpEndpoint endpoint) {
        RemovedRecord removed = RemovedRecord.of(ClusterOptions.client(endpoint))
                .where(entry -> (namespace == null
                                || namespace.equals(entry.path("namespace").asText()))
                        && (node == null || node.equals(entry.path("node").asText()))
                        && (pod == null || pod.equals(entry.path("pod").asText())))
                .last(limit);
        ObjectNode page = page(endpoint, removed);
        page.set("removed", removed.beside(page).json());
        return page;
    }

    private ObjectNode page(HttpEndpoint endpoint, RemovedRecord removed) {
        HttpEndpoint.RawReply reply = endpoint.get("/tenure/v1/taint-eviction?limit=" + limit
                + parameter("namespace", namespace)
                + parameter("node", node)
                + parameter("pod", pod));
        if (reply.code() == NOT_FOUND && !removed.entries().isEmpty()) {
            return Json.object().put("now", new SystemTime().wall().toString());
        }
        if (reply.code() == NOT_FOUND) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "nobody there tells of evictions: it is not a `tenure up`, or its taint eviction controller is"
                            + " off");
        }
        if (!reply.isOk()) {
            throw ClusterOptions.answered(reply);
        }
        return Json.readObject(reply.body());
    }

    private static String parameter(String name, @Nullable String value) {
        return value == null ? "" : "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private Map<String, Row> rows(JsonNode page) {
        Map<String, Row> rows = new LinkedHashMap<>();
        EvictionRows.of(page, output.format() == Format.wide).forEach(row -> rows.put(row.identity(), row));
        return rows;
    }

    /// Prints what was not shown before.
    ///
    /// @param before rows of the last look, by identity
    private void print(JsonNode page, Map<String, Row> now, Map<String, Row> before, boolean first) {
        PrintWriter out = spec.commandLine().getOut();
        switch (output.format()) {
            case json -> whole(out, first || !before.keySet().equals(now.keySet()), PrettyJson.write(document(page)));
            case yaml -> whole(out, first || !before.keySet().equals(now.keySet()), yaml(page, first));
            case text, wide -> rows(out, before, now, first);
        }
        out.flush();
    }

    private static ObjectNode document(JsonNode page) {
        return VersionedDocument.of("EvictionList", page);
    }

    private static String yaml(JsonNode page, boolean first) {
        return (first ? "" : "---\n") + new String(Yaml.write(document(page)), StandardCharsets.UTF_8);
    }

    private static void whole(PrintWriter out, boolean changed, String text) {
        if (changed) {
            out.println(text.stripTrailing());
        }
    }

    private void rows(PrintWriter out, Map<String, Row> before, Map<String, Row> now, boolean first) {
        var fresh = new ArrayList<List<String>>();
        for (Row row : now.values()) {
            if (!before.containsKey(row.identity())) {
                fresh.add(row.cells());
            }
        }
        before.values().stream()
                .filter(row -> row.identity().startsWith("coming/") && !now.containsKey(row.identity()))
                .filter(row -> left(row, now).isEmpty())
                .forEach(row -> fresh.add(EvictionRows.cancelled(row).cells()));
        if (first && fresh.isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("No pod left its node before its time, and none will because of a taint.");
            return;
        }
        if (!fresh.isEmpty()) {
            var table = new TextTable(EvictionRows.headings(output.format() == Format.wide));
            fresh.forEach(cells -> table.row(cells.toArray(String[]::new)));
            Screen screen = Screen.of(output.format() == Format.wide);
            table.text(screen).lines().skip(headed ? 1 : 0).forEach(out::println);
            headed = true;
        }
    }

    /// The row that says that a pod which was to leave has left, or is to leave at another moment.
    private static Optional<Row> left(Row coming, Map<String, Row> now) {
        String uid = coming.identity().split("/", 3)[1];
        return now.values().stream()
                .filter(row -> row.identity().split("/", 3)[1].equals(uid))
                .findFirst();
    }
}
