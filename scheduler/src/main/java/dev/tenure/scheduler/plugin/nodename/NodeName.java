package dev.tenure.scheduler.plugin.nodename;

import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.Reach;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.NodeState;
import java.util.List;

/// A pod that names its node goes nowhere else.
public final class NodeName implements FilterPlugin {
    public static final String NAME = "NodeName";

    private static final Verdict OTHER_NODE =
            Verdict.Rejected.unresolvable(NAME, "node(s) didn't match the requested node name");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        String wanted = cycle.pod().pod().spec().nodeName();
        return wanted.isEmpty() || wanted.equals(node.name()) ? Verdict.Pass.PASS : OTHER_NODE;
    }

    @Override
    public Reach filterReach() {
        return Reach.NODE_TYPE;
    }

    @Override
    public List<Interest> interests() {
        return List.of(Interest.always(EventKind.NODE_ADDED));
    }
}
