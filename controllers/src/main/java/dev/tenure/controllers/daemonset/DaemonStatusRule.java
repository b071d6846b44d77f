package dev.tenure.controllers.daemonset;

import dev.tenure.controllers.daemonset.DaemonRule.View;
import dev.tenure.model.apps.DaemonSet.DaemonSetStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.rules.pod.PodRule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Works out the status of a set. Upstream: daemon_controller.go (updateDaemonSetStatus).
final class DaemonStatusRule {
    private DaemonStatusRule() {}

    /// @param observed the generation that has been dealt with
    static DaemonSetStatus of(View view, long observed) {
        int desired = 0;
        int misscheduled = 0;
        List<Pod> firsts = new ArrayList<>();
        for (var fit : view.fits().entrySet()) {
            List<Pod> pods = view.pods().on(fit.getKey());
            if (fit.getValue().run()) {
                desired++;
                pods.stream().findFirst().ifPresent(firsts::add);
            } else if (!pods.isEmpty()) {
                misscheduled++;
            }
        }
        int available = count(firsts, view::available);
        return new DaemonSetStatus(
                observed,
                firsts.size(),
                desired,
                misscheduled,
                count(firsts, PodRule::ready),
                available,
                desired - available,
                count(firsts, pod -> DaemonPods.updated(pod, view.set(), view.hash())),
                view.set().status().collisionCount());
    }

    private static int count(List<Pod> pods, Predicate<Pod> what) {
        return (int) pods.stream().filter(what).count();
    }
}
