package dev.tenure.console.page;

import dev.tenure.model.core.Pod;

/// Which pods a drain evicts. Pure. Upstream: kubectl/pkg/drain/filters.go, with `--ignore-daemonsets --force`.
final class DrainRule {
    private static final String MIRROR = "kubernetes.io/config.mirror";

    private DrainRule() {}

    static boolean leaves(Pod pod) {
        boolean daemon = pod.meta()
                .controllerOwner()
                .filter(owner -> owner.kind().equals("DaemonSet"))
                .isPresent();
        boolean mirror = pod.meta().annotations().containsKey(MIRROR);
        return !daemon && !mirror && !pod.meta().deleting();
    }
}
