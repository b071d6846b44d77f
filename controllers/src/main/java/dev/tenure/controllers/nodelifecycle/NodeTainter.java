package dev.tenure.controllers.nodelifecycle;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.nodelifecycle.zone.ZoneQueue;
import dev.tenure.controllers.nodelifecycle.zone.ZonesState;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Puts the taints of sick nodes on and takes them off: NoSchedule at once, NoExecute at the rate of the
/// node's zone. Confined to its loop. Upstream: doNoScheduleTaintingPass, processTaintBaseEviction,
/// doNoExecuteTaintingPass.
final class NodeTainter {
    private static final String ALARM = "taint-no-execute";
    private static final Duration PASS_EVERY = Duration.ofMillis(100);
    private static final Duration UNDECIDED_AGAIN = Duration.ofMillis(50);

    private final EventLoop loop;
    private final TaintWriter writer;
    private final ZonesState zones;
    private final Map<String, NodeEntry> entries;
    private final NodeMetrics metrics;
    private final Set<String> changedMeanwhile = new HashSet<>();
    private Tick lastPass = new Tick(Long.MIN_VALUE / 2);

    /// @param entries the loop's own, read only
    NodeTainter(
            EventLoop loop,
            ClusterClient client,
            ZonesState zones,
            Map<String, NodeEntry> entries,
            NodeMetrics metrics) {
        this.loop = loop;
        this.writer = new TaintWriter(client);
        this.zones = zones;
        this.entries = entries;
        this.metrics = metrics;
    }

    /// Brings the NoSchedule taints in line with the node's conditions; one write a node at a time.
    void noSchedule(NodeEntry entry) {
        String name = entry.node().name();
        if (entry.taintsBeingWritten()) {
            changedMeanwhile.add(name);
            return;
        }
        ConditionTaintRule.Change change = ConditionTaintRule.noSchedule(entry.node());
        if (change.isEmpty()) {
            return;
        }
        entry.taintsBeingWritten(true);
        Instant now = loop.time().wall();
        loop.work("taint-no-schedule", () -> writer.swap(name, change.add(), change.remove(), now), _ -> {
            entry.taintsBeingWritten(false);
            if (changedMeanwhile.remove(name)) {
                noSchedule(entry);
            }
        });
    }

    /// Handles the NoExecute taints of a node with this status of Ready.
    void noExecute(NodeEntry entry, Truth ready) {
        Optional<String> wanted = ConditionTaintRule.noExecuteKey(ready);
        if (wanted.isEmpty()) {
            reachable(entry);
            return;
        }
        String opposite = ConditionTaintRule.opposite(wanted.get());
        if (ConditionTaintRule.has(entry.node(), opposite, TaintEffect.NO_EXECUTE)) {
            write(entry, List.of(noExecute(wanted.get())), List.of(noExecute(opposite)));
            return;
        }
        Tick now = loop.time().now();
        ZoneQueue queue = zones.queue(entry.zone(), now);
        String name = entry.node().name();
        if (ConditionTaintRule.has(entry.node(), wanted.get(), TaintEffect.NO_EXECUTE)) {
            queue.add(name, now);
        } else {
            queue.addAgain(name, now);
        }
    }

    /// Takes both NoExecute taints off, and the node out of its queue.
    void reachable(NodeEntry entry) {
        zones.queue(entry.zone(), loop.time().now()).remove(entry.node().name());
        List<Taint> present = Stream.of(WellKnownTaints.NOT_READY, WellKnownTaints.UNREACHABLE)
                .filter(key -> ConditionTaintRule.has(entry.node(), key, TaintEffect.NO_EXECUTE))
                .map(NodeTainter::noExecute)
                .toList();
        if (!present.isEmpty()) {
            write(entry, List.of(), present);
        }
    }

    private void write(NodeEntry entry, List<Taint> add, List<Taint> remove) {
        Instant now = loop.time().wall();
        String name = entry.node().name();
        loop.work("taint-no-execute", () -> writer.swap(name, add, remove, now), _ -> {
            // a write that failed is repeated by the next look at all nodes
        });
    }

    /// Sets the alarm for the next pass over the queues, if they hold anything that a token will come for.
    void setAlarm() {
        Tick now = loop.time().now();
        Tick soonest = lastPass.plus(PASS_EVERY);
        zones.nextTake(now)
                .ifPresentOrElse(
                        due -> loop.alarm(ALARM, due.isAfter(soonest) ? due : soonest, this::pass),
                        () -> loop.cancel(ALARM));
    }

    private void pass() {
        lastPass = loop.time().now();
        zones.queues().forEach((zone, queue) -> {
            for (var next = queue.take(lastPass); next.isPresent(); next = queue.take(lastPass)) {
                taint(zone, queue, next.get());
            }
        });
        setAlarm();
    }

    private void taint(String zone, ZoneQueue queue, String name) {
        NodeEntry entry = entries.get(name);
        if (entry == null) {
            queue.remove(name);
            return;
        }
        if (entry.ready().isEmpty()) {
            queue.retry(name, lastPass.plus(UNDECIDED_AGAIN));
            return;
        }
        Optional<String> key = ConditionTaintRule.noExecuteKey(entry.ready().get());
        if (key.isEmpty()) {
            return;
        }
        Instant now = loop.time().wall();
        List<Taint> add = List.of(noExecute(key.get()));
        List<Taint> remove = List.of(noExecute(ConditionTaintRule.opposite(key.get())));
        loop.work("taint-no-execute", () -> writer.swap(name, add, remove, now), outcome -> {
            if (outcome instanceof Outcome.Done<Boolean>(Boolean done) && done) {
                metrics.tainted(zone);
            } else {
                queue.retry(name, loop.time().now());
                setAlarm();
            }
        });
    }

    private static Taint noExecute(String key) {
        return new Taint(key, "", TaintEffect.NO_EXECUTE);
    }
}
