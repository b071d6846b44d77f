package dev.tenure.embed;

import dev.tenure.embed.TenureOptions.Part;
import dev.tenure.model.meta.Status;
import dev.tenure.runtime.loop.LiveWorld;
import dev.tenure.sim.world.Component;
import dev.tenure.sim.world.FaultyEndpoint;
import dev.tenure.sim.world.SimulatedCluster;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// What can go wrong in an embedded cluster on demand, beside its nodes ([Tenure#stopNode]). What follows at
/// once from a fault has happened when its method returns. Safe for use by several threads.
public final class ClusterFaults {
    private final LiveWorld world;
    private final SimulatedCluster cluster;
    private final Optional<ClusterSocket> socket;

    ClusterFaults(LiveWorld world, SimulatedCluster cluster, Optional<ClusterSocket> socket) {
        this.world = world;
        this.cluster = cluster;
        this.socket = socket;
    }

    /// Ends a part as a kill of its process would: what it had under way stays undone.
    public void kill(Part part) {
        inWorld(() -> cluster.crash(component(part)));
    }

    /// Starts a part, or starts it anew, with nothing remembered.
    public void start(Part part) {
        inWorld(() -> cluster.start(component(part)));
    }

    /// From now on each request of a part is refused, its watches apart.
    ///
    /// @param code of HTTP, for example 503
    public void refuse(Part part, int code) {
        var status = new Status(code, "Refused", "a test has this request refused", Optional.empty());
        onTheWay(part, way -> way.failWhere(_ -> Optional.of(status)));
    }

    /// From now on a part hears of changes so much later.
    public void lagWatches(Part part, Duration lag) {
        onTheWay(part, way -> way.lagWatches(lag));
    }

    /// Ends the watches of a part, and the place in the history is lost with them (410): it lists again.
    public void breakWatches(Part part) {
        onTheWay(part, FaultyEndpoint::breakWatches);
    }

    /// Requests and watches of a part go through as before.
    public void heal(Part part) {
        onTheWay(part, FaultyEndpoint::heal);
    }

    /// Drops the history: whoever wants to go on with a watch from an older place gets 410 and lists again.
    public void forgetHistory() {
        inWorld(() -> cluster.store().compact(cluster.store().revision()));
    }

    /// Ends all connections from outside, as a restart of the API server does; it takes new ones at the same
    /// address. One thread at a time.
    ///
    /// @throws IllegalStateException when the cluster was started without a socket, or when another program
    ///     has taken the port meanwhile
    public void disconnectClients() {
        socket.orElseThrow(() -> new IllegalStateException("the cluster has no socket"))
                .reopen();
    }

    /// Steps the wall clock, as an administrator or NTP would; what is due later stays due at the same
    /// distance.
    public void stepWallClock(Duration by) {
        inWorld(() -> cluster.world().stepWallClock(by));
    }

    private void onTheWay(Part part, Consumer<FaultyEndpoint> fault) {
        inWorld(() -> fault.accept(cluster.path(component(part))));
    }

    private void inWorld(Runnable fault) {
        world.ask(() -> {
            fault.run();
            return true;
        });
    }

    static Component component(Part part) {
        return switch (part) {
            case SCHEDULER -> Component.SCHEDULER;
            case CONTROLLERS -> Component.CONTROLLERS;
            case NODES -> Component.KUBELETS;
        };
    }
}
