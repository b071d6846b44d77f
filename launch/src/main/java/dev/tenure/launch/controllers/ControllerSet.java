package dev.tenure.launch.controllers;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.deployment.DeploymentLoop;
import dev.tenure.controllers.garbage.GarbageLoop;
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
        EventLoop nodeLoop = loop(NodeLifecycleLoop.NAME);
        var nodes = new NodeLifecycleLoop(nodeLoop, client("node-controller"), config.nodeLifecycle(), metrics.nodes());
        nodeLoop.post("start", nodes::start);
        EventLoop evictionLoop = loop(TaintEvictionLoop.NAME);
        var evictions = new TaintEvictionLoop(
                evictionLoop, client("node-controller"), config.taintEviction(), metrics.evictions());
        evictionLoop.post("start", evictions::start);
        EventLoop replicaLoop = loop(ReplicaSetLoop.NAME);
        var replicas = new ReplicaSetLoop(replicaLoop, client("replicaset-controller"));
        replicaLoop.post("start", replicas::start);
        EventLoop deploymentLoop = loop(DeploymentLoop.NAME);
        var deployments = new DeploymentLoop(deploymentLoop, client("deployment-controller"));
        deploymentLoop.post("start", deployments::start);
        EventLoop namespaceLoop = loop(NamespaceLoop.NAME);
        var namespaces =
                new NamespaceLoop(namespaceLoop, client("namespace-controller"), config.types(), config.authority());
        namespaceLoop.post("start", namespaces::start);
        EventLoop garbageLoop = loop(GarbageLoop.NAME);
        var garbage = new GarbageLoop(garbageLoop, client("generic-garbage-collector"), config.types());
        garbageLoop.post("start", garbage::start);
        EventLoop podGarbageLoop = loop(PodGarbageLoop.NAME);
        var podGarbage = new PodGarbageLoop(podGarbageLoop, client("pod-garbage-collector"), metrics.garbage());
        podGarbageLoop.post("start", podGarbage::start);
    }

    /// Stops all and starts them with nothing remembered, as a new process would.
    public void restart() {
        close();
        start();
    }

    private EventLoop loop(String name) {
        var loop = new ThreadedLoop(name, time, WORKERS_MAX, onFailure);
        loops.add(loop);
        return loop;
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
