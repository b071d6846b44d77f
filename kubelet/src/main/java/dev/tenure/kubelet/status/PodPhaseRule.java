package dev.tenure.kubelet.status;

import dev.tenure.kubelet.pod.ContainerPlan;
import dev.tenure.kubelet.pod.ContainerPlan.Role;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.kubelet.pod.PodSeen;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.model.core.PodPhase;
import java.util.Optional;

/// Decides a pod's phase from what its containers do. Upstream: kubelet_pods.go getPhase.
final class PodPhaseRule {
    private PodPhaseRule() {}

    /// How many main containers do what.
    ///
    /// @param again how many of those that have stopped are started again
    private record Tally(int running, int stopped, int again, int succeeded, int unknown, int missing) {
        static Tally of(PodPlan pod, PodSeen seen) {
            int running = 0;
            int stopped = 0;
            int again = 0;
            int succeeded = 0;
            int unknown = 0;
            int missing = 0;
            for (ContainerPlan plan : pod.mains()) {
                Optional<RunContainer> last = seen.container(plan.name());
                if (last.isEmpty()) {
                    boolean restarting = seen.removed(plan.name()).isPresent();
                    stopped += restarting ? 1 : 0;
                    again += restarting ? 1 : 0;
                    missing += restarting ? 0 : 1;
                    continue;
                }
                switch (last.get().state()) {
                    case RUNNING -> running++;
                    case EXITED -> {
                        stopped++;
                        again += plan.startsAgain(last.get().exitCode()) ? 1 : 0;
                        succeeded += last.get().exitCode() == 0 ? 1 : 0;
                    }
                    case CREATED -> missing++;
                    case UNKNOWN -> unknown++;
                }
            }
            return new Tally(running, stopped, again, succeeded, unknown, missing);
        }

        boolean allStopped() {
            return running == 0 && stopped > 0 && unknown == 0;
        }
    }

    /// @param ending whether nothing is started any more
    public static PodPhase decide(PodPlan pod, PodSeen seen, boolean ending) {
        Tally tally = Tally.of(pod, seen);
        if (!ending || tally.stopped() == 0) {
            PodPhase initial = initial(pod, seen, tally.missing() == pod.mains().size());
            if (initial != PodPhase.RUNNING) {
                return initial;
            }
        }
        if (tally.missing() > 0 && !ending) {
            return PodPhase.PENDING;
        }
        if (tally.running() > 0 && tally.unknown() == 0) {
            return PodPhase.RUNNING;
        }
        boolean succeeded = tally.stopped() == tally.succeeded() && tally.missing() == 0;
        return tally.allStopped() ? ended(tally, succeeded, ending) : PodPhase.PENDING;
    }

    private static PodPhase ended(Tally tally, boolean allSucceeded, boolean ending) {
        if (!ending && tally.again() > 0) {
            return PodPhase.RUNNING;
        }
        return allSucceeded ? PodPhase.SUCCEEDED : PodPhase.FAILED;
    }

    /// `RUNNING` when the init containers are through.
    private static PodPhase initial(PodPlan pod, PodSeen seen, boolean noMainYet) {
        if (!noMainYet) {
            return PodPhase.RUNNING;
        }
        for (ContainerPlan init : pod.inits()) {
            if (init.role() == Role.SIDECAR) {
                continue;
            }
            Optional<RunContainer> last = seen.container(init.name());
            boolean failed = last.map(container -> container.exited() && container.exitCode() != 0)
                    .orElse(false);
            if (failed && !init.startsAgain(last.get().exitCode())) {
                return PodPhase.FAILED;
            }
            if (last.isEmpty() || !last.get().exited() || failed) {
                return PodPhase.PENDING;
            }
        }
        return PodPhase.RUNNING;
    }
}
