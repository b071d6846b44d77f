package dev.tenure.controllers.statefulset;

import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.apps.StatefulSet.StatefulSetStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.rules.pod.PodRule;
import java.util.OptionalInt;

/// The status of a stateful set. When every pod is of the newest revision and ready, that becomes the current
/// one. Pure. Upstream: stateful_set_control.go (computeReplicaStatus), stateful_set_utils.go
/// (completeRollingUpdate).
final class StatefulStatusRule {
    private StatefulStatusRule() {}

    static StatefulSetStatus of(StatefulRule.View view) {
        StatefulSet set = view.set();
        int ready = 0;
        int available = 0;
        int current = 0;
        int updated = 0;
        for (Pod pod : view.pods()) {
            if (StatefulRule.runningAndReady(pod)) {
                ready++;
                if (PodRule.available(pod, set.minReadySeconds(), view.clock())) {
                    available++;
                }
            }
            if (!pod.meta().deleting()) {
                current += StatefulRule.revision(pod).equals(view.current()) ? 1 : 0;
                updated += StatefulRule.revision(pod).equals(view.update()) ? 1 : 0;
            }
        }
        int all = view.pods().size();
        boolean whole =
                !set.updatesOnDelete() && updated == set.replicas() && ready == set.replicas() && all == set.replicas();
        return new StatefulSetStatus(
                set.meta().generation(),
                all,
                ready,
                available,
                whole ? updated : current,
                updated,
                whole ? view.update() : view.current(),
                view.update(),
                OptionalInt.of(set.status().collisionCount().orElse(0)));
    }
}
