package dev.tenure.sim.fault;

import dev.tenure.sim.world.SimulatedCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/// Which regular heartbeats may be left out: those of which nothing can depend on whether they are
/// written. Confined to the thread of its world.
final class Heartbeats {
    /// So long after the clock has caught up, no renewal is early by the precision of what is written.
    private static final Duration CAUGHT_UP = Duration.ofSeconds(1);

    private final SimulatedCluster cluster;
    private final BiConsumer<Duration, Runnable> after;
    private final Map<String, Integer> ofNodes = new HashMap<>();
    private boolean leftOut;
    private int reasons;
    private Instant latest = Instant.MIN;

    /// @param after does something when so much time has passed
    Heartbeats(SimulatedCluster cluster, BiConsumer<Duration, Runnable> after) {
        this.cluster = cluster;
        this.after = after;
    }

    /// From now on they are left out where nothing speaks against it.
    void leaveOut() {
        leftOut = true;
        apply();
    }

    private void apply() {
        if (leftOut) {
            cluster.writeEachHeartbeat(reasons > 0);
        }
    }

    /// For so long all are written.
    void writeAll(Duration span) {
        reasons++;
        apply();
        after.accept(span, () -> {
            reasons--;
            apply();
        });
    }

    /// For so long those of one node are written.
    void writeOf(String node, Duration span) {
        ofNodes.merge(node, 1, Integer::sum);
        cluster.writeEachHeartbeatOf(node, true);
        after.accept(span, () -> {
            if (ofNodes.merge(node, -1, Integer::sum) == 0) {
                cluster.writeEachHeartbeatOf(node, false);
            }
        });
    }

    /// The wall clock is about to be stepped: what was left out is written before, by the old time. A
    /// renewal counts when it says a later moment than all before, so after a step backwards it matters
    /// which are written until the clock has caught up.
    void clockSteps(Duration by) {
        Instant wall = cluster.world().wall();
        latest = wall.isAfter(latest) ? wall : latest;
        Duration behind = Duration.between(wall.plus(by), latest);
        writeAll(behind.isNegative() ? CAUGHT_UP : behind.plus(CAUGHT_UP));
    }
}
