package dev.tenure.sim.world;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.controllers.cloudnode.CloudNodeLoop;
import dev.tenure.controllers.cloudnodelifecycle.CloudNodeLifecycleLoop;
import dev.tenure.controllers.daemonset.DaemonSetLoop;
import dev.tenure.controllers.deployment.DeploymentLoop;
import dev.tenure.controllers.disruption.DisruptionLoop;
import dev.tenure.controllers.endpoint.EndpointKind;
import dev.tenure.controllers.endpoint.EndpointLoop;
import dev.tenure.controllers.garbage.GarbageLoop;
import dev.tenure.controllers.job.JobLoop;
import dev.tenure.controllers.namespace.NamespaceLoop;
import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.nodelifecycle.NodeMetrics;
import dev.tenure.controllers.persistentvolume.VolumeBinderLoop;
import dev.tenure.controllers.podgc.PodGarbageLoop;
import dev.tenure.controllers.replicaset.ReplicaKind;
import dev.tenure.controllers.replicaset.ReplicaSetLoop;
import dev.tenure.controllers.resourcequota.ResourceQuotaLoop;
import dev.tenure.controllers.statefulset.StatefulSetLoop;
import dev.tenure.controllers.tainteviction.ComingEviction;
import dev.tenure.controllers.tainteviction.EvictionMetrics;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.time.Beats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/// The controllers of a simulated cluster, each on a loop of its own, as one process that can crash and
/// be started again. Controllers of kinds of which most worlds have nothing begin with the first object
/// of such a kind, so that they cost nothing before. Confined to the thread of its world.
final class SimulatedControllers {
    private static final String AUTHORITY = "the certificates of this cluster";

    private final SimulatedWorld world;
    private final ApiEndpoint endpoint;
    private final ClusterSettings settings;
    private final List<ResourceType> types;
    private final Extras extras;
    private final List<SimulatedWorld.SimulatedLoop> loops = new ArrayList<>();
    /// The controllers that have had something to look after, by the names of their loops.
    private final Set<String> needed = new TreeSet<>();
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
        startNodeControllers(registry);
        startWorkloads();
        startWhatIsNeeded();
    }

    private void startNodeControllers(PrometheusRegistry registry) {
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
    }

    private void startWorkloads() {
        begin(new DisruptionLoop(loop(DisruptionLoop.NAME), client("disruption-controller"), types)::start);
        begin(
                new ReplicaSetLoop(
                        loop(ReplicaKind.SETS.controller()), client("replicaset-controller"), ReplicaKind.SETS)::start);
        begin(new DeploymentLoop(loop(DeploymentLoop.NAME), client("deployment-controller"))::start);
        begin(new DaemonSetLoop(loop(DaemonSetLoop.NAME), client("daemon-set-controller"))::start);
        begin(new NamespaceLoop(loop(NamespaceLoop.NAME), client("namespace-controller"), types, AUTHORITY)::start);
        begin(new GarbageLoop(loop(GarbageLoop.NAME), client("generic-garbage-collector"), types)::start);
    }

    private void startWhatIsNeeded() {
        onceThereIs(
                List.of(ResourceTypes.JOBS), JobLoop.NAME, loop -> new JobLoop(loop, client("job-controller"))::start);
        onceThereIs(
                List.of(ResourceTypes.STATEFUL_SETS),
                StatefulSetLoop.NAME,
                loop -> new StatefulSetLoop(loop, client("statefulset-controller"))::start);
        onceThereIs(
                List.of(ResourceTypes.REPLICATION_CONTROLLERS),
                ReplicaKind.CONTROLLERS.controller(),
                loop -> new ReplicaSetLoop(loop, client("replication-controller"), ReplicaKind.CONTROLLERS)::start);
        endpoints(EndpointKind.ENDPOINTS, "endpoint-controller");
        endpoints(EndpointKind.SLICES, "endpointslice-controller");
        onceThereIs(
                List.of(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, ResourceTypes.PERSISTENT_VOLUMES),
                VolumeBinderLoop.NAME,
                loop -> new VolumeBinderLoop(loop, client("persistent-volume-binder"), true)::start);
        onceThereIs(
                List.of(ResourceTypes.RESOURCE_QUOTAS),
                ResourceQuotaLoop.NAME,
                loop -> new ResourceQuotaLoop(loop, client("resourcequota-controller"), types)::start);
    }

    private void endpoints(EndpointKind kind, String account) {
        onceThereIs(
                List.of(ResourceTypes.SERVICES, kind.type()),
                kind.controller(),
                loop -> new EndpointLoop(loop, client(account), kind)::start);
    }

    /// Begins a controller when there is an object of one of these kinds, or ever was: it may have left
    /// something behind.
    private void onceThereIs(List<ResourceType> kinds, String name, Function<EventLoop, Runnable> controller) {
        EventLoop loop = loop(name);
        Runnable start = controller.apply(loop);
        if (needed.contains(name)) {
            begin(start);
            return;
        }
        var first = new FirstSeen(() -> {
            if (needed.add(name)) {
                loop.post("start", start);
            }
        });
        ClusterClient watcher = client("simulation");
        for (ResourceType kind : kinds) {
            begin(new Informer(loop, watcher, Informer.Selection.all(kind), first)::start);
        }
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

    /// Says that there is an object, each time that one has changed.
    private record FirstSeen(Runnable seen) implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            seen.run();
        }

        @Override
        public void deleted(StoredObject last) {
            // the controller has begun
        }
    }
}
