package dev.tenure.scheduler.plugin.nodeunschedulable;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.rules.taint.TolerationRule;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.Reach;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.List;

/// A cordoned node takes only pods that tolerate the taint which stands for the cordon, whether or not the
/// node has it.
public final class NodeUnschedulable implements FilterPlugin {
    public static final String NAME = "NodeUnschedulable";

    private static final Taint CORDON = new Taint(WellKnownTaints.UNSCHEDULABLE, "", TaintEffect.NO_SCHEDULE);
    private static final Verdict CORDONED = Verdict.Rejected.unresolvable(NAME, "node(s) were unschedulable");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        return node.node().spec().unschedulable() && !tolerates(cycle.pod()) ? CORDONED : Verdict.Pass.PASS;
    }

    private static boolean tolerates(PodInfo pod) {
        List<Toleration> tolerations = pod.pod().spec().tolerations();
        return TolerationRule.anyTolerates(tolerations, CORDON);
    }

    @Override
    public Reach filterReach() {
        return Reach.NODE_TYPE;
    }

    @Override
    public List<Interest> interests() {
        return List.of(
                Interest.in(NodeUnschedulable::opened, EventKind.NODE_ADDED, EventKind.NODE_TAINTS_CHANGED),
                Interest.in(NodeUnschedulable::nowTolerates, EventKind.WAITING_POD_TOLERATIONS_CHANGED));
    }

    private static boolean opened(PodInfo waiting, ClusterEvent event) {
        if (!(event instanceof ClusterEvent.OfNode change) || change.after().isEmpty()) {
            return true;
        }
        boolean wasOpen =
                change.before().isPresent() && !change.before().get().spec().unschedulable();
        return !wasOpen && !change.after().get().spec().unschedulable();
    }

    private static boolean nowTolerates(PodInfo waiting, ClusterEvent event) {
        return event instanceof ClusterEvent.OfPod change
                && change.subject().uid().equals(waiting.uid())
                && tolerates(change.subject());
    }
}
