package dev.tenure.sim.world;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.cloudnode.CloudNodeLoop;
import dev.tenure.controllers.cloudnodelifecycle.CloudNodeLifecycleLoop;
import dev.tenure.controllers.daemonset.DaemonSetLoop;
import dev.tenure.controllers.deployment.DeploymentLoop;
import dev.tenure.controllers.disruption.DisruptionLoop;
import dev.tenure.controllers.endpoint.EndpointKind;
import dev.tenure.controllers.endpoint.EndpointLoop;
import dev.tenure.controllers.endpointslicemirroring.MirroringLoop;
import dev.tenure.controllers.garbage.GarbageLoop;
import dev.tenure.controllers.job.JobLoop;
import dev.tenure.controllers.namespace.NamespaceLoop;
import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.nodelifecycle.NodeMetrics;
import dev.tenure.controllers.nodelifecycle.SignsOfLife;
import dev.tenure.controllers.persistentvolume.AttributesClassLoop;
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
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/// The controllers of a simulated cluster, which share their informers, as one process that can crash and be started
/// again. Controllers of kinds of which most worlds have nothing begin with the first object
/// of such a kind, so that they cost nothing before. Confined to the thread of its world.
final class SimulatedControllers {
    private static final String AUTHORITY = "the certificates of this cluster";

    private final SimulatedWorld world;
    private final ApiEndpoint endpoint;
    private final ClusterSettings settings;
    private final List<ResourceType> types;
    private final Extras extras;
    private final List<SimulatedWorld.SimulatedLoop> loops = new ArrayList<>();
    private Optional<SharedInformers> informers = Optional.empty();
    /// The controllers that have had something to look after, by the names of their loops.
    private final Set<String> needed = new TreeSet<>();
    private Supplier<List<ComingEviction>> coming = List::of;

    /// What only a simulation has.
    ///
    /// @param signs when nodes were heard of, heartbeats that nobody writes included
    record Extras(Substitutes substitutes, SignsOfLife signs) {}

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
        informers = Optional.of(new SharedInformers(loop("informers"), client("system:kube-controller-manager")));
        var registry = new PrometheusRegistry();
        startNodeControllers(registry);
        startWorkloads();
        startWhatIsNeeded();
    }

    private void startNodeControllers(PrometheusRegistry registry) {
        var nodes = new NodeLifecycleLoop(
                context(NodeLifecycleLoop.NAME, "node-controller"),
                settings.nodeLifecycle(),
                new NodeMetrics(registry),
                extras.signs());
        begin(nodes::start);
        var evictions = new TaintEvictionLoop(
                context(TaintEvictionLoop.NAME, "node-controller"),
                settings.taintEviction(),
                new EvictionMetrics(registry));
        begin(evictions::start);
        coming = evictions::coming;
        begin(new PodGarbageLoop(
                context(PodGarbageLoop.NAME, "pod-garbage-collector"), new PodGarbageLoop.Metrics(registry))::start);
        begin(new CloudNodeLoop(context(CloudNodeLoop.NAME, "cloud-node-controller"))::start);
        begin(new CloudNodeLifecycleLoop(
                context(CloudNodeLifecycleLoop.NAME, "cloud-node-lifecycle-controller"),
                settings.nodeLifecycle().monitorPeriod())::start);
    }

    private void startWorkloads() {
        begin(new DisruptionLoop(context(DisruptionLoop.NAME, "disruption-controller"), types)::start);
        begin(
                new ReplicaSetLoop(context(ReplicaKind.SETS.controller(), "replicaset-controller"), ReplicaKind.SETS)
                        ::start);
        begin(new DeploymentLoop(context(DeploymentLoop.NAME, "deployment-controller"))::start);
        begin(new DaemonSetLoop(context(DaemonSetLoop.NAME, "daemon-set-controller"), settings.gates())::start);
        begin(new NamespaceLoop(context(NamespaceLoop.NAME, "namespace-controller"), types, AUTHORITY)::start);
        begin(new GarbageLoop(context(GarbageLoop.NAME, "generic-garbage-collector"), types)::start);
    }

    private void startWhatIsNeeded() {
        onceThereIs(
                List.of(ResourceTypes.JOBS), JobLoop.NAME, "job-controller", context -> new JobLoop(context)::start);
        onceThereIs(
                List.of(ResourceTypes.STATEFUL_SETS),
                StatefulSetLoop.NAME,
                "statefulset-controller",
                context -> new StatefulSetLoop(context)::start);
        onceThereIs(
                List.of(ResourceTypes.REPLICATION_CONTROLLERS),
                ReplicaKind.CONTROLLERS.controller(),
                "replication-controller",
                context -> new ReplicaSetLoop(context, ReplicaKind.CONTROLLERS)::start);
        endpoints(EndpointKind.ENDPOINTS, "endpoint-controller");
        endpoints(EndpointKind.SLICES, "endpointslice-controller");
        onceThereIs(
                List.of(ResourceTypes.ENDPOINTS),
                MirroringLoop.NAME,
                "endpointslicemirroring-controller",
                context -> new MirroringLoop(context)::start);
        onceThereIs(
                List.of(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, ResourceTypes.PERSISTENT_VOLUMES),
                VolumeBinderLoop.NAME,
                "persistent-volume-binder",
                context -> new VolumeBinderLoop(context, true)::start);
        onceThereIs(
                List.of(ResourceTypes.VOLUME_ATTRIBUTES_CLASSES),
                AttributesClassLoop.NAME,
                AttributesClassLoop.NAME,
                context -> new AttributesClassLoop(context)::start);
        onceThereIs(
                List.of(ResourceTypes.RESOURCE_QUOTAS),
                ResourceQuotaLoop.NAME,
                "resourcequota-controller",
                context -> new ResourceQuotaLoop(context, types)::start);
    }

    private void endpoints(EndpointKind kind, String account) {
        onceThereIs(
                List.of(ResourceTypes.SERVICES, kind.type()),
                kind.controller(),
                account,
                context -> new EndpointLoop(context, kind)::start);
    }

    /// Begins a controller when there is an object of one of these kinds, or ever was: it may have left
    /// something behind.
    private void onceThereIs(
            List<ResourceType> kinds, String name, String account, Function<ControllerContext, Runnable> controller) {
        ControllerContext context = context(name, account);
        Runnable start = controller.apply(context);
        if (needed.contains(name)) {
            begin(start);
            return;
        }
        var first = new FirstSeen(() -> {
            if (needed.add(name)) {
                context.loop().post("start", start);
            }
        });
        for (ResourceType kind : kinds) {
            begin(context.informers().all(kind, first)::start);
        }
    }

    /// Drops everything that they remember and still have to do.
    void crash() {
        loops.forEach(SimulatedWorld.SimulatedLoop::crash);
        loops.clear();
        informers = Optional.empty();
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

    private ControllerContext context(String name, String account) {
        return new ControllerContext(
                loop(name), client("system:serviceaccount:kube-system:" + account), informers.orElseThrow());
    }

    private void begin(Runnable start) {
        loops.getLast().post("start", start);
    }

    private ClusterClient client(String user) {
        return new ClusterClient(
                endpoint,
                Caller.component(
                        user,
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
