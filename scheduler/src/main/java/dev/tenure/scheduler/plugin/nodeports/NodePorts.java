package dev.tenure.scheduler.plugin.nodeports;

import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.PreFilterPlugin;
import dev.tenure.scheduler.framework.Reach;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.HostPort;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.Collection;
import java.util.List;

/// A port of a node's address can be opened by one pod only.
public final class NodePorts implements PreFilterPlugin, FilterPlugin {
    public static final String NAME = "NodePorts";

    private static final Verdict TAKEN =
            Verdict.Rejected.resolvable(NAME, "node(s) didn't have free ports for the requested pod ports");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean concerns(PodInfo pod, ClusterView cluster) {
        return !pod.hostPorts().isEmpty();
    }

    @Override
    public PreFilterResult preFilter(Cycle cycle) {
        return cycle.pod().hostPorts().isEmpty() ? PreFilterResult.SKIP : PreFilterResult.PASS;
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        return conflict(cycle.pod().hostPorts(), node.ports()) ? TAKEN : Verdict.Pass.PASS;
    }

    private static boolean conflict(List<HostPort> wanted, Collection<HostPort> taken) {
        for (HostPort want : wanted) {
            for (HostPort used : taken) {
                if (want.conflictsWith(used)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public Reach filterReach() {
        return Reach.NODE;
    }

    @Override
    public List<Interest> interests() {
        return List.of(
                Interest.in(NodePorts::freesPort, EventKind.ASSIGNED_POD_DELETED, EventKind.WAITING_POD_DELETED),
                Interest.always(EventKind.NODE_ADDED));
    }

    private static boolean freesPort(PodInfo waiting, ClusterEvent event) {
        if (!(event instanceof ClusterEvent.OfPod gone)) {
            return false;
        }
        PodInfo pod = gone.subject();
        return pod.heldNode() && conflict(waiting.hostPorts(), pod.hostPorts());
    }
}
