package dev.tenure.sim.world;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.cloudnode.CloudNodeLoop;
import dev.tenure.controllers.cloudnodelifecycle.CloudNodeLifecycleLoop;
import dev.tenure.controllers.cronjob.CronJobLoop;
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
import dev.tenure.runtime.loop.Supervisor;
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
        new Supervisor("informers", loop("informers"), this::controllers).prepare();
    }

    /// Makes all controllers and has them started. When what follows the API server for them fails, all begin anew.
    ///
    /// @param following runs the informers of all
    private Runnable controllers(EventLoop following) {
        EventLoop loop = extras.substitutes().loop("informers", following);
        informers = Optional.of(new SharedInformers(loop, client("system:kube-controller-manager")));
        following.supervision().atEnd(() -> end(1));
        var registry = new PrometheusRegistry();
        startNodeControllers(registry);
        startWorkloads();
        startWhatIsNeeded();
        return () -> {};
    }

    private void startNodeControllers(PrometheusRegistry registry) {
        var nodeMetrics = new NodeMetrics(registry);
        begin(
                NodeLifecycleLoop.NAME,
                "node-controller",
                context ->
                        new NodeLifecycleLoop(context, settings.nodeLifecycle(), nodeMetrics, extras.signs())::start);
        var evictionMetrics = new EvictionMetrics(registry);
        begin(TaintEvictionLoop.NAME, "node-controller", context -> {
            var evictions = new TaintEvictionLoop(context, settings.taintEviction(), evictionMetrics);
            coming = evictions::coming;
            return evictions::start;
        });
        var garbageMetrics = new PodGarbageLoop.Metrics(registry);
        begin(
                PodGarbageLoop.NAME,
                "pod-garbage-collector",
                context -> new PodGarbageLoop(context, garbageMetrics)::start);
        begin(CloudNodeLoop.NAME, "cloud-node-controller", context -> new CloudNodeLoop(context)::start);
        begin(
                CloudNodeLifecycleLoop.NAME,
                "cloud-node-lifecycle-controller",
                context -> new CloudNodeLifecycleLoop(
                        context, settings.nodeLifecycle().monitorPeriod())::start);
    }

    private void startWorkloads() {
        begin(DisruptionLoop.NAME, "disruption-controller", context -> new DisruptionLoop(context, types)::start);
        begin(
                ReplicaKind.SETS.controller(),
                "replicaset-controller",
                context -> new ReplicaSetLoop(context, ReplicaKind.SETS)::start);
        begin(DeploymentLoop.NAME, "deployment-controller", context -> new DeploymentLoop(context)::start);
        begin(
                DaemonSetLoop.NAME,
                "daemon-set-controller",
                context -> new DaemonSetLoop(context, settings.gates())::start);
        begin(
                NamespaceLoop.NAME,
                "namespace-controller",
                context -> new NamespaceLoop(context, types, AUTHORITY)::start);
        begin(GarbageLoop.NAME, "generic-garbage-collector", context -> new GarbageLoop(context, types)::start);
    }

    private void startWhatIsNeeded() {
        onceThereIs(
                List.of(ResourceTypes.JOBS), JobLoop.NAME, "job-controller", context -> new JobLoop(context)::start);
        onceThereIs(
                List.of(ResourceTypes.CRON_JOBS),
                CronJobLoop.NAME,
                CronJobLoop.NAME,
                context -> new CronJobLoop(context)::start);
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
        if (needed.contains(name)) {
            begin(name, account, controller);
            return;
        }
        begin(name, account, context -> {
            Runnable start = controller.apply(context);
            if (needed.contains(name)) {
                return start;
            }
            var first = new FirstSeen(() -> {
                if (needed.add(name)) {
                    context.loop().post("start", start);
                }
            });
            return () ->
                    kinds.forEach(kind -> context.informers().all(kind, first).start());
        });
    }

    /// Drops everything that they remember and still have to do.
    void crash() {
        end(0);
        informers = Optional.empty();
        coming = List::of;
    }

    /// @param kept so many of the loops go on, from the first
    private void end(int kept) {
        List<SimulatedWorld.SimulatedLoop> ended = loops.subList(kept, loops.size());
        ended.forEach(SimulatedWorld.SimulatedLoop::crash);
        ended.clear();
    }

    /// The evictions that lie ahead; empty while the controllers do not run.
    List<ComingEviction> coming() {
        return coming.get();
    }

    private SimulatedWorld.SimulatedLoop loop(String name) {
        SimulatedWorld.SimulatedLoop loop = world.loop(name);
        loops.add(loop);
        return loop;
    }

    /// Makes a controller, which begins anew alone when it fails, and has it started.
    private void begin(String name, String account, Function<ControllerContext, Runnable> controller) {
        SharedInformers shared = informers.orElseThrow();
        new Supervisor(name, loop(name), life -> {
                    EventLoop loop = extras.substitutes().loop(name, life);
                    ClusterClient client = client("system:serviceaccount:kube-system:" + account);
                    return controller.apply(ControllerContext.sharing(loop, client, shared));
                })
                .start();
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
