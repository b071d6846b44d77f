package dev.tenure.launch.taints;

import dev.tenure.cli.command.CalledAs;
import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.DurationConverter;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.ServerOptions;
import dev.tenure.cli.command.WideOutputOption;
import dev.tenure.cli.command.WideOutputOption.Format;
import dev.tenure.cli.print.FailingText;
import dev.tenure.cli.print.TaintChangesText;
import dev.tenure.cli.print.TaintsText;
import dev.tenure.cli.taints.PodsInSight;
import dev.tenure.cli.taints.StayRecords;
import dev.tenure.cli.taints.TaintSurvey;
import dev.tenure.cli.taints.TaintWatch;
import dev.tenure.cli.taints.TaintWatch.Notice;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.controllers.nodereadiness.ReadinessTypes;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.policy.ReadinessReasons;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.plan.source.Gap;
import dev.tenure.rules.taint.TaintPattern;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.PrettyJson;
import dev.tenure.wire.yaml.Yaml;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Shows the taints of a cluster: where they are, since when, from whom and why, and what they do to pods.
@Command(
        name = "taints",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "List the taints of all nodes: since when, who put them there and why, and what they do to pods. With a"
                    + " taint, tell all about that one: each node, each pod, and how it is removed.",
            "Asks any cluster, by get and list alone, and writes nothing. The list of taints is one field, so a node"
                    + " tells who wrote it last, not who added which taint; what nothing tells is unknown."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:shown",
            "1:no node bears such a taint or key, there is no such node, or nodes cannot be listed",
            "2:the command line is wrong",
            "3:nothing answers there"
        },
        footer = {
            "",
            "Examples:",
            "  tenure taints -l pool=gpu -o wide",
            "  tenure taints dedicated=gpu:NoExecute",
            "  tenure taints --watch --key example.com/maintenance"
        })
