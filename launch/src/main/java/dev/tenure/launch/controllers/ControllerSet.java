package dev.tenure.launch.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.cloudnode.CloudNodeLoop;
import dev.tenure.controllers.cloudnodelifecycle.CloudNodeLifecycleLoop;
import dev.tenure.controllers.clusterroleaggregation.AggregationLoop;
import dev.tenure.controllers.cronjob.CronJobLoop;
import dev.tenure.controllers.daemonset.DaemonSetLoop;
import dev.tenure.controllers.deployment.DeploymentLoop;
import dev.tenure.controllers.disruption.DisruptionLoop;
import dev.tenure.controllers.endpoint.EndpointKind;
import dev.tenure.controllers.endpoint.EndpointLoop;
import dev.tenure.controllers.endpointslicemirroring.MirroringLoop;
import dev.tenure.controllers.garbage.GarbageLoop;
import dev.tenure.controllers.job.JobLoop;
import dev.tenure.controllers.machineset.MachineSetLoop;
import dev.tenure.controllers.namespace.NamespaceLoop;
import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.nodelifecycle.NodeMetrics;
import dev.tenure.controllers.persistentvolume.AttributesClassLoop;
import dev.tenure.controllers.persistentvolume.VolumeBinderLoop;
import dev.tenure.controllers.podgc.PodGarbageLoop;
import dev.tenure.controllers.replicaset.ReplicaKind;
import dev.tenure.controllers.replicaset.ReplicaSetLoop;
import dev.tenure.controllers.resourcequota.ResourceQuotaLoop;
import dev.tenure.controllers.servicecidr.ServiceCidrLoop;
import dev.tenure.controllers.statefulset.StatefulSetLoop;
import dev.tenure.controllers.tainteviction.EvictionMetrics;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.controllers.ttl.TtlLoop;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.TimeSource;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// All controllers on one loop, with one copy of each kind for all of them. Used by one thread at a time.
public final class ControllerSet implements AutoCloseable {
    private static final String TAINT_EVICTION_PAGE = "taint-eviction";
    private static final String NODE_LIFECYCLE_PAGE = "node-lifecycle";

    /// The components that have a page under `/tenure/v1`.
    public static final List<String> PAGES = List.of(TAINT_EVICTION_PAGE, NODE_LIFECYCLE_PAGE);

    private static final String INFORMERS = "informers";
    private static final int WORKERS_MAX = 256;
    private static final String AGENT = "kube-controller-manager";
    /// What comes within this time, much of it about the same pods, is taken up together.
    private static final Duration REST = Duration.ofMillis(2);

    private final ApiEndpoint endpoint;
    private final TimeSource time;
    private final ControllerConfig config;
    private final FaultReporter faults;
    private final Metrics metrics;
    private final Published<Map<String, Function<Map<String, List<String>>, JsonNode>>> pages =
            new Published<>(Map.of());
    private Optional<ThreadedLoop> running = Optional.empty();

    private record Metrics(NodeMetrics nodes, EvictionMetrics evictions, PodGarbageLoop.Metrics garbage) {}

    /// @param account in kube-system, whose rights the controller has
    private record Controller(String name, String account, Making making) {}

    /// Makes a controller; what it returns starts it.
    private interface Making {
        Runnable make(ControllerContext context);
    }

    /// @param faults told of exceptions that nobody foresaw; the controller concerned begins anew
    public ControllerSet(
            ApiEndpoint endpoint,
            TimeSource time,
            ControllerConfig config,
            PrometheusRegistry registry,
            FaultReporter faults) {
        this.endpoint = endpoint;
        this.time = time;
        this.config = config;
        this.faults = faults;
        this.metrics = new Metrics(
                new NodeMetrics(registry), new EvictionMetrics(registry), new PodGarbageLoop.Metrics(registry));
    }

    /// Starts every controller; each begins as soon as it has seen the cluster.
    public void start() {
        pages.publish(Map.of());
        var loop = new ThreadedLoop("controllers", time, WORKERS_MAX, faults, REST);
        running = Optional.of(loop);
        new Supervisor(INFORMERS, loop.part(INFORMERS, WORKERS_MAX), part -> controllers(loop, part)).start();
    }

