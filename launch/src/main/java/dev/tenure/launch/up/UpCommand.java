package dev.tenure.launch.up;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.SemanticsWords;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.kubelet.configuration.NodePools;
import dev.tenure.launch.apiserver.ApiFlags;
import dev.tenure.launch.apiserver.ServerFlags;
import dev.tenure.launch.controllers.LifecycleOptions;
import dev.tenure.launch.controllers.SemanticsConverter;
import dev.tenure.launch.nodes.InitialNodes;
import dev.tenure.launch.nodes.NodeForm;
import dev.tenure.launch.nodes.NodeFormOptions;
import dev.tenure.launch.process.Detached;
import dev.tenure.launch.scheduler.SchedulerFile;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.copy.ClusterCopy;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Starts a cluster in this process and runs until it is told to stop.
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Start a cluster: API server, scheduler, controllers and simulated nodes.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped as asked; with --detach: ready",
            "1:it could not start or run on",
            "2:the command line is wrong"
        })
public final class UpCommand implements Callable<Integer> {
    private static final int NODES_MAX = 100_000;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "3",
            description = "Make simulated nodes node-1 … node-N unless they are there (default: ${DEFAULT-VALUE}).")
    private int nodes;

    @Mixin
    private NodeFormOptions form = new NodeFormOptions();

    @Option(
            names = "--node-file",
            paramLabel = "FILE",
            description = "Make the v1 Nodes of this YAML or JSON file, simulated. May be repeated.")
    private List<Path> nodeFiles = List.of();

    @Option(
            names = "--from",
            paramLabel = "FILE|DIR|-",
            description = "Begin with the objects of another cluster, of which `tenure export` or kubectl made these"
                    + " files: with uids and statuses, and its nodes simulated. The data directory must be new; --nodes"
                    + " then is 0 unless it is given. May be repeated.")
    private List<String> from = List.of();

    @Option(
            names = "--manage-all-nodes",
            description = "Play the kubelet of every node, not only of those that Tenure made or that are annotated"
                    + " tenure.dev/node=simulated or kwok.x-k8s.io/node=fake.")
    private boolean manageAllNodes;

    @Option(
            names = "--kubelet-config",
            paramLabel = "[POOL=]FILE",
            description = "KubeletConfiguration (v1beta1) of the simulated nodes, or of those that are labelled"
                    + " tenure.dev/pool=POOL. May be repeated.")
    private List<String> kubeletConfigs = List.of();

    @Option(
            names = "--semantics",
            paramLabel = "WHICH",
            converter = SemanticsConverter.class,
            completionCandidates = SemanticsWords.class,
            description =
                    "How taint eviction counts time: documented, or kubernetes-1.36 with upstream's oddities (default:"
                            + " as the files of --from say, else documented).")
    private @Nullable Semantics semantics;

    @Option(
            names = "--scheduler-config",
            paramLabel = "FILE",
            description = "KubeSchedulerConfiguration of version v1, YAML or JSON (default: upstream's defaults).")
    private @Nullable Path schedulerConfig;

    @Option(names = "--practise", hidden = true)
    private boolean practises;

    @Mixin
    private ServerFlags server = new ServerFlags();

    @Mixin
    private LifecycleOptions lifecycle = new LifecycleOptions();

    @Mixin
    private ApiFlags apiFlags = new ApiFlags();

    @Override
    public Integer call() {
        server.check();
        check();
        if (from.contains(DumpFiles.STDIN) && Detached.isBackground()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--from - reads standard input, which a process in the background has not: name a file, or leave --detach out");
        }
        UpConfig.Nodes made = nodes();
        Optional<ClusterDump> other = from.isEmpty() ? Optional.empty() : Optional.of(dump());
        List<StoredObject> first = other.map(this::copied).orElse(List.of());
        return new Up(config(made, semantics(other)), first, spec.commandLine().getOut()).run();
    }

    private void check() {
        if (nodes < 0 || nodes > NODES_MAX) {
            throw new CommandFailure(ExitCode.USAGE, "--nodes %d is out of range: 0 to %d".formatted(nodes, NODES_MAX));
        }
        lifecycle.check();
    }

    /// The settings of the nodes; what is ignored of them, or cannot be, is reported.
    private UpConfig.Nodes nodes() {
        PrintWriter err = spec.commandLine().getErr();
        NodePools pools = KubeletFiles.read(kubeletConfigs, warning -> err.println("warning: " + warning));
        boolean counted = from.isEmpty() || spec.commandLine().getParseResult().hasMatchedOption("--nodes");
        int count = counted ? nodes : 0;
        NodeForm like = form.form(count, NODES_MAX);
        var made = new UpConfig.Nodes(count, like, InitialNodes.ofFiles(nodeFiles), manageAllNodes, pools);
        if (!kubeletConfigs.isEmpty()) {
            List<ObjectNode> manifests =
                    made.wanted().stream().map(InitialNodes.Wanted::node).toList();
            ReservationWarnings.of(manifests, pools).forEach(warning -> err.println("warning: " + warning));
        }
        err.flush();
        return made;
    }

    private ClusterDump dump() {
        try {
            return DumpFiles.read(from, System.in);
        } catch (DumpException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    /// The objects to begin with; what is not as in the files is reported.
    private List<StoredObject> copied(ClusterDump dump) {
        try {
            ClusterCopy copy = ClusterCopy.of(dump, new SystemTime().wall());
            copy.notes().forEach(this::note);
            return copy.objects();
        } catch (DumpException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    /// What the command line says; else a copy goes by what its files say.
    private Semantics semantics(Optional<ClusterDump> other) {
        if (semantics != null) {
            return semantics;
        }
        Semantics stated = other.flatMap(dump -> dump.stated().semantics()).orElse(Semantics.DOCUMENTED);
        if (stated != Semantics.DOCUMENTED) {
            note("taint eviction counts time as in the cluster of the files, --semantics=%s: stays begin when it starts"
                    .formatted(stated.word()));
        }
        return stated;
    }

    private void note(String note) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("note: " + note);
        err.flush();
    }

    private UpConfig config(UpConfig.Nodes made, Semantics counted) {
        FeatureGates switched = apiFlags.gates();
        SchedulerFile.read(schedulerConfig, switched);
        return new UpConfig(
                apiFlags.apply(server.config().guardingNodes()),
                made,
                counted,
                lifecycle,
                () -> SchedulerFile.read(schedulerConfig, switched),
                switched,
                practises);
    }
}
