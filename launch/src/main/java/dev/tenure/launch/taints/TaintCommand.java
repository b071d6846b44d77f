package dev.tenure.launch.taints;

import dev.tenure.cli.command.ChangedNodesOption;
import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.DurationConverter;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.ServerOptions;
import dev.tenure.cli.command.plan.NodesOption;
import dev.tenure.cli.command.plan.TaintWords;
import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.node.TaintCalls;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.rules.taint.TermEdit;
import dev.tenure.rules.taint.TermEdit.Account;
import dev.tenure.rules.taint.TermEdit.Manner;
import dev.tenure.runtime.time.SystemTime;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `tenure taint`: puts taints on nodes for a while, changes when they go, and takes them away.
@Command(
        name = "taint",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Put taints on nodes for a while, as `kubectl taint` does for ever, with who answers for them and why.",
            "Works on any cluster, by get and patch on nodes. The controller `taint-term` takes them away: it runs in"
                    + " `tenure up`, and with `tenure controllers --controllers=taint-term` beside any Kubernetes.",
            "",
            "  tenure taint nodes node-1 maintenance=disk:NoExecute --for 2h --reason \"ticket 4711\"",
            "  tenure taint nodes node-1 maintenance:NoExecute --extend --until 16:00",
            "  tenure taint nodes node-1 maintenance:NoExecute-",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:it could not be done", "2:the command line is wrong", "3:nothing answers there"})
public final class TaintCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "nodes NODE... KEY[=VALUE]:EFFECT",
            description =
                    "KEY=VALUE:EFFECT or KEY:EFFECT adds a taint, KEY- or KEY:EFFECT- removes one before its time.")
    private List<String> words = List.of();

    @Mixin
    private NodesOption nodes = new NodesOption();

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "For how long from now.")
    private @Nullable Duration span;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "Until when: 2026-11-30T14:00:00Z, or 14:00, the next time that clocks here show it.")
    private @Nullable String until;

    @Option(names = "--reason", paramLabel = "TEXT", description = "What for, in one line.")
    private String reason = "";

    @Option(
            names = "--owner",
            paramLabel = "NAME",
            description = "Who answers for it (default: the user that the cluster takes you for).")
    private String owner = "";

    @Option(names = "--overwrite", description = "Put it anew where a taint of the same key and effect is.")
    private boolean overwrite;

    @Option(names = "--extend", description = "Let a taint that is there go at another time, later or earlier.")
    private boolean extend;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Mixin
    private ChangedNodesOption output = new ChangedNodesOption();

    private final SystemTime time = new SystemTime();

    @Override
    public Integer call() {
        Instant now = time.wall().truncatedTo(ChronoUnit.SECONDS);
        TaintWords read;
        NodeChoice choice;
        Optional<Instant> end;
        try {
            read = TaintWords.of(words);
            choice = nodes.orNamed(read.names());
            end = end(now);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
        check(read.edits(), end, now);
        return cluster.ask(server, endpoint -> {
            ClusterClient client = ClusterOptions.client(endpoint);
            String who = client.username();
            String account = owner.isEmpty() && !extend ? who : owner;
            var edit = new TermEdit(
                    read.edits(),
                    extend ? Manner.EXTEND : overwrite ? Manner.OVERWRITE : Manner.NEW,
                    end.map(at -> new Account(at, account, reason)),
                    owner.isEmpty() ? who : owner);
            List<String> all = names(client, choice);
            List<String> changed =
                    all.stream().filter(node -> write(client, node, edit, now)).toList();
            String what =
                    edit.account().map(term -> "tainted until " + term.until()).orElse("untainted");
            output.print(spec.commandLine().getOut(), changed, what);
            return changed.size() == all.size() ? ExitCode.OK : ExitCode.FAILED;
        });
    }

    private Optional<Instant> end(Instant now) {
        if (span != null && until != null) {
            throw new IllegalArgumentException("--for and --until say the same: give one of them");
        }
        return span != null
                ? Optional.of(now.plus(span))
                : Optional.ofNullable(until).map(text -> EndTime.parse(text, now, ZoneId.systemDefault()));
    }

    private void check(List<TaintEdit> edits, Optional<Instant> end, Instant now) {
        boolean adds = edits.stream().anyMatch(edit -> !edit.remove());
        if (adds && end.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE, "for how long? Give --for or --until; `kubectl taint` puts taints there for ever");
        }
        if (!adds && (end.isPresent() || extend || !reason.isEmpty())) {
            throw new CommandFailure(
                    ExitCode.USAGE, "a taint that is taken away needs no --for, --until, --extend or --reason");
        }
        if (extend && overwrite) {
            throw new CommandFailure(ExitCode.USAGE, "--extend keeps the taint, --overwrite puts it anew: give one");
        }
        if (end.filter(at -> !at.isAfter(now)).isPresent()) {
            throw new CommandFailure(ExitCode.USAGE, "%s has passed".formatted(end.get()));
        }
    }

    private static List<String> names(ClusterClient client, NodeChoice choice) {
        if (!choice.names().isEmpty()) {
            return choice.names();
        }
        Map<String, String> query = choice.selector().isEmpty() ? Map.of() : Map.of("labelSelector", choice.selector());
        return switch (client.list(ResourceTypes.NODES, "", query)) {
            case ApiReply.Many many
            when many.items().isEmpty() -> throw new CommandFailure(ExitCode.FAILED, "there is no such node");
            case ApiReply.Many many ->
                many.items().stream().map(node -> node.key().name()).toList();
            case ApiReply.Failure(var status, var _) ->
                throw new CommandFailure(ExitCode.FAILED, "cannot list nodes: " + status.message());
            case ApiReply.One _, ApiReply.Document _ ->
                throw new CommandFailure(ExitCode.FAILED, "the server answers something else than nodes");
        };
    }

    private boolean write(ClusterClient client, String node, TermEdit edit, Instant now) {
        PrintWriter err = spec.commandLine().getErr();
        try {
            ApiReply reply = TaintCalls.edit(client, node, found -> edit.appliedTo(found, now));
            if (reply instanceof ApiReply.Failure(var status, var _)) {
                err.println("error: " + status.message()
                        + (status.isForbidden() ? " (get and patch on nodes are needed)" : ""));
                err.flush();
                return false;
            }
        } catch (IllegalArgumentException e) {
            err.println("error: " + e.getMessage());
            err.flush();
            return false;
        }
        return true;
    }
}
