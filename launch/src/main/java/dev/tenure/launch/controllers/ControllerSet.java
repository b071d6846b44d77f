package dev.tenure.launch.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.cloudnode.CloudNodeLoop;
import dev.tenure.controllers.cloudnodelifecycle.CloudNodeLifecycleLoop;
import dev.tenure.controllers.daemonset.DaemonSetLoop;
import dev.tenure.controllers.deployment.DeploymentLoop;
import dev.tenure.controllers.disruption.DisruptionLoop;
import dev.tenure.controllers.endpoint.EndpointKind;
import dev.tenure.controllers.endpoint.EndpointLoop;
import dev.tenure.controllers.garbage.GarbageLoop;
import dev.tenure.controllers.job.JobLoop;
import dev.tenure.controllers.machineset.MachineSetLoop;
import dev.tenure.controllers.namespace.NamespaceLoop;
import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.nodelifecycle.NodeMetrics;
import dev.tenure.controllers.persistentvolume.VolumeBinderLoop;
import dev.tenure.controllers.podgc.PodGarbageLoop;
import dev.tenure.controllers.replicaset.ReplicaKind;
import dev.tenure.controllers.replicaset.ReplicaSetLoop;
import dev.tenure.controllers.resourcequota.ResourceQuotaLoop;
import dev.tenure.controllers.statefulset.StatefulSetLoop;
import dev.tenure.controllers.tainteviction.EvictionMetrics;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.controllers.ttl.TtlLoop;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.time.TimeSource;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/// All controllers, each on a loop of its own. Used by one thread at a time.
public final class ControllerSet implements AutoCloseable {
    private static final String TAINT_EVICTION_PAGE = "taint-eviction";
    private static final String NODE_LIFECYCLE_PAGE = "node-lifecycle";

    /// The components that have a page under `/tenure/v1`.
    public static final List<String> PAGES = List.of(TAINT_EVICTION_PAGE, NODE_LIFECYCLE_PAGE);

    private static final int WORKERS_MAX = 256;
    private static final String AGENT = "kube-controller-manager";

    private final ApiEndpoint endpoint;
    private final TimeSource time;
    private final ControllerConfig config;
    private final BiConsumer<String, Throwable> onFailure;
    private final Metrics metrics;
    private final Published<Map<String, Function<Map<String, List<String>>, JsonNode>>> pages =
            new Published<>(Map.of());
    /// A pod that is made and bound is told to a dozen controllers three times.
    private static final Duration REST = Duration.ofMillis(2);

    private final List<ThreadedLoop> loops = new ArrayList<>();

    private record Metrics(NodeMetrics nodes, EvictionMetrics evictions, PodGarbageLoop.Metrics garbage) {}

    /// @param account in kube-system, whose rights the controller has
    private record Controller(String name, String account, Making making) {}

    /// Makes a controller; what it returns starts it.
    private interface Making {
        Runnable make(EventLoop loop, ClusterClient client);
    }

    /// @param onFailure told when a loop has stopped because of a broken invariant
    public ControllerSet(
            ApiEndpoint endpoint,
            TimeSource time,
            ControllerConfig config,
            PrometheusRegistry registry,
            BiConsumer<String, Throwable> onFailure) {
        this.endpoint = endpoint;
        this.time = time;
        this.config = config;
        this.onFailure = onFailure;
        this.metrics = new Metrics(
                new NodeMetrics(registry), new EvictionMetrics(registry), new PodGarbageLoop.Metrics(registry));
    }

    /// Starts every controller; each begins as soon as it has seen the cluster.
    public void start() {
        pages.publish(Map.of());
        for (Controller controller : selected()) {
            var loop = new ThreadedLoop(controller.name(), time, WORKERS_MAX, onFailure, REST);
            loops.add(loop);
            loop.post("start", controller.making().make(loop, client(controller.account())));
        }
    }

    /// What a component shows of itself, as JSON; may be asked from any thread.
    ///
    /// @param component one of [#PAGES]
    /// @param query parameters of the request, by name
    /// @return empty when the component does not run
    public Optional<JsonNode> page(String component, Map<String, List<String>> query) {
        return Optional.ofNullable(pages.get().get(component)).map(page -> page.apply(query));
    }

    private void show(String component, Function<Map<String, List<String>>, JsonNode> page) {
        var more = new HashMap<>(pages.get());
        more.put(component, page);
        pages.publish(Map.copyOf(more));
    }

    /// The names of all controllers.
    public static List<String> names() {
        return List.of(
                NodeLifecycleLoop.NAME,
                TaintEvictionLoop.NAME,
                CloudNodeLoop.NAME,
                CloudNodeLifecycleLoop.NAME,
                DisruptionLoop.NAME,
                ReplicaKind.SETS.controller(),
                ReplicaKind.CONTROLLERS.controller(),
                DeploymentLoop.NAME,
                DaemonSetLoop.NAME,
                StatefulSetLoop.NAME,
                JobLoop.NAME,
                NamespaceLoop.NAME,
                GarbageLoop.NAME,
                EndpointKind.ENDPOINTS.controller(),
                EndpointKind.SLICES.controller(),
                ResourceQuotaLoop.NAME,
                PodGarbageLoop.NAME,
                VolumeBinderLoop.NAME,
                TtlLoop.NAME,
                MachineSetLoop.NAME);
    }

