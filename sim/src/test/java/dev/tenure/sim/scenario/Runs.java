package dev.tenure.sim.scenario;

import dev.tenure.sim.fault.FaultPlan;
import dev.tenure.sim.report.Timeline;
import dev.tenure.sim.world.Substitutes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Runs of the usual size, over worlds that are made once. Several threads may use it once all worlds
/// that they need are made.
final class Runs {
    static final int NODES = 20;
    static final int PODS = 200;
    static final int FAULTS = 30;

    private final Map<Long, World> worlds = new HashMap<>();

    World world(long seed) {
        Layout layout = Layout.ofSeed(seed, NODES, PODS);
        World made = worlds.get(layout.seed());
        if (made == null) {
            made = WorldBuilder.build(layout.seed(), layout.manifests());
            worlds.put(layout.seed(), made);
        }
        return made;
    }

    Scenario.Outcome run(long seed) {
        return run(seed, Duration.ofHours(1), Substitutes.NONE, new ArrayList<>());
    }

    Scenario.Outcome run(long seed, Duration span, Substitutes substitutes, List<Timeline.Entry> told) {
        var settings = new Scenario.Settings(seed, FaultPlan.Kinds.ALL, FAULTS, span, false);
        return new Scenario(world(seed), settings, substitutes, told::add).run();
    }
}
