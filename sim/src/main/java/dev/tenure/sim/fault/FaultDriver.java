package dev.tenure.sim.fault;

import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.sim.fault.PathFaults.OnTheWay;
import dev.tenure.sim.invariant.Calm;
import dev.tenure.sim.invariant.Invariants;
import dev.tenure.sim.world.Component;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/// Carries out a plan of faults as events of a world, tells the invariants what it disturbs, and mends
/// everything in the end. Confined to the thread of its world.
public final class FaultDriver {
    private static final Duration DRAIN_AGAIN = Duration.ofSeconds(5);
    /// So long after a fault has ended, nothing of it is on the way.
    private static final Duration SETTLED = Duration.ofSeconds(1);

    private final SimulatedCluster cluster;
    private final Invariants invariants;
    private final Calm calm;
    private final Consumer<Fault> listener;
    private final EventLoop loop;
    private final UserActs users;
    private final SplittableRandom random;
    private final Map<Component, PathFaults> paths = new EnumMap<>(Component.class);
    private final Map<Component, Integer> away = new EnumMap<>(Component.class);
    private final Map<Component, Duration> returns = new EnumMap<>(Component.class);
    private final Map<Component, Integer> slow = new EnumMap<>(Component.class);
    private final Map<String, Integer> broken = new HashMap<>();
    private final Heartbeats heartbeats;
    private long alarms;

    /// @param listener hears of each fault when it begins
    public FaultDriver(
            SimulatedCluster cluster, Invariants invariants, Calm calm, long seed, Consumer<Fault> listener) {
        this.cluster = cluster;
        this.invariants = invariants;
        this.calm = calm;
        this.listener = listener;
        this.loop = cluster.world().loop("faults");
        this.users = new UserActs(cluster.client());
        this.random = new SplittableRandom(seed ^ 0x5bd1e995);
        this.heartbeats = new Heartbeats(cluster, this::after);
        for (Component component : Component.values()) {
            paths.put(component, new PathFaults(cluster.path(component)));
        }
        cluster.whenOneDies(this::died);
    }

    /// From now on regular heartbeats are left out where they make no difference.
    public void leaveHeartbeatsOut() {
        heartbeats.leaveOut();
    }

    /// Sets all steps of a plan; they happen as the clock is advanced.
    public void follow(FaultPlan plan) {
        plan.steps().forEach(step -> after(step.at(), () -> begin(step.fault())));
    }

    private void after(Duration span, Runnable event) {
        loop.alarm("fault-" + alarms++, loop.time().now().plus(span), event);
    }

    private void begin(Fault fault) {
        listener.accept(fault);
        switch (fault) {
            case Fault.OfNodes ofNodes -> befallNodes(ofNodes);
            case Fault.OfProcesses ofProcesses -> befallProcesses(ofProcesses);
            case Fault.OfUsers ofUsers -> act(ofUsers);
        }
    }

    private void befallNodes(Fault.OfNodes fault) {
        switch (fault) {
            case Fault.NodesDown(var nodes, var span) ->
                nodes.forEach(node -> breakNode(node, ManagedNodeRule.Fault.STOPPED, span));
            case Fault.Partition(var node, var span) -> breakNode(node, ManagedNodeRule.Fault.PARTITIONED, span);
            case Fault.Flap flap -> flap(flap, flap.times());
            case Fault.HeartbeatsLost(var node, var span) -> onTheWayOfOne(node, PathFaults.heartbeatsLost(node), span);
            case Fault.HeartbeatsLate(var node, var by, var span) ->
                onTheWayOfOne(node, PathFaults.heartbeatsLate(node, by), span);
            case Fault.NodeDeleted(var node, var span) -> deleteNode(node, span);
        }
    }

    private void befallProcesses(Fault.OfProcesses fault) {
        switch (fault) {
            case Fault.Requests(var component, var how, var share, var span) ->
                onTheWay(component, PathFaults.share(how, share, random.split()), span);
            case Fault.Crash(var component, var span) -> {
                disturb(component, span);
                cluster.crash(component);
                gone(component, span);
            }
            case Fault.CrashAtWrite crash -> crashAtWrite(crash);
            case Fault.SlowWatches(var component, var lag, var span) -> slow(component, lag, span);
            case Fault.BrokenWatches(var component) -> {
                disturb(component, Duration.ZERO);
                watchesSuffer(component, Calm.RECOVERY);
                cluster.path(component).breakWatches();
            }
            case Fault.Compaction() -> cluster.store().compact(cluster.store().revision());
            case Fault.ClockStep(var by) -> {
                heartbeats.clockSteps(by);
                invariants.stepClock(by);
            }
        }
    }

