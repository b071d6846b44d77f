package dev.tenure.sim.world;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.authn.ServiceAccountTokens;
import dev.tenure.apiserver.authn.ServiceAccountTokens.Terms;
import dev.tenure.apiserver.authn.TokenKeys;
import dev.tenure.apiserver.authz.AuthorizationMode;
import dev.tenure.apiserver.handler.Identities;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.tainteviction.board.ComingEviction;
import dev.tenure.kinds.ApiServerOptions;
import dev.tenure.kinds.StandardServer;
import dev.tenure.kinds.admission.PluginCatalogue;
import dev.tenure.kubelet.eviction.NodePressureLoop;
import dev.tenure.kubelet.eviction.NodePressureMetrics;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Lazy;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.scheduler.SchedulerLoop;
import dev.tenure.simnodes.RegularHeartbeats;
import dev.tenure.simnodes.SimulatedNodesLoop;
import dev.tenure.store.Store;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.wire.json.JsonNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/// A cluster on virtual time: the real API server over a store in memory and, as far as they are
/// started, the real controllers, scheduler and simulated nodes, each on a loop of one world. They run
/// only while the clock is advanced; one seed gives one outcome (keys, and so the tokens of accounts,
/// apart). Confined to one thread.
public final class SimulatedCluster {
    /// The components that have pages under `/tenure/v1`.
    public static final List<String> PAGES = List.of("scheduler", "node-pressure", "taint-eviction", "node-lifecycle");

    private static final String ISSUER = "https://kubernetes.default.svc";
    private static final Store.ResourceId PODS = Store.ResourceId.of(ResourceTypes.PODS);
    private static final Set<String> PODS_INDEXED = Set.of("spec.nodeName");

    /// Larger worlds are kept as bytes: trees take three times the room, and collections the time that they
    /// save.
    private static final int TREES_MAX = 20_000;

    private final ClusterSettings settings;
    private final SimulatedWorld world;
    private final Store store;
    private final ServiceAccountTokens accounts;
    private final ApiServer server;
    private final ApiEndpoint door;
    private final KindTable kinds;
    private final Map<Component, FaultyEndpoint> paths = new EnumMap<>(Component.class);
    private final SimulatedControllers controllers;
    private final Substitutes substitutes;
    private final Map<String, Integer> ties = new HashMap<>();
    private Optional<Scheduling> scheduler = Optional.empty();
    private final RegularHeartbeats heartbeats = new RegularHeartbeats();
    private Optional<Kubelets> nodes = Optional.empty();
    private boolean writeEach = true;
    private final Set<String> writing = new TreeSet<>();
    private Consumer<Component> onDeath = _ -> {};

    private record Scheduling(SimulatedWorld.SimulatedLoop loop, SchedulerLoop scheduler) {}

    private record Kubelets(SimulatedWorld.SimulatedLoop loop, SimulatedNodesLoop nodes, NodePressureLoop pressure) {}

    /// An API server alone; what else is to run is started by name.
    public SimulatedCluster(ClusterSettings settings) {
        this(settings, ClusterParts.PLAIN);
    }

    private static Store store(ClusterParts parts) {
        var options = StateOptions.indexing(Map.of(PODS, PODS_INDEXED));
        var memory = new MemoryStore(options, parts.objects(), parts.revision());
        return parts.objects().size() <= TREES_MAX ? memory : new PackingStore(memory);
    }

    public SimulatedCluster(ClusterSettings settings, ClusterParts parts) {
        this(settings, parts, new SimulatedWorld(settings.epoch()));
    }

    /// The same in a world that is there already.
    ///
    /// @param world its wall clock shows the epoch of the settings
    public SimulatedCluster(ClusterSettings settings, ClusterParts parts, SimulatedWorld world) {
        this.settings = settings;
        this.world = world;
        substitutes = parts.substitutes();
        substitutes.faults().ifPresent(world::reportFaultsTo);
        Store memory = store(parts);
        var observed = new ObservedStore(parts.substitutes().store(memory), parts.observer());
        store = observed;
        // objects that are there may have their uids and names from a cluster of the same seed
        var random = new Random(settings.seed() + parts.objects().size());
        // Few worlds have a use for tokens, and making a key takes a tenth of a short forecast.
        var signer = new Lazy<>(() -> TokenKeys.of(new Issuer(settings.epoch()).authority("simulated")));
        accounts = new ServiceAccountTokens(observed, world, signer::get, new Terms(ISSUER, Optional.empty()));
        server = StandardServer.start(options(observed, random));
        kinds = server.kinds().get();
        var all = new LeaseEndpoint(new ObservedEndpoint(server, observed), heartbeats, world, parts.silences());
        door = parts.keepsEvents() ? all : new UnreadEvents(all, new Identities(random));
        for (Component component : Component.values()) {
            ApiEndpoint way = parts.substitutes().endpoint(component, door);
            EventLoop loop = substitutes.wayLoop(world.loop("way of " + component));
            paths.put(component, new FaultyEndpoint(way, loop, () -> died(component)));
        }
        controllers = new SimulatedControllers(
                world,
                path(Component.CONTROLLERS),
                settings,
                collectedTypes(kinds),
                new SimulatedControllers.Extras(parts.substitutes(), all));
        world.settle();
    }

