package dev.tenure.launch.up;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.controllers.tainteviction.Semantics;
import dev.tenure.launch.apiserver.ApiConfig;
import dev.tenure.launch.apiserver.ApiFlags;
import dev.tenure.launch.controllers.LifecycleOptions;
import dev.tenure.launch.controllers.SemanticsConverter;
import dev.tenure.launch.log.LogSetup;
import dev.tenure.launch.process.Detached;
import dev.tenure.launch.process.Directories;
import dev.tenure.launch.scheduler.SchedulerFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
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
    private static final int PORT_MAX = 65_535;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "3",
            description = "Make simulated nodes node-1 … node-N unless they are there (default: ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--node-file",
            paramLabel = "FILE",
            description = "Make the v1 Nodes of this YAML or JSON file, simulated. May be repeated.")
    private List<Path> nodeFiles = List.of();

    @Option(
            names = "--manage-all-nodes",
            description =
                    "Play the kubelet of every node, not only of those that Tenure made or that are annotated tenure.dev/node=simulated or kwok.x-k8s.io/node=fake.")
    private boolean manageAllNodes;

    @Option(
            names = "--kubelet-config",
            paramLabel = "[POOL=]FILE",
            description =
                    "KubeletConfiguration (v1beta1) of the simulated nodes, or of those that are labelled tenure.dev/pool=POOL. May be repeated.")
    private List<String> kubeletConfigs = List.of();

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where everything is kept (default: $XDG_DATA_HOME/tenure or ~/.local/share/tenure).")
    private @Nullable Path dataDir;

    @Option(names = "--ephemeral", description = "Keep objects in memory only; they are gone when the process ends.")
    private boolean ephemeral;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "6443",
            description = "Port of the API server; 0 for a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address to listen on (default: ${DEFAULT-VALUE}).")
    private String bind = "127.0.0.1";

    @Option(
            names = "--semantics",
            paramLabel = "WHICH",
            defaultValue = "documented",
            converter = SemanticsConverter.class,
            description =
                    "How taint eviction counts time: documented, or kubernetes-1.36 with upstream's oddities (default: ${DEFAULT-VALUE}).")
    private Semantics semantics = Semantics.DOCUMENTED;

    @Option(
            names = "--scheduler-config",
            paramLabel = "FILE",
            description = "KubeSchedulerConfiguration of version v1, YAML or JSON (default: upstream's defaults).")
    private @Nullable Path schedulerConfig;

    @Mixin
    private LifecycleOptions lifecycle = new LifecycleOptions();

    @Mixin
    private ApiFlags apiFlags = new ApiFlags();

    @Option(
            names = {"-d", "--detach"},
            description = "Return as soon as the cluster is ready; it runs on in the background.")
    private boolean detach;

    @Option(names = "-v", description = "Log what happens; -vv logs more.")
    private boolean[] verbosity = new boolean[0];

    @Override
    public Integer call() {
        LogSetup.apply(verbosity.length);
        check();
        PrintWriter out = spec.commandLine().getOut();
        if (detach) {
            return Detached.start(
                    Directories.choose(dataDir),
                    spec.commandLine().getParseResult().originalArgs(),
                    out);
        }
        return new Up(config(), out).run();
    }

    private void check() {
        if (nodes < 0 || nodes > NODES_MAX) {
            throw usage("--nodes %d is out of range: 0 to %d".formatted(nodes, NODES_MAX));
        }
        if (port < 0 || port > PORT_MAX) {
            throw usage("--port %d is out of range: 0 to %d".formatted(port, PORT_MAX));
        }
        lifecycle.check();
    }

    private static CommandFailure usage(String message) {
        return new CommandFailure(ExitCode.USAGE, message);
    }

    private UpConfig config() {
        return new UpConfig(
                apiFlags.apply(
                        ApiConfig.standard(Directories.choose(dataDir), ephemeral, new ApiConfig.Listen(bind, port))),
                new UpConfig.Nodes(nodes, List.copyOf(nodeFiles), manageAllNodes, KubeletFiles.read(kubeletConfigs)),
                semantics,
                lifecycle,
                SchedulerFile.read(schedulerConfig));
    }
}
