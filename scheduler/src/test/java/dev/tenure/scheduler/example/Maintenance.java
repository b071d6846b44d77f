package dev.tenure.scheduler.example;

import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.Reach;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.List;

/// Keeps pods off nodes that are under maintenance (annotation `example.com/maintenance: now`), and rather
/// off those that soon will be (`soon`).
final class Maintenance implements FilterPlugin, ScorePlugin {
    private static final String ANNOTATION = "example.com/maintenance";

    @Override
    public String name() {
        return "Maintenance";
    }

    private static String window(NodeState node) {
        return node.node().meta().annotations().getOrDefault(ANNOTATION, "");
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        return window(node).equals("now")
                ? Verdict.Rejected.unresolvable(name(), "node(s) were under maintenance")
                : Verdict.Pass.PASS;
    }

    @Override
    public long score(Cycle cycle, NodeState node) {
        return window(node).equals("soon") ? 0 : SCORE_MAX;
    }

    /// Both answers depend on nothing but the node object, so they are kept until that changes.
    @Override
    public Reach filterReach() {
        return Reach.NODE_OBJECT;
    }

    @Override
    public Reach scoreReach() {
        return Reach.NODE_OBJECT;
    }

    /// What may help a pod that was refused: a new node, or one whose maintenance has ended.
    @Override
    public List<Interest> interests() {
        return List.of(
                Interest.always(EventKind.NODE_ADDED),
                Interest.in(Maintenance::hasEnded, EventKind.NODE_ANNOTATIONS_CHANGED));
    }

    private static boolean hasEnded(PodInfo waiting, ClusterEvent event) {
        return event instanceof ClusterEvent.OfNode change
                && change.after()
                        .filter(node -> !"now".equals(node.meta().annotations().get(ANNOTATION)))
                        .isPresent();
    }
}
