package dev.tenure.launch.agent;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.kubelet.shutdown.ShutdownRule;
import dev.tenure.launch.log.LogSetup;
import dev.tenure.launch.process.MetricsOptions;
import dev.tenure.node.cri.RuntimeUnavailableException;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.Termination;
import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Makes this machine a node: runs the pods that are bound to it, in containers.
@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = {CheckCommand.class, JoinCommand.class},
        description = "Make this machine a node: run the pods that are bound to it, in containers.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped as asked; its pods run on",
            "1:it could not start or run on",
            "2:the command line or the configuration is wrong"
        })
public final class AgentCommand implements Callable<Integer> {
    private static final System.Logger LOG = System.getLogger(AgentCommand.class.getPackageName());

    private static final int USUAL_PORT = 10248;
    private static final Duration GOODBYE = Duration.ofSeconds(20);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private AgentOptions options = new AgentOptions();

    @Mixin
    private MetricsOptions metrics = new MetricsOptions("kubelet", USUAL_PORT);

    @Option(names = "-v", description = "Log what happens; -vv logs more.")
    private boolean[] verbosity = new boolean[0];

    @Override
    public Integer call() {
        LogSetup.apply(verbosity.length);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        options.warnings().forEach(err::println);
        AgentConfig config = AgentConfig.read(options, warning -> err.println("warning: " + warning));
        err.flush();
        Path kubeconfig = options.kubeconfig;
        if (kubeconfig == null) {
            throw new CommandFailure(ExitCode.USAGE, "--kubeconfig is missing: which cluster is this machine to join?");
        }
        Duration pods = config.housekeeping().shutdown().stream()
                .map(ShutdownRule.Share::period)
                .reduce(Duration.ZERO, Duration::plus);
        Termination termination = Termination.install(pods.plus(GOODBYE));
        var registry = new PrometheusRegistry();
        var faults = new LoggedFaults();
        faults.showIn(registry);
        try (var _ = metrics.open(registry, faults, out);
                var process = new AgentProcess(config, kubeconfig, new SystemTime(), registry, faults)) {
            process.start();
            out.println("tenure agent is node %s at %s (%s)"
                    .formatted(
                            process.facts().name(),
                            process.facts().address(),
                            process.facts().machine().runtime()));
            out.flush();
            try (var inhibitor = new ShutdownInhibitor(pods, process, ShutdownInhibitor.Places.MACHINE)) {
                boolean early = !pods.isZero() && inhibitor.start();
                boolean asked = termination.await();
                if (asked && !pods.isZero() && !early) {
                    shutDown(process, pods);
                }
                return termination.ending(asked ? ExitCode.OK : ExitCode.FAILED);
            }
        } catch (ConnectionException | RuntimeUnavailableException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, e.getMessage() + "; `tenure agent check` says what this machine lacks");
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, "this machine cannot be a node: " + IoWords.of(e));
        } finally {
            termination.done();
        }
    }

    /// A machine without logind goes down with the signal that ends its processes.
    private static void shutDown(AgentProcess process, Duration within) {
        var ended = new WakeUp();
        process.shutDown(ended::raise);
        try {
            if (!ended.await(within.plus(GOODBYE.dividedBy(2)))) {
                LOG.log(System.Logger.Level.WARNING, "not all pods ended within {0}", within);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
