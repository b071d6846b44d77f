package dev.tenure.launch.controllers;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.daemonset.DaemonSetLoop;
import dev.tenure.controllers.deployment.DeploymentLoop;
import dev.tenure.controllers.disruption.DisruptionLoop;
import dev.tenure.controllers.garbage.GarbageLoop;
import dev.tenure.controllers.kubernetesservice.KubernetesServiceLoop;
import dev.tenure.controllers.namespace.NamespaceLoop;
import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.nodelifecycle.NodeMetrics;
import dev.tenure.controllers.podgc.PodGarbageLoop;
import dev.tenure.controllers.replicaset.ReplicaSetLoop;
import dev.tenure.controllers.tainteviction.EvictionMetrics;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.time.TimeSource;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// All controllers, each on a loop of its own. Used by one thread at a time.
public final class ControllerSet implements AutoCloseable {
    private static final int WORKERS_MAX = 256;
    private static final String AGENT = "kube-controller-manager";

    private final ApiEndpoint endpoint;
    private final TimeSource time;
    private final ControllerConfig config;
    private final BiConsumer<String, Throwable> onFailure;
    private final Metrics metrics;
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
        for (Controller controller : all()) {
            var loop = new ThreadedLoop(controller.name(), time, WORKERS_MAX, onFailure);
            loops.add(loop);
            loop.post("start", controller.making().make(loop, client(controller.account())));
        }
    }

    private List<Controller> all() {
        List<Controller> all = new ArrayList<>(standard());
        config.advertised()
                .ifPresent(address -> all.add(new Controller(
                        KubernetesServiceLoop.NAME,
                        "endpoint-controller",
                        (loop, client) ->
                                new KubernetesServiceLoop(loop, client, address.host(), address.port())::start)));
        return all;
    }

    private List<Controller> standard() {
        return List.of(
                new Controller(
                        NodeLifecycleLoop.NAME,
                        "node-controller",
                        (loop, client) ->
                                new NodeLifecycleLoop(loop, client, config.nodeLifecycle(), metrics.nodes())::start),
                new Controller(
                        TaintEvictionLoop.NAME,
                        "node-controller",
                        (loop, client) -> new TaintEvictionLoop(
                                loop, client, config.taintEviction(), metrics.evictions())::start),
                new Controller(
                        DisruptionLoop.NAME,
                        "disruption-controller",
                        (loop, client) -> new DisruptionLoop(loop, client, config.types())::start),
                new Controller(
                        ReplicaSetLoop.NAME,
                        "replicaset-controller",
                        (loop, client) -> new ReplicaSetLoop(loop, client)::start),
                new Controller(
                        DeploymentLoop.NAME,
                        "deployment-controller",
                        (loop, client) -> new DeploymentLoop(loop, client)::start),
                new Controller(
                        DaemonSetLoop.NAME,
                        "daemon-set-controller",
                        (loop, client) -> new DaemonSetLoop(loop, client)::start),
                new Controller(
                        NamespaceLoop.NAME,
                        "namespace-controller",
                        (loop, client) -> new NamespaceLoop(loop, client, config.types(), config.authority())::start),
                new Controller(
                        GarbageLoop.NAME,
                        "generic-garbage-collector",
                        (loop, client) -> new GarbageLoop(loop, client, config.types())::start),
                new Controller(
                        PodGarbageLoop.NAME,
                        "pod-garbage-collector",
                        (loop, client) -> new PodGarbageLoop(loop, client, metrics.garbage())::start));
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
