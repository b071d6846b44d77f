package dev.tenure.scheduler.plugin.schedulinggates;

import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.PreEnqueuePlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.PodInfo;
import java.util.List;

/// A pod with gates is not tried until the last one is taken away.
public final class SchedulingGates implements PreEnqueuePlugin {
    public static final String NAME = "SchedulingGates";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Verdict preEnqueue(PodInfo pod, ClusterView cluster) {
        List<String> gates = pod.pod().spec().schedulingGates();
        return gates.isEmpty()
                ? Verdict.Pass.PASS
                : Verdict.Rejected.unresolvable(
                        NAME, "waiting for scheduling gates: [" + String.join(" ", gates) + "]");
    }

    @Override
    public List<Interest> interests() {
        return List.of(Interest.in(SchedulingGates::isOwn, EventKind.WAITING_POD_GATES_GONE));
    }

    private static boolean isOwn(PodInfo waiting, ClusterEvent event) {
        return event instanceof ClusterEvent.OfPod change
                && change.subject().uid().equals(waiting.uid());
    }
}
