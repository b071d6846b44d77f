package dev.tenure.sim.invariant;

import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.sim.world.Component;
import dev.tenure.sim.world.Observer;
import dev.tenure.sim.world.SimulatedCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// All invariants of one simulated cluster. They learn of each write when it is acknowledged, and are asked
/// again after every event that wrote and every second. The first violation is kept. Confined to the thread
/// of the world.
public final class Invariants implements Observer {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String ALARM = "second";

    private final Iterable<StoredObject> begin;
    private final List<Invariant> all = new ArrayList<>();
    private ObservedCluster view;
    private Optional<Begun> begun = Optional.empty();
    private Optional<Violation> violation = Optional.empty();
    /// At the beginning there is a world to look at.
    private boolean written = true;

    private record Begun(SimulatedCluster cluster, Calm calm, ZoneRateInvariant rates, EvictionInvariant evictions) {}

    /// @param begin what the store holds at the beginning
    public Invariants(Iterable<StoredObject> begin) {
        this.begin = begin;
        this.view = new ObservedCluster(begin);
    }

    /// From here on they hold. What was written before is taken as it is.
    public void hold(SimulatedCluster cluster, Calm calm) {
        var world = cluster.world();
        var rates = new ZoneRateInvariant(world, view, calm, violated("no zone rate is exceeded"));
        var evictions = new EvictionInvariant(world, view, calm, violated("evicted in time, neither early nor late"));
        all.add(new BindingInvariant(violated("no pod is bound twice")));
        all.add(new CapacityInvariant(view, violated("no node is over its capacity")));
        all.add(rates);
        all.add(evictions);
        all.add(new BudgetInvariant(begin, violated("disruption budgets add up")));
        all.add(new AcknowledgedInvariant(cluster.store(), violated("no acknowledged write is lost")));
        for (var type : List.of(ResourceTypes.PODS, ResourceTypes.NODES)) {
            for (var pace : List.of(HistoryInvariant.Pace.PROMPT, HistoryInvariant.Pace.SLOW)) {
                var seen = violated("every watcher sees the same history");
                all.add(new HistoryInvariant(cluster.client(), type, pace, seen));
            }
        }
        begun = Optional.of(new Begun(cluster, calm, rates, evictions));
        world.afterEachEvent(this::eventEnded);
        EventLoop loop = world.loop("invariants");
        loop.post(ALARM, () -> second(loop));
    }

    /// Most events write nothing.
    private void eventEnded() {
        if (written) {
            written = false;
            for (Invariant invariant : all) {
                invariant.eventEnded();
            }
        }
    }

    private Consumer<String> violated(String invariant) {
        return what -> begun.filter(_ -> violation.isEmpty())
                .ifPresent(b -> violation =
                        Optional.of(new Violation(invariant, b.cluster().world().now(), what)));
    }

    private void second(EventLoop loop) {
        loop.alarm(ALARM, loop.time().now().plus(SECOND), () -> second(loop));
        all.forEach(Invariant::second);
    }

    @Override
    public void written(Write write) {
        written = true;
        for (Invariant invariant : all) {
            invariant.before(write);
        }
        view.apply(write);
        for (Invariant invariant : all) {
            invariant.after(write);
        }
    }

    /// The first violation, if there was one.
    public Optional<Violation> violation() {
        return violation;
    }

    /// A component was started.
    public void started(Component component) {
        if (component == Component.CONTROLLERS) {
            begun.ifPresent(b -> b.rates().controllersStarted());
        }
    }

    /// Steps the wall clock of the world, before the eyes of all.
    public void stepClock(Duration by) {
        begun.ifPresent(b -> {
            all.forEach(Invariant::clockSteps);
            b.cluster().world().stepWallClock(by);
            for (Component component : Component.values()) {
                b.calm().jolt(component);
            }
            b.evictions().clockStepped();
        });
    }
}