    private void died(Component component) {
        crash(component);
        onDeath.accept(component);
    }

    /// From now on, `listener` hears of each component that died of an [Interference.SenderDies].
    public void whenOneDies(Consumer<Component> listener) {
        onDeath = listener;
    }

    private ApiServerOptions options(Store store, Random random) {
        return new ApiServerOptions(
                store,
                substitutes.serverLoop(world.loop("apiserver")),
                random,
                substitutes.plugins(PluginCatalogue.plugins(settings.admission(), random)),
                List.of(),
                accounts,
                settings.gates(),
                List.of(AuthorizationMode.RBAC),
                settings.admission().services(),
                substitutes.webhooks(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                world.faults());
    }

    private static List<ResourceType> collectedTypes(KindTable kinds) {
        return kinds.entries().stream()
                .filter(entry -> !entry.has(KindEntry.Flag.VIRTUAL))
                .map(KindEntry::stored)
                .distinct()
                .toList();
    }

    /// Starts the controllers; they begin when the clock is next advanced or settled.
    public void startControllers() {
        controllers.start();
    }

    /// Ends the controllers as a kill of their process would: nothing that they had under way is
    /// completed.
    public void crashControllers() {
        controllers.crash();
    }

    /// Stops the process of the controllers for so long, and lets it go on.
    public void holdControllers(Duration span) {
        controllers.hold(span);
    }

    public void restartControllers() {
        controllers.crash();
        controllers.start();
    }

    /// The evictions because of taints that lie ahead.
    public List<ComingEviction> comingEvictions() {
        return controllers.coming();
    }

    public void startScheduler() {
        crashScheduler();
        var loop = world.loop("scheduler");
        var client = component(Component.SCHEDULER, "system:kube-scheduler", "kube-scheduler");
        new Supervisor("scheduler", loop, life -> {
                    var configuration = settings.schedulerConfiguration().notifying(ties::put);
                    EventLoop own = substitutes.loop("scheduler", life);
                    var begun = new SchedulerLoop(own, client, configuration, new PrometheusRegistry(), "simulated");
                    scheduler = Optional.of(new Scheduling(loop, begun));
                    return begun::start;
                })
                .prepare()
                .run();
    }

    public void crashScheduler() {
        scheduler.ifPresent(running -> running.loop().crash());
        scheduler = Optional.empty();
    }

    /// The same of one pod.
    public int ties(String uid) {
        return ties.getOrDefault(uid, 1);
    }

    /// What the scheduler says of a pod, as `tenure explain pod` shows it; empty while it does not run or
    /// know the pod.
    public Optional<JsonNode> explanation(String namespace, String pod) {
        return scheduler.flatMap(running -> running.scheduler().page(List.of("pods", namespace, pod)));
    }

    /// What a simulated node tells of its shortages, as `/tenure/v1/node-pressure/NODE` shows it; empty when
    /// nobody knows the node.
    public Optional<JsonNode> pressurePage(String node) {
        return nodes.flatMap(running -> running.pressure().page(node));
    }

    /// What a component shows of itself, as under `/tenure/v1/COMPONENT`; empty while it does not run or when
    /// there is no such page.
    ///
    /// @param component one of [#PAGES]
    /// @param path what follows the component
    /// @param query parameters of a request, by name
    public Optional<JsonNode> page(String component, List<String> path, Map<String, List<String>> query) {
        return switch (component) {
            case "scheduler" -> scheduler.flatMap(running -> running.scheduler().page(path));
            case "node-pressure" ->
                path.isEmpty()
                        ? nodes.map(running -> running.pressure().page())
                        : path.size() == 1 ? pressurePage(path.getFirst()) : Optional.empty();
            case "taint-eviction" -> path.isEmpty() ? controllers.evictionsPage(query) : Optional.empty();
            case "node-lifecycle" -> path.isEmpty() ? controllers.lifecyclePage() : Optional.empty();
            default -> Optional.empty();
        };
    }

    /// Starts the kubelets of all nodes that are to be simulated.
    public void startNodes() {
        crashNodes();
        var loop = world.loop("simulated-nodes");
        new Supervisor("simulated-nodes", loop, life -> nodes(loop, life)).start();
    }

    private Runnable nodes(SimulatedWorld.SimulatedLoop loop, EventLoop life) {
        EventLoop own = substitutes.loop("simulated-nodes", life);
        var client = component(Component.KUBELETS, "system:nodes", "kubelet");
        var pressure = new NodePressureLoop(
                own, SimulatedNodesLoop.recorder(own, client), new NodePressureMetrics(new PrometheusRegistry()));
        var kubelets = new SimulatedNodesLoop(own, client, settings.nodes(), pressure, heartbeats);
        life.supervision().atEnd(() -> {
            kubelets.writeEach(true);
            heartbeats.endAll(world.now());
        });
        kubelets.writeEach(writeEach);
        writing.forEach(node -> kubelets.writeEachOf(node, true));
        nodes = Optional.of(new Kubelets(loop, kubelets, pressure));
        return kubelets::start;
    }

    /// Whether the kubelets write each heartbeat, as at first. Otherwise those of nodes in good order
    /// are only noted, and are made real as soon as a fault comes near or this is called again. Leases
    /// that are read show them, and the node lifecycle knows them all the same.
    public void writeEachHeartbeat(boolean each) {
        writeEach = each;
        nodes.ifPresent(kubelets -> kubelets.nodes().writeEach(each));
    }

    /// Whether the kubelet of this node writes each heartbeat even while those of others need not.
    public void writeEachHeartbeatOf(String node, boolean each) {
        if (each ? writing.add(node) : writing.remove(node)) {
            nodes.ifPresent(kubelets -> kubelets.nodes().writeEachOf(node, each));
        }
    }

    /// Ends all simulated kubelets: from now on every node is silent.
    public void crashNodes() {
        nodes.ifPresent(kubelets -> {
            kubelets.nodes().writeEach(true);
            kubelets.loop().crash();
        });
        heartbeats.endAll(world.now());
        nodes = Optional.empty();
    }

    /// Starts a component, or starts it anew.
    public void start(Component component) {
        switch (component) {
            case CONTROLLERS -> restartControllers();
            case SCHEDULER -> startScheduler();
            case KUBELETS -> startNodes();
            case USER -> {
                // no process of ours
            }
        }
    }

    /// Ends a component as a kill of its process would.
    public void crash(Component component) {
        switch (component) {
            case CONTROLLERS -> crashControllers();
            case SCHEDULER -> crashScheduler();
            case KUBELETS -> crashNodes();
            case USER -> {
                // no process of ours
            }
        }
    }

    /// The clock and the agenda.
    public SimulatedWorld world() {
        return world;
    }

    /// The way to the API server that a component takes; requests can be made to fail there.
    public FaultyEndpoint path(Component component) {
        return Objects.requireNonNull(paths.get(component));
    }

    /// The API server for whoever puts a socket before it.
    public ApiServer server() {
        return server;
    }

    /// Issues and knows the tokens of service accounts.
    public ServiceAccountTokens accounts() {
        return accounts;
    }

    /// The API server itself, which no fault keeps from answering.
    public ApiEndpoint endpoint() {
        return door;
    }

    /// What the API server stands on.
    public Store store() {
        return store;
    }

    /// Every kind that is served.
    public KindTable kinds() {
        return kinds;
    }

    /// A client that may do everything, for whoever watches or drives the simulation.
    public ClusterClient client() {
        return new ClusterClient(door, caller("admin", "simulation"));
    }

    /// Lets time pass; everything that is due meanwhile happens.
    public void advance(Duration span) {
        world.advance(span);
    }

    /// Lets everything happen that is due now.
    public void settle() {
        world.settle();
    }

    private ClusterClient component(Component component, String user, String agent) {
        return new ClusterClient(path(component), caller(user, agent));
    }

    private static Caller caller(String user, String agent) {
        return Caller.component(user, List.of(Caller.SYSTEM_MASTERS, "system:authenticated"), agent);
    }
}
