package dev.tenure.sim.world;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.cloudnode.CloudNodeLoop;
import dev.tenure.controllers.cloudnodelifecycle.CloudNodeLifecycleLoop;
import dev.tenure.controllers.daemonset.DaemonSetLoop;
import dev.tenure.controllers.deployment.DeploymentLoop;
import dev.tenure.controllers.disruption.DisruptionLoop;
import dev.tenure.controllers.garbage.GarbageLoop;
import dev.tenure.controllers.namespace.NamespaceLoop;
import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.nodelifecycle.NodeMetrics;
import dev.tenure.controllers.podgc.PodGarbageLoop;
import dev.tenure.controllers.replicaset.ReplicaKind;
import dev.tenure.controllers.replicaset.ReplicaSetLoop;
import dev.tenure.controllers.tainteviction.ComingEviction;
import dev.tenure.controllers.tainteviction.EvictionMetrics;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.time.Beats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// The controllers of a simulated cluster, each on a loop of its own, as one process that can crash and
/// be started again. Confined to the thread of its world.
final class SimulatedControllers {
    private static final String AUTHORITY = "the certificates of this cluster";

    private final SimulatedWorld world;
    private final ApiEndpoint endpoint;
    private final ClusterSettings settings;
    private final List<ResourceType> types;
    private final Extras extras;
    private final List<SimulatedWorld.SimulatedLoop> loops = new ArrayList<>();
    private Supplier<List<ComingEviction>> coming = List::of;

    /// What only a simulation has.
    ///
    /// @param beats heartbeats that nobody writes
    record Extras(Substitutes substitutes, Beats beats) {}

    /// @param types every kind whose objects can be listed, watched and deleted
    SimulatedControllers(
            SimulatedWorld world,
            ApiEndpoint endpoint,
            ClusterSettings settings,
            List<ResourceType> types,
            Extras extras) {
        this.world = world;
        this.endpoint = endpoint;
        this.settings = settings;
        this.types = List.copyOf(types);
        this.extras = extras;
    }

    void start() {
        if (!loops.isEmpty()) {
            throw new IllegalStateException("the controllers run already");
        }
        var registry = new PrometheusRegistry();
        var nodes = new NodeLifecycleLoop(
                loop(NodeLifecycleLoop.NAME),
                client("node-controller"),
                settings.nodeLifecycle(),
                new NodeMetrics(registry),
                extras.beats());
        begin(nodes::start);
        var evictions = new TaintEvictionLoop(
                loop(TaintEvictionLoop.NAME),
                client("node-controller"),
                settings.taintEviction(),
                new EvictionMetrics(registry));
        begin(evictions::start);
        coming = evictions::coming;
        begin(
                new PodGarbageLoop(
                        loop(PodGarbageLoop.NAME),
                        client("pod-garbage-collector"),
                        new PodGarbageLoop.Metrics(registry))::start);
        begin(new CloudNodeLoop(loop(CloudNodeLoop.NAME), client("cloud-node-controller"))::start);
        begin(new CloudNodeLifecycleLoop(
                loop(CloudNodeLifecycleLoop.NAME),
                client("cloud-node-lifecycle-controller"),
                settings.nodeLifecycle().monitorPeriod())::start);
        begin(new DisruptionLoop(loop(DisruptionLoop.NAME), client("disruption-controller"), types)::start);
        begin(
                new ReplicaSetLoop(
                        loop(ReplicaKind.SETS.controller()), client("replicaset-controller"), ReplicaKind.SETS)::start);
        begin(new DeploymentLoop(loop(DeploymentLoop.NAME), client("deployment-controller"))::start);
        begin(new DaemonSetLoop(loop(DaemonSetLoop.NAME), client("daemon-set-controller"))::start);
        begin(new NamespaceLoop(loop(NamespaceLoop.NAME), client("namespace-controller"), types, AUTHORITY)::start);
        begin(new GarbageLoop(loop(GarbageLoop.NAME), client("generic-garbage-collector"), types)::start);
    }

    /// Drops everything that they remember and still have to do.
    void crash() {
        loops.forEach(SimulatedWorld.SimulatedLoop::crash);
        loops.clear();
        coming = List::of;
    }

    /// The evictions that lie ahead; empty while the controllers do not run.
    List<ComingEviction> coming() {
        return coming.get();
    }

    private EventLoop loop(String name) {
        SimulatedWorld.SimulatedLoop loop = world.loop(name);
        loops.add(loop);
        return extras.substitutes().loop(name, loop);
    }

    private void begin(Runnable start) {
        loops.getLast().post("start", start);
    }

    private ClusterClient client(String account) {
        return new ClusterClient(
                endpoint,
                Caller.component(
                        "system:serviceaccount:kube-system:" + account,
                        List.of(Caller.SYSTEM_MASTERS, "system:serviceaccounts", "system:authenticated"),
                        "kube-controller-manager"));
    }
}
