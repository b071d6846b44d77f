package dev.tenure.sim.world;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.ControllerCatalogue;
import dev.tenure.controllers.ControllerEntry;
import dev.tenure.controllers.ControllerSettings;
import dev.tenure.controllers.ControllerSettings.Metrics;
import dev.tenure.controllers.ControllerSettings.Shown;
import dev.tenure.controllers.legacytokencleaner.LegacyTokenLoop;
import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.nodelifecycle.SignsOfLife;
import dev.tenure.controllers.podautoscaler.AutoscalerSettings;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.controllers.tainteviction.board.ComingEviction;
import dev.tenure.controllers.workload.DeviceEvictions;
import dev.tenure.kinds.KindList;
import dev.tenure.kinds.admission.policy.PolicyTypeCheck;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.wire.json.JsonNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The controllers of a simulated cluster, which share their informers, as one process that can crash and be
/// started again. Controllers of kinds of which most worlds have nothing begin with the first object of such
/// a kind, so that they cost nothing before. Confined to the thread of its world.
final class SimulatedControllers {
    private static final String AUTHORITY = "the certificates of this cluster";

    private static final Duration READING = Duration.ofMillis(1);

    private final SimulatedWorld world;
    private final ApiEndpoint endpoint;
    private final ClusterSettings settings;
    private final List<ResourceType> types;
    private final Extras extras;
    private final List<SimulatedWorld.SimulatedLoop> loops = new ArrayList<>();
    private Optional<SharedInformers> informers = Optional.empty();
    /// The controllers that have had something to look after, by the names of their loops.
    private final Set<String> needed = new TreeSet<>();
    private Optional<TaintEvictionLoop> evictions = Optional.empty();
    private Optional<NodeLifecycleLoop> lifecycle = Optional.empty();

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

    /// Makes all controllers and has them started. When what follows the API server for them fails, all begin
    /// anew.
    ///
    /// @param following runs the informers of all
    private Runnable controllers(EventLoop following) {
        EventLoop loop = extras.substitutes().loop("informers", following);
        informers = Optional.of(new SharedInformers(loop, new ClusterClient(endpoint, ControllerEntry.followers())));
        following.supervision().atEnd(() -> end(1));
        var shown = new Shown(begun -> lifecycle = Optional.of(begun), begun -> evictions = Optional.of(begun));
        var given = new ControllerSettings(
                settings.nodeLifecycle(),
                settings.taintEviction(),
                AutoscalerSettings.STANDARD,
                settings.terminatedPodsMax(),
                LegacyTokenLoop.PERIOD,
                types,
                Optional.empty(),
                AUTHORITY,
                settings.gates(),
                true,
                settings.machineNodes(),
                (spec, definitions) -> PolicyTypeCheck.warnings(KindList.standard(), spec, definitions),
                extras.signs(),
                Optional.empty(),
                new DeviceEvictions(),
                Metrics.in(new PrometheusRegistry()),
                shown);
        Set<String> leftOut = extras.substitutes().controllersLeftOut();
        ControllerCatalogue.under(given).stream()
                .filter(entry -> !leftOut.contains(entry.name()))
                .forEach(entry -> begin(entry, given));
        return () -> {};
    }

    /// Makes a controller, which begins anew alone when it fails, and has it started.
    private void begin(ControllerEntry entry, ControllerSettings given) {
        SharedInformers shared = informers.orElseThrow();
        new Supervisor(entry.name(), loop(entry.name()), life -> {
                    EventLoop loop = extras.substitutes().loop(entry.name(), life);
                    var client = new ClusterClient(endpoint, entry.caller());
                    var context = ControllerContext.sharing(loop, client, shared);
                    Runnable start = entry.making().make(context, given);
                    boolean needed = entry.needs().isEmpty() || this.needed.contains(entry.name());
                    return needed ? start : onceThereIs(entry, context, start);
                })
                .start();
    }

    /// Begins a controller when there is an object of one of the kinds it needs, or ever was: it may have
    /// left something behind.
    private Runnable onceThereIs(ControllerEntry entry, ControllerContext context, Runnable start) {
        var first = new FirstSeen(() -> {
            if (needed.add(entry.name())) {
                context.loop().post("start", start);
            }
        });
        return () -> entry.needs()
                .forEach(kind -> context.informers().all(kind, first).start());
    }

    /// Drops everything that they remember and still have to do.
    void crash() {
        end(0);
        informers = Optional.empty();
        evictions = Optional.empty();
        lifecycle = Optional.empty();
    }

    /// Nothing of them goes on for a while; see [SimulatedWorld.SimulatedLoop#hold]. What happened meanwhile
    /// they read a moment after they have begun to do what fell due.
    void hold(Duration span) {
        loops.forEach(loop -> loop.hold(span));
        loops.getFirst().hold(span.plus(READING));
    }

    /// @param kept so many of the loops go on, from the first
    private void end(int kept) {
        List<SimulatedWorld.SimulatedLoop> ended = loops.subList(kept, loops.size());
        ended.forEach(SimulatedWorld.SimulatedLoop::crash);
        ended.clear();
    }

    /// What the controller of taint evictions shows of itself; absent while it does not run.
    ///
    /// @param query parameters of a request, by name
    Optional<JsonNode> evictionsPage(Map<String, List<String>> query) {
        return evictions.map(running -> running.page(query));
    }

    /// What the node lifecycle shows of itself; absent while it does not run.
    Optional<JsonNode> lifecyclePage() {
        return lifecycle.map(NodeLifecycleLoop::page);
    }

    /// The evictions that lie ahead; empty while the controllers do not run.
    List<ComingEviction> coming() {
        return evictions.map(TaintEvictionLoop::coming).orElse(List.of());
    }

    private SimulatedWorld.SimulatedLoop loop(String name) {
        SimulatedWorld.SimulatedLoop loop = world.loop(name);
        loops.add(loop);
        return loop;
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
