package dev.tenure.launch.controllers;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.ControllerCatalogue;
import dev.tenure.controllers.ControllerEntry;
import dev.tenure.controllers.ControllerSettings;
import dev.tenure.controllers.ControllerSettings.Metrics;
import dev.tenure.controllers.ControllerSettings.Shown;
import dev.tenure.controllers.nodelifecycle.SignsOfLife;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.controllers.tainteviction.record.Sightings;
import dev.tenure.controllers.workload.DeviceEvictions;
import dev.tenure.kinds.KindList;
import dev.tenure.kinds.admission.policy.PolicyTypeCheck;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.JsonNode;
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
    /// What comes within this time, much of it about the same pods, is taken up together.
    private static final Duration REST = Duration.ofMillis(2);

    private final ApiEndpoint endpoint;
    private final TimeSource time;
    private final ControllerSelection selection;
    private final ControllerSettings settings;
    private final boolean clocksApart;
    private final FaultReporter faults;
    private final Published<Map<String, Function<Map<String, List<String>>, JsonNode>>> pages =
            new Published<>(Map.of());
    private Optional<ThreadedLoop> running = Optional.empty();
    private Turn turn = new Turn(false);

    /// @param faults notified of exceptions that nobody foresaw; the controller concerned begins anew
    public ControllerSet(
            ApiEndpoint endpoint,
            TimeSource time,
            ControllerConfig config,
            PrometheusRegistry registry,
            FaultReporter faults) {
        this.endpoint = endpoint;
        this.time = time;
        this.selection = config.selection();
        this.clocksApart = config.clocksApart();
        this.faults = faults;
        var shown = new Shown(
                nodes -> show(NODE_LIFECYCLE_PAGE, _ -> nodes.page()),
                evictions -> show(TAINT_EVICTION_PAGE, evictions::page));
        this.settings = new ControllerSettings(
                config.nodeLifecycle(),
                config.taintEviction(),
                config.autoscaling(),
                config.terminatedPodsMax(),
                config.unusedTokensFor(),
                config.types(),
                Optional.of(config.elsewhere()),
                config.authority(),
                config.gates(),
                config.machineNodes().isPresent(),
                config.machineNodes(),
                (spec, definitions) -> PolicyTypeCheck.warnings(KindList.standard(), spec, definitions),
                SignsOfLife.WHEN_SEEN,
                Optional.empty(),
                new DeviceEvictions(),
                Metrics.in(registry),
                shown);
    }

    /// Follows what the controllers will ask for, so that they find it there when [#start] starts them.
    public void prepare() {
        run(new Turn(false));
    }

    /// Starts every controller; each begins as soon as it has seen the cluster.
    public void start() {
        ThreadedLoop prepared = running.orElse(null);
        if (prepared == null) {
            run(new Turn(true));
        } else {
            prepared.post("start", turn::come);
        }
    }

    private void run(Turn now) {
        pages.publish(Map.of());
        var loop = new ThreadedLoop("controllers", time, WORKERS_MAX, faults, REST);
        running = Optional.of(loop);
        turn = now;
        new Supervisor(INFORMERS, loop.part(INFORMERS, WORKERS_MAX), part -> controllers(loop, part, now)).start();
    }

    /// Whether the controllers are to work. Confined to the loop, but for its making.
    private static final class Turn {
        private boolean here;
        private Runnable begin = () -> {};

        private Turn(boolean here) {
            this.here = here;
        }

        private void come() {
            here = true;
            begin.run();
        }
    }

    /// Makes all controllers, each of which begins anew alone when it fails. When what follows the API server
    /// for them fails, all do. As long as it is not their turn their copies are kept; the controllers of
    /// which those were learned are thrown away, for one remembers when it was made.
    ///
    /// @param following runs the informers of all
    private Runnable controllers(ThreadedLoop loop, EventLoop following, Turn turn) {
        var informers = new SharedInformers(following, client(ControllerEntry.followers()));
        Optional<Sightings> sightings = sightings(following, informers);
        ControllerSettings seeing = sightings.map(settings::seeing).orElse(settings);
        List<Runnable> starts = made(loop, following, informers, seeing);
        return () -> {
            sightings.ifPresent(Sightings::start);
            if (turn.here) {
                starts.forEach(Runnable::run);
                return;
            }
            Runnable letGo = informers.keep();
            turn.begin = () -> following.post("begin", () -> {
                made(loop, following, informers, seeing).forEach(Runnable::run);
                letGo.run();
            });
        };
    }

    /// What those who evict for taints want to have seen where servers may go by other clocks.
    private Optional<Sightings> sightings(EventLoop following, SharedInformers informers) {
        return clocksApart && running().contains(TaintEvictionLoop.NAME)
                ? Optional.of(new Sightings(following, informers))
                : Optional.empty();
    }

    private List<Runnable> made(
            ThreadedLoop loop, EventLoop following, SharedInformers informers, ControllerSettings given) {
        List<Runnable> starts = new ArrayList<>();
        for (ControllerEntry controller : selected()) {
            var supervisor = new Supervisor(
                    controller.name(),
                    loop.part(controller.name(), WORKERS_MAX),
                    part -> controller
                            .making()
                            .make(ControllerContext.sharing(part, client(controller.caller()), informers), given));
            starts.add(supervisor.prepare());
            following.supervision().atEnd(supervisor::end);
        }
        return starts;
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

    private List<ControllerEntry> selected() {
        return ControllerCatalogue.under(settings).stream()
                .filter(controller -> selection.includes(controller.name()))
                .toList();
    }

    /// The names of the controllers that [#start] starts.
    List<String> running() {
        return selected().stream().map(ControllerEntry::name).toList();
    }

    /// Stops all and starts them with nothing remembered, as a new process would.
    public void restart() {
        close();
        start();
    }

    private ClusterClient client(Caller caller) {
        return new ClusterClient(endpoint, caller);
    }

    @Override
    public void close() {
        running.ifPresent(ThreadedLoop::close);
        running = Optional.empty();
    }
}