    private List<Controller> selected() {
        return all().stream()
                .filter(controller -> config.selection().includes(controller.name()))
                .toList();
    }

    /// The names of the controllers that [#start] starts.
    List<String> running() {
        return selected().stream().map(Controller::name).toList();
    }

    private Runnable nodeLifecycle(EventLoop loop, ClusterClient client) {
        var nodes = new NodeLifecycleLoop(loop, client, config.nodeLifecycle(), metrics.nodes());
        show(NODE_LIFECYCLE_PAGE, _ -> nodes.page());
        return nodes::start;
    }

    private Runnable taintEviction(EventLoop loop, ClusterClient client) {
        var evictions = new TaintEvictionLoop(loop, client, config.taintEviction(), metrics.evictions());
        show(TAINT_EVICTION_PAGE, evictions::page);
        return evictions::start;
    }

    private List<Controller> all() {
        List<Controller> all = new ArrayList<>(standard());
        all.add(endpoints(EndpointKind.ENDPOINTS, "endpoint-controller"));
        all.add(endpoints(EndpointKind.SLICES, "endpointslice-controller"));
        config.machineNodes()
                .ifPresent(nodes -> all.add(new Controller(
                        MachineSetLoop.NAME,
                        "machineset-controller",
                        (loop, client) -> new MachineSetLoop(loop, client, nodes)::start)));
        return all;
    }

    private List<Controller> standard() {
        return List.of(
                new Controller(NodeLifecycleLoop.NAME, "node-controller", this::nodeLifecycle),
                new Controller(TaintEvictionLoop.NAME, "node-controller", this::taintEviction),
                new Controller(
                        CloudNodeLoop.NAME,
                        "cloud-node-controller",
                        (loop, client) -> new CloudNodeLoop(loop, client)::start),
                new Controller(
                        CloudNodeLifecycleLoop.NAME,
                        "cloud-node-lifecycle-controller",
                        (loop, client) -> new CloudNodeLifecycleLoop(
                                loop, client, config.nodeLifecycle().monitorPeriod())::start),
                new Controller(
                        DisruptionLoop.NAME,
                        "disruption-controller",
                        (loop, client) -> new DisruptionLoop(loop, client, config.types())::start),
                replicas(ReplicaKind.SETS, "replicaset-controller"),
                replicas(ReplicaKind.CONTROLLERS, "replication-controller"),
                new Controller(
                        DeploymentLoop.NAME,
                        "deployment-controller",
                        (loop, client) -> new DeploymentLoop(loop, client)::start),
                new Controller(
                        DaemonSetLoop.NAME,
                        "daemon-set-controller",
                        (loop, client) -> new DaemonSetLoop(loop, client)::start),
                new Controller(
                        StatefulSetLoop.NAME,
                        "statefulset-controller",
                        (loop, client) -> new StatefulSetLoop(loop, client)::start),
                new Controller(JobLoop.NAME, "job-controller", (loop, client) -> new JobLoop(loop, client)::start),
                new Controller(
                        NamespaceLoop.NAME,
                        "namespace-controller",
                        (loop, client) -> new NamespaceLoop(loop, client, config.types(), config.authority())::start),
                new Controller(
                        GarbageLoop.NAME,
                        "generic-garbage-collector",
                        (loop, client) -> new GarbageLoop(loop, client, config.types())::start),
                new Controller(
                        ResourceQuotaLoop.NAME,
                        "resourcequota-controller",
                        (loop, client) -> new ResourceQuotaLoop(loop, client, config.types())::start),
                new Controller(
                        PodGarbageLoop.NAME,
                        "pod-garbage-collector",
                        (loop, client) -> new PodGarbageLoop(loop, client, metrics.garbage())::start),
                new Controller(
                        VolumeBinderLoop.NAME,
                        "persistent-volume-binder",
                        (loop, client) -> new VolumeBinderLoop(loop, client, config.simulated())::start),
                new Controller(TtlLoop.NAME, "ttl-controller", (loop, client) -> new TtlLoop(loop, client)::start));
    }

    private static Controller endpoints(EndpointKind kind, String account) {
        return new Controller(
                kind.controller(), account, (loop, client) -> new EndpointLoop(loop, client, kind)::start);
    }

    private static Controller replicas(ReplicaKind kind, String account) {
        return new Controller(
                kind.controller(), account, (loop, client) -> new ReplicaSetLoop(loop, client, kind)::start);
    }

    /// Stops all and starts them with nothing remembered, as a new process would.
    public void restart() {
        close();
        start();
    }

    private ClusterClient client(String account) {
        var caller = Caller.component(
                "system:serviceaccount:kube-system:" + account,
                List.of(Caller.SYSTEM_MASTERS, "system:serviceaccounts", "system:authenticated"),
                AGENT);
        return new ClusterClient(endpoint, caller);
    }

    @Override
    public void close() {
        loops.forEach(ThreadedLoop::close);
        loops.clear();
    }
}
