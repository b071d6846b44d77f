package dev.tenure.sim.scenario;

import dev.tenure.sim.fault.FaultPlan;
import dev.tenure.sim.scenario.Scenario.Option;
import dev.tenure.sim.world.Substitutes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Runs of the usual size, over worlds that are made once each. May be used by several threads.
final class Runs {
    static final int NODES = 20;
    static final int PODS = 200;
    static final int FAULTS = 30;

    /// Evictions that faults refuse are tried again and told each time, thousands of times a minute.
    private static final Logger EVICTIONS = Logger.getLogger("dev.tenure.controllers.tainteviction");

    static {
        EVICTIONS.setLevel(Level.SEVERE);
    }

    private final Map<Long, World> worlds = new ConcurrentHashMap<>();

    World world(long seed) {
        Layout layout = Layout.ofSeed(seed, NODES, PODS);
        return worlds.computeIfAbsent(layout.seed(), variant -> WorldBuilder.build(variant, layout.manifests()));
    }

    Scenario.Outcome run(long seed) {
        var settings = new Scenario.Settings(seed, FaultPlan.Kinds.ALL, FAULTS, Duration.ofHours(1), Set.of());
        return new Scenario(world(seed), settings, Substitutes.NONE, _ -> {}).run();
    }

    Scenario.Outcome run(long seed, Duration span, Substitutes substitutes, List<RunTimeline.Entry> entries) {
        var settings = new Scenario.Settings(seed, FaultPlan.Kinds.ALL, FAULTS, span, Set.of(Option.SUM_OF_BYTES));
        return new Scenario(world(seed), settings, substitutes, entries::add).run();
    }
}
