package dev.tenure.controllers.daemonset;

import dev.tenure.controllers.daemonset.DaemonRule.View;
import dev.tenure.model.apps.DaemonSet.DaemonSetStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.rules.pod.PodRule;
import java.util.List;

/// Works out the status of a set. Upstream: daemon_controller.go (updateDaemonSetStatus).
final class DaemonStatusRule {
    private DaemonStatusRule() {}

    static DaemonSetStatus of(View view) {
        var counts = new int[Count.values().length];
        view.fits().forEach((node, fit) -> {
            List<Pod> pods = view.pods().on(node);
            if (fit.run()) {
                counts[Count.DESIRED.ordinal()]++;
                if (!pods.isEmpty()) {
                    count(view, pods.getFirst(), counts);
                }
            } else if (!pods.isEmpty()) {
                counts[Count.MISSCHEDULED.ordinal()]++;
            }
        });
        return new DaemonSetStatus(
                view.set().meta().generation(),
                counts[Count.CURRENT.ordinal()],
                counts[Count.DESIRED.ordinal()],
                counts[Count.MISSCHEDULED.ordinal()],
                counts[Count.READY.ordinal()],
                counts[Count.AVAILABLE.ordinal()],
                counts[Count.DESIRED.ordinal()] - counts[Count.AVAILABLE.ordinal()],
                counts[Count.UPDATED.ordinal()],
                view.set().status().collisionCount());
    }

    private enum Count {
        DESIRED,
        CURRENT,
        MISSCHEDULED,
        READY,
        AVAILABLE,
        UPDATED
    }

    private static void count(View view, Pod pod, int[] counts) {
        counts[Count.CURRENT.ordinal()]++;
        if (PodRule.ready(pod)) {
            counts[Count.READY.ordinal()]++;
        }
        if (PodRule.ready(pod) && view.available(pod)) {
            counts[Count.AVAILABLE.ordinal()]++;
        }
        if (DaemonPods.updated(pod, view.set(), view.hash())) {
            counts[Count.UPDATED.ordinal()]++;
        }
    }
}
