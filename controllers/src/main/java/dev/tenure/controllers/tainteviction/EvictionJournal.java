package dev.tenure.controllers.tainteviction;

import dev.tenure.controllers.tainteviction.board.EvictionBoard;
import dev.tenure.controllers.tainteviction.record.NodeRecord;
import dev.tenure.controllers.tainteviction.record.OtherEvictionRule;
import dev.tenure.controllers.tainteviction.record.PastEviction;
import dev.tenure.controllers.tainteviction.record.RecordKeeper;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.TimeSource;
import java.util.Optional;
import java.util.function.Function;

/// Notes which pods left their nodes before their time: on the board, and in the record of the node for
/// whoever leads next. Confined to one loop.
final class EvictionJournal {
    private final TimeSource time;
    private final EvictionBoard board;
    private final RecordKeeper records;
    private final Function<String, Optional<StoredObject>> nodes;

    /// @param nodes finds a node by its name
    EvictionJournal(
            TimeSource time,
            EvictionBoard board,
            RecordKeeper records,
            Function<String, Optional<StoredObject>> nodes) {
        this.time = time;
        this.board = board;
        this.records = records;
        this.nodes = nodes;
    }

    /// Whether a pod has left its node, or is leaving it.
    static boolean leaves(Pod pod) {
        return pod.meta().deleting() || pod.status().phase().terminal();
    }

    void note(PastEviction told) {
        board.happened(told)
                .ifPresent(eviction -> nodes.apply(eviction.node())
                        .map(node -> records.of(eviction.node(), node.uid()))
                        .ifPresent(record -> records.putSoon(record.with(eviction))));
    }

    /// A pod leaves, for a reason other than a taint if its conditions tell one.
    void left(StoredObject pod) {
        OtherEvictionRule.of(pod, time.wall()).ifPresent(this::note);
    }

    /// What happened to a pod while nobody was here: later than the last that its node's record knows.
    void catchUp(StoredObject pod) {
        Optional.of(pod)
                .filter(one -> leaves(one.view(Pod.class)))
                .flatMap(one -> OtherEvictionRule.of(one, time.wall()))
                .filter(eviction -> records.known(eviction.node())
                        .flatMap(NodeRecord::last)
                        .filter(last -> eviction.at().isBefore(last))
                        .isEmpty())
                .ifPresent(this::note);
    }
}