    /// Makes all controllers, each of which begins anew alone when it fails. When what follows the API server for them
    /// fails, all do.
    ///
    /// @param following runs the informers of all
    private Runnable controllers(ThreadedLoop loop, EventLoop following) {
        var informers = new SharedInformers(following, client("system:kube-controller-manager"));
        List<Runnable> starts = new ArrayList<>();
        for (Controller controller : selected()) {
            var supervisor = new Supervisor(
                    controller.name(),
                    loop.part(controller.name(), WORKERS_MAX),
                    part -> controller
                            .making()
                            .make(ControllerContext.sharing(part, client(account(controller)), informers)));
            starts.add(supervisor.prepare());
            following.supervision().atEnd(supervisor::end);
        }
        return () -> starts.forEach(Runnable::run);
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
                CronJobLoop.NAME,
                NamespaceLoop.NAME,
                GarbageLoop.NAME,
                EndpointKind.ENDPOINTS.controller(),
                EndpointKind.SLICES.controller(),
                MirroringLoop.NAME,
                ResourceQuotaLoop.NAME,
                PodGarbageLoop.NAME,
                VolumeBinderLoop.NAME,
                AttributesClassLoop.NAME,
                TtlLoop.NAME,
                AggregationLoop.NAME,
                ServiceCidrLoop.NAME,
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

    private Runnable nodeLifecycle(ControllerContext context) {
        var nodes = new NodeLifecycleLoop(context, config.nodeLifecycle(), metrics.nodes());
        show(NODE_LIFECYCLE_PAGE, _ -> nodes.page());
        return nodes::start;
    }

    private Runnable taintEviction(ControllerContext context) {
        var evictions = new TaintEvictionLoop(context, config.taintEviction(), metrics.evictions());
        show(TAINT_EVICTION_PAGE, evictions::page);
        return evictions::start;
    }

    private List<Controller> all() {
        List<Controller> all = new ArrayList<>(standard());
        all.add(endpoints(EndpointKind.ENDPOINTS, "endpoint-controller"));
        all.add(endpoints(EndpointKind.SLICES, "endpointslice-controller"));
        all.add(new Controller(
                MirroringLoop.NAME, "endpointslicemirroring-controller", context -> new MirroringLoop(context)::start));
        config.machineNodes()
                .ifPresent(nodes -> all.add(new Controller(
                        MachineSetLoop.NAME,
                        "machineset-controller",
                        context -> new MachineSetLoop(context, nodes)::start)));
        return all;
    }

    private List<Controller> standard() {
        return List.of(
                new Controller(NodeLifecycleLoop.NAME, "node-controller", this::nodeLifecycle),
                new Controller(TaintEvictionLoop.NAME, "node-controller", this::taintEviction),
                new Controller(
                        CloudNodeLoop.NAME, "cloud-node-controller", context -> new CloudNodeLoop(context)::start),
                new Controller(
                        CloudNodeLifecycleLoop.NAME,
                        "cloud-node-lifecycle-controller",
                        context -> new CloudNodeLifecycleLoop(
                                context, config.nodeLifecycle().monitorPeriod())::start),
                new Controller(
                        DisruptionLoop.NAME,
                        "disruption-controller",
                        context -> new DisruptionLoop(context, config.types())::start),
                replicas(ReplicaKind.SETS, "replicaset-controller"),
                replicas(ReplicaKind.CONTROLLERS, "replication-controller"),
                new Controller(
                        DeploymentLoop.NAME, "deployment-controller", context -> new DeploymentLoop(context)::start),
                new Controller(
                        DaemonSetLoop.NAME,
                        "daemon-set-controller",
                        context -> new DaemonSetLoop(context, config.gates())::start),
                new Controller(
                        StatefulSetLoop.NAME, "statefulset-controller", context -> new StatefulSetLoop(context)::start),
                new Controller(JobLoop.NAME, "job-controller", context -> new JobLoop(context)::start),
                new Controller(CronJobLoop.NAME, "cronjob-controller", context -> new CronJobLoop(context)::start),
                new Controller(
                        NamespaceLoop.NAME,
                        "namespace-controller",
                        context -> new NamespaceLoop(context, config.types(), config.authority())::start),
                new Controller(
                        GarbageLoop.NAME,
                        "generic-garbage-collector",
                        context -> new GarbageLoop(context, config.types())::start),
                new Controller(
                        ResourceQuotaLoop.NAME,
                        "resourcequota-controller",
                        context -> new ResourceQuotaLoop(context, config.types())::start),
                new Controller(
                        PodGarbageLoop.NAME,
                        "pod-garbage-collector",
                        context -> new PodGarbageLoop(context, metrics.garbage())::start),
                new Controller(
                        VolumeBinderLoop.NAME,
                        "persistent-volume-binder",
                        context -> new VolumeBinderLoop(context, config.simulated())::start),
                new Controller(
                        AttributesClassLoop.NAME,
                        AttributesClassLoop.NAME,
                        context -> new AttributesClassLoop(context)::start),
                new Controller(TtlLoop.NAME, "ttl-controller", context -> new TtlLoop(context)::start),
                new Controller(
                        AggregationLoop.NAME,
                        "clusterrole-aggregation-controller",
                        context -> new AggregationLoop(context)::start),
                new Controller(
                        ServiceCidrLoop.NAME,
                        "service-cidrs-controller",
                        context -> new ServiceCidrLoop(context)::start));
    }

    private static Controller endpoints(EndpointKind kind, String account) {
        return new Controller(kind.controller(), account, context -> new EndpointLoop(context, kind)::start);
    }

    private static Controller replicas(ReplicaKind kind, String account) {
        return new Controller(kind.controller(), account, context -> new ReplicaSetLoop(context, kind)::start);
    }

    /// Stops all and starts them with nothing remembered, as a new process would.
    public void restart() {
        close();
        start();
    }

    private static String account(Controller controller) {
        return "system:serviceaccount:kube-system:" + controller.account();
    }

    private ClusterClient client(String user) {
        var caller = Caller.component(
                user, List.of(Caller.SYSTEM_MASTERS, "system:serviceaccounts", "system:authenticated"), AGENT);
        return new ClusterClient(endpoint, caller);
    }

    @Override
    public void close() {
        running.ifPresent(ThreadedLoop::close);
        running = Optional.empty();
    }
}
