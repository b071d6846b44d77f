package dev.tenure.launch.scheduler;

import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.election.ElectionConfiguration;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.launch.log.LogSetup;
import dev.tenure.launch.process.GateOptions;
import dev.tenure.launch.process.LeadProcess;
import dev.tenure.launch.process.MetricsOptions;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.runtime.io.Termination;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Runs the scheduler alone, for any API server.
@Command(
        name = "scheduler",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Run the scheduler alone, for any Kubernetes API server.",
            "Several may run: one leads, by the Lease that kube-scheduler uses, so it also takes turns with that."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped as asked",
            "1:it lost the lease, or could not run on",
            "2:the command line or the configuration is wrong",
            "3:nothing answers there"
        })
public final class SchedulerCommand implements Callable<Integer> {
    private static final String LEASE = "kube-scheduler";
    private static final String LEASE_NAMESPACE = "kube-system";

    private static final int USUAL_PORT = 10259;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "KubeSchedulerConfiguration of version v1, YAML or JSON (default: upstream's defaults).")
    private @Nullable Path config;

    @Option(
            names = "--leader-elect",
            arity = "0..1",
            paramLabel = "BOOL",
            fallbackValue = "true",
            description = "Schedule only while leading (default: true, or what the configuration says).")
    private @Nullable Boolean leaderElect;

    @Option(
            names = "--leader-elect-resource-name",
            paramLabel = "NAME",
            description = "The Lease (default: kube-scheduler, or what the configuration says).")
    private @Nullable String leaseName;

    @Option(
            names = "--leader-elect-resource-namespace",
            paramLabel = "NAMESPACE",
            description = "Its namespace (default: kube-system, or what the configuration says).")
    private @Nullable String leaseNamespace;

    @Mixin
    private GateOptions gates = new GateOptions();

    @Mixin
    private MetricsOptions metrics = new MetricsOptions("kube-scheduler", USUAL_PORT);

    @Option(names = "-v", description = "Log what happens; -vv logs more.")
    private boolean[] verbosity = new boolean[0];

    @Override
    public Integer call() {
        LogSetup.apply(verbosity.length);
        FeatureGates switched = gates.gates();
        SchedulerFile.read(config, switched);
        var termination = Termination.install();
        var registry = new PrometheusRegistry();
        var faults = new LoggedFaults();
        faults.showIn(registry);
        try (var _ = metrics.open(registry, faults, spec.commandLine().getOut());
                HttpEndpoint endpoint = cluster.endpoint()) {
            requireAnswer(endpoint);
            ClusterClient client = ClusterOptions.client(endpoint);
            var reporting = new LeadProcess.Reporting(spec.commandLine().getOut(), termination, faults);
            var process = process(client, () -> SchedulerFile.read(config, switched), registry, faults);
            try (var _ = LeadProcess.begin(election(), endpoint, process, reporting)) {
                return termination.ending(termination.await() ? ExitCode.OK : ExitCode.FAILED);
            }
        } finally {
            termination.done();
        }
    }

    private static SchedulerProcess process(
            ClusterClient client,
            Supplier<SchedulerConfiguration> configuration,
            PrometheusRegistry registry,
            FaultReporter faults) {
        return new SchedulerProcess(client, configuration, registry, new SystemTime(), faults);
    }

    private static void requireAnswer(HttpEndpoint endpoint) {
        try {
            endpoint.get("/version");
        } catch (ConnectionException e) {
            throw new CommandFailure(ExitCode.NOT_RUNNING, String.valueOf(e.getMessage()));
        }
    }

    private boolean elects() {
        return leaderElect != null
                ? leaderElect
                : SchedulerFile.leaderElection(config, "leaderElect")
                        .map(Boolean::parseBoolean)
                        .orElse(true);
    }

    private Optional<ElectionConfiguration> election() {
        if (!elects()) {
            return Optional.empty();
        }
        String name = leaseName != null
                ? leaseName
                : SchedulerFile.leaderElection(config, "resourceName").orElse(LEASE);
        String namespace = leaseNamespace != null
                ? leaseNamespace
                : SchedulerFile.leaderElection(config, "resourceNamespace").orElse(LEASE_NAMESPACE);
        return Optional.of(ElectionConfiguration.standard(namespace, name, LeadProcess.identity()));
    }
}
