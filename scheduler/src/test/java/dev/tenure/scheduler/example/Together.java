package dev.tenure.scheduler.example;

import dev.tenure.model.core.Pod;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.PermitPlugin;
import dev.tenure.scheduler.framework.PreBindPlugin;
import dev.tenure.scheduler.framework.Readiness;
import dev.tenure.scheduler.framework.ReservePlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Binds pods with the label `together` only once two of them have a node, and gives up after a minute.
final class Together implements ReservePlugin, PermitPlugin, PreBindPlugin {
    private static final int WANTED = 2;
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
    private static final int LOOKS_MAX = 60;

    private final Set<String> reserved = new HashSet<>();
    private final List<String> prepared = new ArrayList<>();
    private int looks;

    @Override
    public String name() {
        return "Together";
    }

    @Override
    public boolean concerns(PodInfo pod, ClusterView cluster) {
        return pod.pod().meta().labels().containsKey("together");
    }

    @Override
    public Verdict reserve(Cycle cycle, NodeState node) {
        reserved.add(cycle.pod().uid());
        return Verdict.Pass.PASS;
    }

    @Override
    public void unreserve(Cycle cycle, NodeState node) {
        reserved.remove(cycle.pod().uid());
    }

    @Override
    public Readiness permit(Cycle cycle, NodeState node) {
        if (reserved.size() >= WANTED) {
            return Readiness.Ready.READY;
        }
        return looks++ < LOOKS_MAX
                ? new Readiness.Later(LOOK_AGAIN)
                : new Readiness.Refused(Verdict.Rejected.unresolvable(name(), "nobody came"));
    }

    @Override
    public Readiness preBind(Cycle cycle, NodeState node) {
        Pod pod = cycle.pod().pod();
        if (prepared.contains(pod.meta().name())) {
            return Readiness.Ready.READY;
        }
        prepared.add(pod.meta().name());
        return new Readiness.After(client -> Verdict.Pass.PASS);
    }

    /// The pods for which calls were made.
    List<String> prepared() {
        return List.copyOf(prepared);
    }

    /// How many pods hold a node.
    int reserved() {
        return reserved.size();
    }
}