    private void act(Fault.OfUsers fault) {
        switch (fault) {
            case Fault.UserTaint(var node, var key, var span) -> {
                users.taint(node, key);
                after(span, () -> users.untaint(node, key));
            }
            case Fault.Drain(var node, var span) -> {
                users.cordon(node, true);
                drain(node, span);
            }
            case Fault.PodDeleted(var number) -> users.deletePod(number);
            case Fault.Scaled(var deployment, var replicas) -> users.scale(deployment, replicas);
        }
    }

    private void disturb(Component component, Duration span) {
        if (component == Component.KUBELETS) {
            heartbeats.writeAll(span.plus(SETTLED));
        }
        calm.disturb(component);
        after(span, () -> calm.settle(component));
    }

    /// For so long it matters which heartbeats the controllers are told of, if it is theirs.
    private void watchesSuffer(Component component, Duration span) {
        if (component == Component.CONTROLLERS) {
            heartbeats.writeAll(span);
        }
    }

    private void breakNode(String node, ManagedNodeRule.Fault how, Duration span) {
        broken.merge(node, 1, Integer::sum);
        users.setFault(node, how);
        after(span, () -> {
            if (broken.merge(node, -1, Integer::sum) == 0) {
                users.setFault(node, ManagedNodeRule.Fault.NONE);
            }
        });
    }

    private void flap(Fault.Flap flap, int left) {
        if (left > 0) {
            breakNode(flap.node(), ManagedNodeRule.Fault.STOPPED, flap.down());
            after(flap.down().plus(flap.up()), () -> flap(flap, left - 1));
        }
    }

    private PathFaults path(Component component) {
        return Objects.requireNonNull(paths.get(component));
    }

    private void onTheWay(Component component, OnTheWay fault, Duration span) {
        disturb(component, span);
        path(component).add(fault);
        after(span, () -> path(component).remove(fault));
    }

    /// As [#onTheWay], for what befalls the reports of one node alone.
    private void onTheWayOfOne(String node, OnTheWay fault, Duration span) {
        heartbeats.writeOf(node, span.plus(Calm.RECOVERY));
        calm.disturb(Component.KUBELETS);
        path(Component.KUBELETS).add(fault);
        after(span, () -> {
            calm.settle(Component.KUBELETS);
            path(Component.KUBELETS).remove(fault);
        });
    }

    private void slow(Component component, Duration lag, Duration span) {
        disturb(component, span.plus(lag));
        watchesSuffer(component, span.plus(lag).plus(SETTLED));
        slow.merge(component, 1, Integer::sum);
        cluster.path(component).lagWatches(lag);
        after(span, () -> {
            if (slow.merge(component, -1, Integer::sum) == 0) {
                cluster.path(component).lagWatches(Duration.ZERO);
            }
        });
    }

    private void crashAtWrite(Fault.CrashAtWrite crash) {
        returns.put(crash.component(), crash.away());
        OnTheWay death = PathFaults.death(crash.component(), crash.number(), crash.carriedOut());
        path(crash.component()).add(death);
    }

    private void died(Component component) {
        Duration span = returns.getOrDefault(component, Duration.ZERO);
        disturb(component, span);
        gone(component, span);
    }

    private void gone(Component component, Duration span) {
        away.merge(component, 1, Integer::sum);
        after(span, () -> {
            if (away.merge(component, -1, Integer::sum) == 0) {
                cluster.start(component);
                invariants.started(component);
            }
        });
    }

    private void drain(String node, Duration left) {
        int there = users.evictAll(node);
        if (there > 0 && left.compareTo(DRAIN_AGAIN) > 0) {
            after(DRAIN_AGAIN, () -> drain(node, left.minus(DRAIN_AGAIN)));
        } else {
            after(left, () -> users.cordon(node, false));
        }
    }

    private void deleteNode(String node, Duration span) {
        Optional<ObjectNode> deleted = users.deleteNode(node);
        deleted.ifPresent(anew -> after(span, () -> {
            users.createNode(anew);
            if (broken.getOrDefault(node, 0) > 0) {
                users.setFault(node, ManagedNodeRule.Fault.STOPPED);
            }
        }));
    }
}
