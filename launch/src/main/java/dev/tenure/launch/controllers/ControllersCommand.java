package dev.tenure.launch.controllers;

import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.SemanticsWords;
import dev.tenure.cli.command.ServerOptions;
import dev.tenure.client.election.ElectionConfiguration;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.controllers.ControllerCatalogue;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.kinds.expression.TaintExpressions;
import dev.tenure.launch.log.LogSetup;
import dev.tenure.launch.process.GateOptions;
import dev.tenure.launch.process.LeadProcess;
import dev.tenure.launch.process.MetricsOptions;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.runtime.io.Termination;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Runs controllers alone, for any API server.
@Command(
        name = "controllers",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Run controllers alone, for any Kubernetes API server: all, or those of --controllers.",
            "Where a kube-controller-manager runs, switch the same controllers off there, for example with"
                    + " --controllers=*,-taint-eviction-controller."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped as asked",
            "1:it lost the lease, or could not run on",
            "2:the command line is wrong",
            "3:nothing answers there"
        })
public final class ControllersCommand implements Callable<Integer> {

    private static final int USUAL_PORT = 10257;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Option(
            names = "--controllers",
            paramLabel = "LIST",
            defaultValue = "*",
            description = "Names with commas between: '*' for all, NAME for one, -NAME for all but this"
                    + " (default: ${DEFAULT-VALUE}).")
    private String controllers = "*";

    @Option(
            names = "--semantics",
            paramLabel = "WHICH",
            defaultValue = "documented",
            converter = SemanticsConverter.class,
            completionCandidates = SemanticsWords.class,
            description = "How taint eviction counts time: documented, or kubernetes-1.36 with upstream's oddities"
                    + " (default: ${DEFAULT-VALUE}).")
    private Semantics semantics = Semantics.DOCUMENTED;

    @Mixin
    private GateOptions gates = new GateOptions();

    @Mixin
    private LifecycleOptions lifecycle = new LifecycleOptions();

    @Option(
            names = "--leader-elect",
            arity = "0..1",
            paramLabel = "BOOL",
            defaultValue = "true",
            fallbackValue = "true",
            description = "Work only while leading (default: ${DEFAULT-VALUE}).")
    private boolean leaderElect = true;

    @Option(
            names = "--leader-elect-resource-name",
            paramLabel = "NAME",
            defaultValue = "tenure-controllers",
            description = "The Lease (default: ${DEFAULT-VALUE}).")
    private String leaseName = "tenure-controllers";

    @Option(
            names = "--leader-elect-resource-namespace",
            paramLabel = "NAMESPACE",
            defaultValue = "kube-system",
            description = "Its namespace (default: ${DEFAULT-VALUE}).")
    private String leaseNamespace = "kube-system";

    @Mixin
    private MetricsOptions metrics = new MetricsOptions("kube-controller-manager", USUAL_PORT);

    @Option(names = "-v", description = "Log what happens; -vv logs more.")
    private boolean[] verbosity = new boolean[0];

    /// The controllers as what a leader does.
    private record Controlling(ControllerSet set) implements LeadProcess.Work {
        @Override
        public String word() {
            return "controlling: " + String.join(", ", set.running());
        }

        @Override
        public void prepare() {
            set.prepare();
        }

        @Override
        public void start() {
            set.start();
        }

        @Override
        public void close() {
            set.close();
        }
    }

    @Override
    public Integer call() {
        LogSetup.apply(verbosity.length);
        lifecycle.check();
        gates.gates();
        ControllerSelection selection = selection();
        var termination = Termination.install();
        var registry = new PrometheusRegistry();
        var faults = new LoggedFaults();
        faults.showIn(registry);
        try (var _ = metrics.open(registry, faults, spec.commandLine().getOut());
                HttpEndpoint endpoint = cluster.endpoint()) {
            ControllerConfig config = config(endpoint, selection);
            var set = new ControllerSet(endpoint, new SystemTime(), config, registry, faults);
            var reporting = new LeadProcess.Reporting(spec.commandLine().getOut(), termination, faults);
            try (var _ = LeadProcess.begin(election(), endpoint, new Controlling(set), reporting)) {
                return termination.ending(termination.await() ? ExitCode.OK : ExitCode.FAILED);
            }
        } catch (ConnectionException e) {
            throw new CommandFailure(ExitCode.NOT_RUNNING, String.valueOf(e.getMessage()));
        } finally {
            termination.done();
        }
    }

    private ControllerSelection selection() {
        try {
            return ControllerSelection.parse(controllers, ControllerCatalogue.names());
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, "--controllers: " + e.getMessage());
        }
    }

    private Optional<ElectionConfiguration> election() {
        return leaderElect
                ? Optional.of(ElectionConfiguration.standard(leaseNamespace, leaseName, LeadProcess.identity()))
                : Optional.empty();
    }

    private ControllerConfig config(HttpEndpoint endpoint, ControllerSelection selection) {
        FeatureGates switched = gates.gates();
        List<ResourceType> types = ServedTypes.of(endpoint);
        return new ControllerConfig(
                selection,
                lifecycle.configuration(semantics),
                new TaintEvictionLoop.Configuration(
                        semantics, switched.comparisonOperators(), false, TaintExpressions.matcher()),
                lifecycle.autoscaling(),
                lifecycle.terminatedPodsMax(),
                lifecycle.unusedTokensFor(),
                types,
                () -> ServedTypes.later(endpoint, types),
                authority(),
                switched,
                Optional.empty(),
                true);
    }

    private String authority() {
        return cluster.connection(new ServerOptions()).authority().orElse("");
    }
}
