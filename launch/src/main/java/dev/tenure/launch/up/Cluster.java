package dev.tenure.launch.up;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.machineset.MachineTypes;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.kinds.expression.TaintExpressions;
import dev.tenure.kubelet.eviction.NodePressureLoop;
import dev.tenure.kubelet.eviction.NodePressureMetrics;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.launch.controllers.ControllerConfig;
import dev.tenure.launch.controllers.ControllerSelection;
import dev.tenure.launch.controllers.ControllerSet;
import dev.tenure.launch.nodes.InitialNodes;
import dev.tenure.launch.process.Trouble;
import dev.tenure.launch.scheduler.SchedulerProcess;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.metrics.ResourceUsage;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Inquiry;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.simnodes.NewNode;
import dev.tenure.simnodes.SimulatedNodesLoop;
import dev.tenure.simnodes.UsualTimes;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// A running cluster: API server, scheduler, controllers and simulated nodes, which meet only through the
/// API.
final class Cluster implements AutoCloseable {
    private static final int WORKERS_MAX = 512;
    private static final String NODES = "simulated-nodes";
    private static final String PRESSURE_PAGE = "node-pressure";
    private static final String BUSY = "the simulated nodes are busy or have stopped";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int PROGRESS_EVERY = 1_000;

    /// Hears of progress.
    interface Progress {
        void made(int done, int all);
    }

    private final UpConfig config;
    private final ApiProcess api;
    private final ControllerSet controllers;
    private final SchedulerProcess scheduler;
    private final ThreadedLoop nodesLoop;
    private final Published<Optional<SimulatedNodesLoop>> simulated;
    private final Published<Optional<NodePressureLoop>> pressure = new Published<>(Optional.empty());

    /// The simulated nodes, and where they are found while they live.
    private record Nodes(ThreadedLoop loop, Published<Optional<SimulatedNodesLoop>> simulated) {}

    private Cluster(UpConfig config, ApiProcess api, Nodes nodes, TimeSource time, FaultReporter faults) {
        this.config = config;
        this.api = api;
        this.controllers = new ControllerSet(api.whole(), time, controllerConfig(), api.metrics(), faults);
        this.scheduler = new SchedulerProcess(
                client("system:kube-scheduler", "kube-scheduler"), config.scheduler(), api.metrics(), time, faults);
        this.nodesLoop = nodes.loop();
        this.simulated = nodes.simulated();
    }

    static Cluster start(UpConfig config, List<StoredObject> first, TimeSource time, Trouble trouble)
            throws IOException {
        var nodesLoop = new ThreadedLoop(NODES, time, WORKERS_MAX, trouble.faults(), Duration.ofMillis(1));
        var simulated = new Published<Optional<SimulatedNodesLoop>>(Optional.empty());
        Optional<Supplier<ResourceUsage>> usage =
                config.nodes().any() ? Optional.of(() -> usage(nodesLoop, simulated, time)) : Optional.empty();
        ApiProcess api =
                ApiProcess.start(config.api(), new ApiProcess.First(first, definitions(), usage), time, trouble);
        var cluster = new Cluster(config, api, new Nodes(nodesLoop, simulated), time, trouble.faults());
        cluster.begin();
        return cluster;
    }

    private void begin() {
        controllers.start();
        scheduler.start();
        ControllerSet.PAGES.forEach(page -> api.components()
                .show(page, (path, query) -> path.isEmpty() ? controllers.page(page, query) : Optional.empty()));
        api.components().show(SchedulerProcess.PAGE, (path, query) -> scheduler.page(path));
        api.components().show(PRESSURE_PAGE, (path, _) -> pressurePage(path));
        var evictions = new NodePressureMetrics(api.metrics());
        new Supervisor(NODES, nodesLoop, life -> nodes(life, evictions)).start();
    }

    /// What the simulated nodes tell of their shortages: of all, or of one.
    private Optional<JsonNode> pressurePage(List<String> path) {
        if (path.size() > 1) {
            return Optional.empty();
        }
        return Inquiry.ask(
                        nodesLoop,
                        "page",
                        PATIENCE,
                        () -> pressure.get()
                                .flatMap(
                                        loop -> path.isEmpty() ? Optional.of(loop.page()) : loop.page(path.getFirst())))
                .orElseThrow(() -> new IllegalStateException(BUSY))
                .map(page -> page);
    }

    private Runnable nodes(EventLoop loop, NodePressureMetrics evictions) {
        ClusterClient kubelets = client("system:nodes", "kubelet");
        var looker = new NodePressureLoop(loop, SimulatedNodesLoop.recorder(loop, kubelets), evictions);
        pressure.publish(Optional.of(looker));
        var nodes = new SimulatedNodesLoop(
                loop,
                kubelets,
                SimulatedNodesLoop.Configuration.standard(config.nodes().manageAll())
                        .withPools(config.nodes().pools())
                        .withUsual(UsualTimes.SEEN_TO_GO)
                        .withGates(config.gates()),
                looker);
        simulated.publish(Optional.of(nodes));
        return nodes::start;
    }

    /// What the simulated nodes and their pods use; nothing as long as there are none.
    private static ResourceUsage usage(
            EventLoop loop, Published<Optional<SimulatedNodesLoop>> simulated, TimeSource time) {
        Optional<SimulatedNodesLoop> nodes = simulated.get();
        if (nodes.isEmpty()) {
            return new ResourceUsage(time.wall(), Duration.ZERO, List.of(), List.of());
        }
        return Inquiry.ask(loop, "usage", PATIENCE, () -> nodes.get().usage())
                .orElseThrow(() -> new IllegalStateException(BUSY));
    }

    /// The kinds of OpenShift's machine API, Tenure's own, and that of node readiness.
    private static List<ObjectNode> definitions() {
        List<ObjectNode> definitions = new ArrayList<>(MachineTypes.definitions());
        definitions.addAll(PlayedKinds.definitions());
        return definitions;
    }

    private ControllerConfig controllerConfig() {
        return new ControllerConfig(
                ControllerSelection.ALL,
                config.lifecycle().configuration(config.semantics()),
                new TaintEvictionLoop.Configuration(
                        config.semantics(), config.gates().comparisonOperators(), false, TaintExpressions.matcher()),
                config.lifecycle().autoscaling(),
                config.lifecycle().terminatedPodsMax(),
                config.lifecycle().unusedTokensFor(),
                api.collectedTypes(),
                api.whole()::elsewhere,
                api.authority(),
                config.gates(),
                Optional.of(NewNode::named),
                config.api().keeping().etcd().isPresent());
    }

    private ClusterClient client(String user, String agent) {
        return new ClusterClient(
                api.server(), Caller.component(user, List.of(Caller.SYSTEM_MASTERS, "system:authenticated"), agent));
    }

    /// Makes the nodes that were asked for.
    void makeNodes(Progress progress) {
        List<InitialNodes.Wanted> wanted = config.nodes().wanted();
        InitialNodes.create(client("tenure-up", "tenure"), wanted, done -> {
            if (done % PROGRESS_EVERY == 0 && done < wanted.size()) {
                progress.made(done, wanted.size());
            }
        });
    }

    String address() {
        return api.address();
    }

    /// @return `ok`, or `error: …`
    String copyStore(Path folder) {
        return api.copyStore(folder);
    }

    /// @return `ok`, or `error: …`
    String renewCertificates() {
        return api.renewCertificates();
    }

    void restartControllers() {
        controllers.restart();
    }

    /// The API server goes last, so that the others can finish what they write.
    @Override
    public void close() {
        scheduler.close();
        nodesLoop.close();
        controllers.close();
        api.close();
    }
}