public final class TaintsCommand implements Callable<Integer> {
    private static final int AT_ONCE = 500;
    private static final int WORKERS_MAX = 4;
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "KEY[=VALUE][:EFFECT]",
            description = "The taint to tell all about (default: all taints, one row each).")
    private @Nullable String taint;

    @Option(names = "--node", paramLabel = "NAME", description = "Only this node. May be repeated.")
    private List<String> nodes = List.of();

    @Option(
            names = {"-l", "--selector"},
            paramLabel = "SELECTOR",
            description = "Only nodes with these labels, as kubectl takes them.")
    private String selector = "";

    @Option(names = "--key", paramLabel = "KEY", description = "Only taints with this key. May be repeated.")
    private List<String> keys = List.of();

    @Option(
            names = "--sort",
            paramLabel = "BY",
            defaultValue = "taint",
            description = "In which order, one of: ${COMPLETION-CANDIDATES}; most nodes, newest or most pods first"
                    + " (default: ${DEFAULT-VALUE}).")
    private TaintSurvey.Order order = TaintSurvey.Order.taint;

    @Mixin
    private WideOutputOption output = new WideOutputOption();

    @Option(
            names = {"-w", "--watch"},
            description = "After that, tell each change of a taint with who wrote it, until interrupted.")
    private boolean watch;

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "With --watch: end after so long.")
    private @Nullable Duration span;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private ServerOptions server = new ServerOptions();

    private final TimeSource time = new SystemTime();

    @Override
    public Integer call() {
        Optional<TaintPattern> pattern = pattern();
        if (span != null && !watch) {
            throw new CommandFailure(ExitCode.USAGE, "--for says how long to watch: give --watch too");
        }
        var subject = new TaintWatch.Subject(
                query(),
                Set.copyOf(nodes),
                each -> isWanted(each)
                        && pattern.filter(one -> !one.matches(each)).isEmpty());
        return cluster.ask(server, endpoint -> {
            ClusterClient client = ClusterOptions.client(endpoint);
            List<StoredObject> found = nodes(client, subject);
            boolean shown = show(survey(endpoint, found, subject), pattern);
            if (watch) {
                follow(client, subject, found);
            }
            return shown || watch || !isNamed() ? ExitCode.OK : ExitCode.FAILED;
        });
    }

    private Optional<TaintPattern> pattern() {
        try {
            return Optional.ofNullable(taint).map(TaintPattern::parse);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    private boolean isWanted(Taint each) {
        return keys.isEmpty() || keys.contains(each.key());
    }

    private Map<String, String> query() {
        var query = new HashMap<String, String>();
        if (!selector.isEmpty()) {
            query.put("labelSelector", selector);
        }
        if (nodes.size() == 1) {
            query.put("fieldSelector", "metadata.name=" + nodes.getFirst());
        }
        return query;
    }

    private List<StoredObject> nodes(ClusterClient client, TaintWatch.Subject subject) {
        return switch (client.list(ResourceTypes.NODES, "", subject.query())) {
            case ApiReply.Many many -> {
                List<StoredObject> found =
                        many.items().stream().filter(subject::means).toList();
                var missing = new LinkedHashSet<>(nodes);
                found.forEach(node -> missing.remove(node.key().name()));
                if (!missing.isEmpty() && !watch) {
                    throw new CommandFailure(
                            ExitCode.FAILED,
                            "there is no node %s%s"
                                    .formatted(
                                            String.join(", ", missing),
                                            selector.isEmpty() ? "" : " with the labels " + selector));
                }
                yield found;
            }
            case ApiReply.Failure(var status, var _) ->
                throw new CommandFailure(
                        ExitCode.FAILED,
                        status.isForbidden()
                                ? "the caller may not list nodes (%s): grant get and list on nodes, and on pods"
                                        .formatted(status.message())
                                : "cannot list nodes: " + status.message());
            case ApiReply.One _, ApiReply.Document _ ->
                throw new CommandFailure(ExitCode.FAILED, "the server answers something else than nodes");
        };
    }

    private TaintSurvey survey(HttpEndpoint endpoint, List<StoredObject> found, TaintWatch.Subject subject) {
        ClusterClient client = ClusterOptions.client(endpoint);
        var gaps = new ArrayList<Gap>();
        List<Taint> borne = found.stream()
                .flatMap(node -> node.view(Node.class).spec().taints().stream())
                .toList();
        TaintPolicies policies = borne.isEmpty() ? TaintPolicies.NONE : policies(endpoint, gaps);
        // only those because of which pods leave are in records
        boolean recorded =
                policies.makeSomeLeave() || borne.stream().anyMatch(each -> each.effect() == TaintEffect.NO_EXECUTE);
        StayRecords records = !recorded
                ? StayRecords.NONE
                : list(
                                client,
                                ResourceTypes.CONFIG_MAPS,
                                StayRecords.NAMESPACE,
                                Map.of("labelSelector", StayRecords.SELECTOR))
                        .map(StayRecords::of)
                        .orElseGet(() -> {
                            gaps.add(gap("configmaps", "since when taints are there that Tenure keeps a record of"));
                            return StayRecords.NONE;
                        });
        Optional<List<Pod>> pods = pods(client, found, subject);
        if (pods.isEmpty()) {
            gaps.add(gap("pods", "what the taints do to pods"));
        }
        var sight = new TaintSurvey.Sight(
                TaintSurvey.nodes(found, records), pods, policies, reasons(endpoint, found, gaps), gaps, time.wall());
        return TaintSurvey.of(sight, subject.taints(), order);
    }

    /// @return empty when the caller may not list them
    private static Optional<List<Pod>> pods(
            ClusterClient client, List<StoredObject> found, TaintWatch.Subject subject) {
        return switch (PodsInSight.read(client, found, subject.taints())) {
            case PodsInSight.Outcome.Read(var pods) -> Optional.of(pods);
            case PodsInSight.Outcome.Refused(var status) when status.isForbidden() -> Optional.empty();
            case PodsInSight.Outcome.Refused(var status) ->
                throw new CommandFailure(ExitCode.FAILED, "cannot list pods: " + status.message());
        };
    }

    /// The policies, where there can be any, with what the taint eviction controller tells of itself.
    private static TaintPolicies policies(HttpEndpoint endpoint, List<Gap> gaps) {
        ResourceType kind = PolicyTypes.POLICIES;
        if (!endpoint.get("/apis/" + kind.apiVersion()).isOk()) {
            return TaintPolicies.NONE;
        }
        Optional<List<StoredObject>> policies = list(ClusterOptions.client(endpoint), kind, "", Map.of());
        if (policies.isEmpty()) {
            gaps.add(gap(kind.resource() + "." + kind.group(), "which pods policies hold, and until when"));
        }
        if (policies.filter(List::isEmpty).isPresent()) {
            return TaintPolicies.NONE;
        }
        HttpEndpoint.RawReply page = endpoint.get("/tenure/v1/taint-eviction?limit=100000");
        return TaintPolicies.of(
                policies.orElse(List.of()), page.isOk() ? Optional.of(Json.readObject(page.body())) : Optional.empty());
    }

    /// Why taints are there; rules of node readiness are asked for where they may keep one.
    private static ReadinessReasons reasons(HttpEndpoint endpoint, List<StoredObject> nodes, List<Gap> gaps) {
        ResourceType kind = ReadinessTypes.RULES;
        boolean kept = nodes.stream()
                .flatMap(node -> node.view(Node.class).spec().taints().stream())
                .anyMatch(ReadinessReasons::mayKeep);
        if (!kept || !endpoint.get("/apis/" + kind.apiVersion()).isOk()) {
            return ReadinessReasons.NONE;
        }
        return list(ClusterOptions.client(endpoint), kind, "", Map.of())
                .map(ReadinessReasons::of)
                .orElseGet(() -> {
                    gaps.add(gap(
                            kind.resource() + "." + kind.group(),
                            "for which conditions nodes bear taints of readiness"));
                    return ReadinessReasons.NONE;
                });
    }

    private static Gap gap(String resource, String unknown) {
        return new Gap(resource, "the caller may not list them", unknown);
    }

    /// @return empty when the caller may not list them
    private static Optional<List<StoredObject>> list(
            ClusterClient client, ResourceType type, String namespace, Map<String, String> query) {
        return switch (client.list(type, namespace, query)) {
            case ApiReply.Many many -> Optional.of(many.items());
            case ApiReply.Failure(var status, var _) when status.isForbidden() -> Optional.empty();
            case ApiReply.Failure(var status, var _) when status.isNotFound() -> Optional.of(List.of());
            case ApiReply.Failure(var status, var _) ->
                throw new CommandFailure(
                        ExitCode.FAILED, "cannot list %s: %s".formatted(type.resource(), status.message()));
            case ApiReply.One _, ApiReply.Document _ ->
                throw new CommandFailure(ExitCode.FAILED, "the server answers something else than " + type.resource());
        };
    }

    /// @return whether there was anything to show
    private boolean show(TaintSurvey survey, Optional<TaintPattern> pattern) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        ObjectNode document =
                survey.document(pattern.isPresent(), CalledAs.now().words());
        document.path("unknown")
                .forEach(gap -> err.println("warning: " + Gap.of(gap).text()));
        if (survey.isEmpty() && (isNamed() || isText())) {
            err.println(nothing(pattern));
        }
        switch (output.format()) {
            case json -> out.print(PrettyJson.write(document).stripTrailing() + "\n");
            case yaml -> out.print(new String(Yaml.write(document), StandardCharsets.UTF_8));
            case text, wide -> {
                if (survey.isEmpty()) {
                    err.print(FailingText.of(document.path("failingPolicies")));
                } else if (pattern.isPresent()) {
                    out.print(TaintsText.detail(document));
                } else {
                    out.print(TaintsText.list(document, output.format() == Format.wide));
                }
            }
        }
        out.flush();
        err.flush();
        return !survey.isEmpty();
    }

    private boolean isText() {
        return output.format() == Format.text || output.format() == Format.wide;
    }

    /// Whether taints are asked for that somebody believes to be there: a name that is nowhere is likely a
    /// slip.
    private boolean isNamed() {
        return taint != null || !keys.isEmpty();
    }

    private String nothing(Optional<TaintPattern> pattern) {
        boolean all = nodes.isEmpty() && selector.isEmpty();
        String who = all ? "No node" : "None of these nodes";
        if (pattern.isPresent()) {
            return "%s bears the taint %s.".formatted(who, pattern.get());
        }
        return keys.isEmpty()
                ? who + " bears a taint."
                : "%s bears a taint with the key %s.".formatted(who, String.join(" or ", keys));
    }

    private void follow(ClusterClient client, TaintWatch.Subject subject, List<StoredObject> known) {
        var text = new TaintChangesText();
        Optional<Tick> end = Optional.ofNullable(span).map(length -> time.now().plus(length));
        PrintWriter out = spec.commandLine().getOut();
        if (isText()) {
            out.println();
            out.println(text.headings());
            out.flush();
        }
        var broken = new Published<>(Optional.<String>empty());
        try (var loop = new ThreadedLoop("taints", time, WORKERS_MAX, (_, about, fault) -> {
                    broken.publish(Optional.of("%s failed: %s".formatted(about, fault)));
                    return "";
                });
                var changes = new TaintWatch(loop, client, subject, known)) {
            while (broken.get().isEmpty()
                    && !Thread.currentThread().isInterrupted()
                    && end.filter(tick -> !tick.isAfter(time.now())).isEmpty()) {
                changes.take(AT_ONCE).forEach(notice -> print(notice, text));
                out.flush();
                Pause.of(LOOK_EVERY, time);
            }
            changes.take(AT_ONCE).forEach(notice -> print(notice, text));
            out.flush();
        }
        broken.get().ifPresent(why -> {
            throw new CommandFailure(ExitCode.FAILED, why);
        });
    }

    private void print(Notice notice, TaintChangesText text) {
        PrintWriter err = spec.commandLine().getErr();
        switch (notice) {
            case Notice.Changed(var change) -> print(change.json(), text);
            case Notice.Lost(var why) -> err.println("the cluster is not followed at present: " + why);
            case Notice.Regained _ ->
                err.println("followed again; of what happened in between only what came of it is told");
        }
        err.flush();
    }

    private void print(JsonNode change, TaintChangesText text) {
        PrintWriter out = spec.commandLine().getOut();
        switch (output.format()) {
            case json -> out.println(new String(Json.write(change), StandardCharsets.UTF_8));
            case yaml -> out.print("---\n" + new String(Yaml.write(change), StandardCharsets.UTF_8));
            case text, wide -> out.println(text.line(change));
        }
    }
}
