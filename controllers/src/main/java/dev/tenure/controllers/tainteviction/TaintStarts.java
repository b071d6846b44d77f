package dev.tenure.controllers.tainteviction;

import dev.tenure.controllers.tainteviction.TaintedNodes.NodeTaints;
import dev.tenure.controllers.tainteviction.record.NodeRecord;
import dev.tenure.controllers.tainteviction.record.RecordKeeper;
import dev.tenure.controllers.tainteviction.record.Sightings;
import dev.tenure.controllers.tainteviction.record.StayStarts;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.controllers.tainteviction.stay.TaintedSince;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Since when nodes bear their taints: by their records, and by what was seen. Confined to one loop.
final class TaintStarts {
    private final TimeSource time;
    private final Semantics semantics;
    private final RecordKeeper records;
    private final Optional<Sightings> sightings;
    private boolean takesOver;
    private Duration stepped = Duration.ZERO;

    /// @param sightings see [TaintEvictionLoop]
    TaintStarts(
            TimeSource time,
            TaintEvictionLoop.Configuration configuration,
            RecordKeeper records,
            Optional<Sightings> sightings) {
        this.time = time;
        this.semantics = configuration.semantics();
        this.takesOver = configuration.goesOn() && semantics == Semantics.KUBERNETES_1_36;
        this.records = records;
        this.sightings = sightings;
    }

    /// From here on the steps of the wall clock count.
    void begin() {
        stepped = time.steps().total();
    }

    /// All that was there at the beginning has been looked at.
    void begun() {
        takesOver = false;
    }

    /// When a pod was seen to come to its node.
    Optional<Tick> seen(StoredObject pod) {
        return sightings.flatMap(seen -> seen.pod(pod.uid()));
    }

    /// Takes in the taints of a node as they are. Upstream's controller forgets since when a taint is there,
    /// and so does the record in its semantics.
    void remember(Node node, List<Taint> taints) {
        if (semantics != Semantics.DOCUMENTED) {
            return;
        }
        String uid = node.meta().uid();
        NodeRecord record = records.of(node.name(), uid);
        StayStarts next = record.starts()
                .next(taints, time.wall(), time::asOfNow)
                .seen(key -> sightings.flatMap(seen -> seen.taint(uid, key)).map(this::wall));
        if (!next.equals(record.starts())) {
            records.put(record.withStarts(next));
        }
    }

    /// A moment by the wall clock as it goes now.
    private Instant wall(Tick at) {
        return time.wall().minus(time.now().since(at));
    }

    /// The taints of a node with the moments since which they count.
    List<TaintedSince> since(String name, NodeTaints node) {
        Instant now = time.wall();
        StayStarts starts = takesOver
                ? StayStarts.NONE.next(node.taints(), now, time::asOfNow)
                : records.of(name, node.uid()).starts();
        return starts.of(node.taints(), now);
    }

    /// When the wall clock was stepped, the starts of stays are told by the clock as it goes now.
    ///
    /// @return whether it was, since this was last asked
    boolean stepped() {
        Duration by = time.steps().total().minus(stepped);
        if (by.isZero() || semantics != Semantics.DOCUMENTED) {
            return false;
        }
        stepped = stepped.plus(by);
        records.stepped(by);
        return true;
    }
}
