package dev.tenure.sim.world;

import dev.tenure.agent.eviction.EvictionMetrics;
import dev.tenure.agent.eviction.NodePressureLoop;
import dev.tenure.agent.runtime.simulated.SimulatedNodesLoop;
import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.ApiServerOptions;
import dev.tenure.apiserver.admission.standard.PluginCatalog;
import dev.tenure.apiserver.authn.ServiceAccountTokens;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.tainteviction.ComingEviction;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.scheduler.SchedulerLoop;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/// A cluster on virtual time: the real API server over a store in memory and, as far as they are started,
/// the real controllers, scheduler and simulated nodes, each on a loop of one world. They run only while
/// the clock is advanced; one seed gives one outcome (keys, and so the tokens of accounts, apart).
/// Confined to one thread.
public final class SimulatedCluster {
    private static final String ISSUER = "https://kubernetes.default.svc";

    private final ClusterSettings settings;
    private final SimulatedWorld world;
    private final ApiServer server;
    private final FaultyEndpoint toServer;
    private final SimulatedControllers controllers;
    private Optional<SimulatedWorld.SimulatedLoop> scheduler = Optional.empty();
    private Optional<SimulatedWorld.SimulatedLoop> nodes = Optional.empty();

    /// An API server alone; what else is to run is started by name.
    public SimulatedCluster(ClusterSettings settings) {
        this.settings = settings;
        world = new SimulatedWorld(settings.epoch());
        var store = new MemoryStore(StateOptions.indexing(Map.of()));
        server = ApiServer.start(options(store));
        toServer = new FaultyEndpoint(server);
        controllers = new SimulatedControllers(world, toServer, settings, collectedTypes(server));
        world.settle();
    }

    private ApiServerOptions options(MemoryStore store) {
        var random = new Random(settings.seed());
        Identity signer = new Issuer(settings.epoch()).authority("simulated");
        return new ApiServerOptions(
                store,
                world.loop("apiserver"),
                random,
                PluginCatalog.plugins(settings.admission(), random),
                List.of(),
                new ServiceAccountTokens(store, world, signer, ISSUER),
                false,
                settings.admission().services());
    }

    private static List<ResourceType> collectedTypes(ApiServer server) {
        return server.kinds().get().entries().stream()
                .filter(entry -> !entry.has(KindEntry.Flag.VIRTUAL))
                .map(KindEntry::stored)
                .distinct()
                .toList();
    }

    /// Starts the controllers; they begin when the clock is next advanced or settled.
    public void startControllers() {
        controllers.start();
    }

    /// Ends the controllers as a kill of their process would: nothing that they had under way is completed.
    public void crashControllers() {
        controllers.crash();
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
        var configuration = SchedulerConfiguration.standard(new Random(settings.seed()));
        var client = component("system:kube-scheduler", "kube-scheduler");
        new SchedulerLoop(loop, client, configuration, new PrometheusRegistry(), "simulated").start();
        scheduler = Optional.of(loop);
    }

    public void crashScheduler() {
        scheduler.ifPresent(SimulatedWorld.SimulatedLoop::crash);
        scheduler = Optional.empty();
    }

    /// Starts the kubelets of all nodes that are to be simulated.
    public void startNodes() {
        crashNodes();
        var loop = world.loop("simulated-nodes");
        var client = component("system:nodes", "kubelet");
        var pressure = new NodePressureLoop(
                loop, SimulatedNodesLoop.recorder(loop, client), new EvictionMetrics(new PrometheusRegistry()));
        var kubelets = new SimulatedNodesLoop(loop, client, settings.nodes(), pressure);
        loop.post("start", kubelets::start);
        nodes = Optional.of(loop);
    }

    /// Ends all simulated kubelets: from now on every node is silent.
    public void crashNodes() {
        nodes.ifPresent(SimulatedWorld.SimulatedLoop::crash);
        nodes = Optional.empty();
    }

    /// The clock and the agenda.
    public SimulatedWorld world() {
        return world;
    }

    /// The way to the API server that controllers, scheduler and nodes take; requests can be made to fail
    /// there.
    public FaultyEndpoint faults() {
        return toServer;
    }

    /// The API server itself, which no fault keeps from answering.
    public ApiEndpoint endpoint() {
        return server;
    }

    /// A client that may do everything, for whoever watches or drives the simulation.
    public ClusterClient client() {
        return new ClusterClient(server, caller("admin", "simulation"));
    }

    /// Lets time pass; everything that is due meanwhile happens.
    public void advance(Duration span) {
        world.advance(span);
    }

    /// Lets everything happen that is due now.
    public void settle() {
        world.settle();
    }

    private ClusterClient component(String user, String agent) {
        return new ClusterClient(toServer, caller(user, agent));
    }

    private static Caller caller(String user, String agent) {
        return Caller.component(user, List.of(Caller.SYSTEM_MASTERS, "system:authenticated"), agent);
    }
}
