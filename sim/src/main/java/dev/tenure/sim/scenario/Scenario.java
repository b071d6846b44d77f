package dev.tenure.sim.scenario;

import dev.tenure.sim.fault.FaultDriver;
import dev.tenure.sim.fault.FaultPlan;
import dev.tenure.sim.invariant.Calm;
import dev.tenure.sim.invariant.Invariants;
import dev.tenure.sim.invariant.Violation;
import dev.tenure.sim.world.ClusterParts;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.Component;
import dev.tenure.sim.world.Observer;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.sim.world.Substitutes;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// One run: a world, a plan of faults, and what must hold. Confined to one thread.
public final class Scenario {
    /// How a run goes.
    ///
    /// @param seed decides the faults, latencies, uids and the scheduler's choices
    /// @param kinds which faults
    /// @param faults how many
    /// @param span how long; at least ten minutes
    public record Settings(long seed, FaultPlan.Kinds kinds, int faults, Duration span, Set<Option> options) {
        public Settings {
            options = Set.copyOf(options);
        }
    }

    /// What makes a run slower and is not always wanted.
    public enum Option {
        /// Every heartbeat and every Event is written; otherwise regular heartbeats are left out where they
        /// make no difference, Events are not kept, and the rest of the run is the same.
        ALL_WRITTEN,
        /// The checksum is over the bytes of each write as well; otherwise over what was written when, and by
        /// whom.
        SUM_OF_BYTES
    }

    /// What came out.
    ///
    /// @param violation absent when everything held
    /// @param writeChecksum equal for equal runs
    /// @param simulated how much of the span was run
    public record Outcome(
            long seed,
            Optional<Violation> violation,
            RunTimeline.Counts counts,
            long writeChecksum,
            Duration simulated) {}

    private final Settings settings;
    private final SimulatedCluster cluster;
    private final Invariants invariants;
    private final RunTimeline timeline;
    private final WriteChecksum checksum;
    private Duration simulated = Duration.ZERO;

    public Scenario(World world, Settings settings, Substitutes substitutes, Consumer<RunTimeline.Entry> listener) {
        this.settings = settings;
        invariants = new Invariants(world.objects());
        timeline = new RunTimeline(listener);
        checksum = new WriteChecksum(settings.options().contains(Option.SUM_OF_BYTES));
        // Not the seed that the world was made with: its uids would come again.
        ClusterSettings clusterSettings =
                WorldBuilder.settings(~settings.seed()).withEpoch(world.epoch());
        var parts = new ClusterParts(
                world.objects(),
                world.revision(),
                this::written,
                substitutes,
                settings.options().contains(Option.ALL_WRITTEN));
        cluster = new SimulatedCluster(clusterSettings, parts);
        timeline.begin(cluster.world());
        cluster.world().latency(new Latencies(settings.seed()));
        var calm = new Calm(cluster.world());
        invariants.hold(cluster, calm);
        var driver = new FaultDriver(cluster, invariants, calm, settings.seed(), timeline::begins);
        driver.follow(
                FaultPlan.of(settings.seed(), world.targets(), settings.kinds(), settings.faults(), settings.span()));
        for (Component component : Component.values()) {
            cluster.start(component);
            invariants.started(component);
        }
        if (!settings.options().contains(Option.ALL_WRITTEN)) {
            driver.leaveHeartbeatsOut();
        }
    }

    private void written(Observer.Write write) {
        invariants.written(write);
        if (timeline.begun()) {
            timeline.written(write);
            checksum.add(write, cluster.world());
        }
    }

    /// Goes on for so long, at most to the end, or until something is violated.
    ///
    /// @return whether there is more to come
    public boolean advance(Duration span) {
        Duration left = settings.span().minus(simulated);
        Duration step = span.compareTo(left) < 0 ? span : left;
        cluster.advance(step);
        simulated = simulated.plus(step);
        return invariants.violation().isEmpty() && simulated.compareTo(settings.span()) < 0;
    }

    /// Goes on to the end.
    public Outcome run() {
        while (advance(Duration.ofSeconds(20))) {
            // each turn runs a part
        }
        return outcome();
    }

    public Outcome outcome() {
        return new Outcome(settings.seed(), invariants.violation(), timeline.counts(), checksum.sum(), simulated);
    }

    public SimulatedCluster cluster() {
        return cluster;
    }
}
