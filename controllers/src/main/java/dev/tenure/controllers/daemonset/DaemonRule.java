package dev.tenure.controllers.daemonset;

import dev.tenure.model.apps.DaemonSet;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.rules.pod.ClockReading;
import dev.tenure.rules.pod.PodRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Which pods to make and which to remove so that every fitting node has one. Upstream: daemon_controller.go
/// (podsShouldBeOnNode).
final class DaemonRule {
    /// One daemon set with everything that decides about its pods.
    ///
    /// @param fits what each node is to the set, by name
    /// @param hash the revision of the present template
    record View(DaemonSet set, Map<String, NodeFit> fits, DaemonPods pods, String hash, ClockReading clock) {
        boolean surges() {
            return set.updateStrategy() instanceof DaemonSet.UpdateStrategy.RollingUpdate rolling
                    && rolling.maxSurge().roundedUpOf(1) > 0;
        }

        boolean available(Pod pod) {
            return PodRule.available(pod, set.minReadySeconds(), clock);
        }
    }

    /// What to do.
    ///
    /// @param create names of nodes that need a pod
    /// @param delete pods that are too many or must not be where they are
    /// @param failed pods to be removed, but not more often than they fail
    /// @param succeeded pods to be removed because a daemon does not end
    record Plan(List<String> create, List<Pod> delete, List<Pod> failed, List<Pod> succeeded) {
        private Plan() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    private DaemonRule() {}

    static Plan decide(View view) {
        var plan = new Plan();
        view.fits().forEach((node, fit) -> onNode(view, node, fit, plan));
        view.pods().byNode().forEach((node, pods) -> {
            if (!view.fits().containsKey(node)) {
                pods.stream()
                        .filter(pod -> !pod.spec().bound() && !pod.meta().deleting())
                        .forEach(plan.delete::add);
            }
        });
        return plan;
    }

    private static void onNode(View view, String node, NodeFit fit, Plan plan) {
        List<Pod> pods = view.pods().on(node);
        if (fit.run() && pods.isEmpty()) {
            plan.create.add(node);
        } else if (fit.stay()) {
            List<Pod> running = running(pods, plan);
            if (view.surges()) {
                surging(view, node, fit, running, plan);
            } else if (running.size() > 1) {
                plan.delete.addAll(running.subList(1, running.size()));
            }
        } else {
            pods.stream().filter(pod -> !pod.meta().deleting()).forEach(plan.delete::add);
        }
    }

    private static List<Pod> running(List<Pod> pods, Plan plan) {
        List<Pod> running = new ArrayList<>();
        for (Pod pod : pods) {
            if (pod.meta().deleting()) {
                continue;
            }
            if (pod.status().phase() == PodPhase.FAILED) {
                plan.failed.add(pod);
            } else if (pod.status().phase() == PodPhase.SUCCEEDED) {
                plan.succeeded.add(pod);
            } else {
                running.add(pod);
            }
        }
        return running;
    }

    /// Two pods may stand on a node while the old one is ready and the new one is not available yet.
    private static void surging(View view, String node, NodeFit fit, List<Pod> running, Plan plan) {
        if (running.isEmpty() && fit.run()) {
            plan.create.add(node);
        }
        if (running.size() <= 1) {
            return;
        }
        List<Pod> fresh = new ArrayList<>();
        List<Pod> old = new ArrayList<>();
        for (Pod pod : running) {
            boolean current = view.hash().equals(pod.meta().labels().get(DaemonPods.HASH_LABEL));
            (current ? fresh : old).add(pod);
        }
        fresh.stream().skip(1).forEach(plan.delete::add);
        old.stream().skip(1).forEach(plan.delete::add);
        if (!fresh.isEmpty()
                && !old.isEmpty()
                && (!PodRule.ready(old.getFirst()) || view.available(fresh.getFirst()))) {
            plan.delete.add(old.getFirst());
        }
    }
}
