package dev.tenure.kubelet.pod;

import dev.tenure.kubelet.resize.Actuated;
import dev.tenure.kubelet.resize.Amounts;
import java.util.stream.Stream;

/// Decides how a running container comes to what is set aside for it. Upstream: kuberuntime_manager.go
/// (computePodResizeAction, isPodResizeInProgress).
public final class ResizeRule {
    private static final String MEMORY = "memory";
    private static final String CPU = "cpu";

    private ResizeRule() {}

    /// The answer.
    public sealed interface Verdict {
        /// It has that already.
        record Keep() implements Verdict {}

        record Update(Amounts given, Amounts wanted) implements Verdict {}

        /// Its policy for what changes wants it to start anew.
        record Restart() implements Verdict {}
    }

    public static Verdict decide(PodPlan pod, ContainerPlan plan, RunContainer container, Actuated actuated) {
        Amounts wanted = pod.amounts(plan);
        Amounts given = given(container, actuated, wanted);
        if (!container.running() || given.equals(wanted)) {
            return new Verdict.Keep();
        }
        boolean restart = (!given.sameMemory(wanted) && plan.restartsToResize(MEMORY))
                || (!given.sameCpu(wanted) && plan.restartsToResize(CPU));
        return restart ? new Verdict.Restart() : new Verdict.Update(given, wanted);
    }

    private static Amounts given(RunContainer container, Actuated actuated, Amounts otherwise) {
        Amounts given = actuated.containers().get(container.id());
        return given == null ? otherwise : given;
    }

    /// Whether the pod as a whole was given something else than it is to have.
    public static boolean wholeDiffers(PodPlan pod, Actuated actuated) {
        return actuated.pod()
                .filter(given -> !given.equals(pod.amounts().orElse(Amounts.NONE)))
                .isPresent();
    }

    /// Whether anything that runs of the pod was given something else than it is to have.
    public static boolean inProgress(PodPlan pod, PodSeen seen, Actuated actuated) {
        return wholeDiffers(pod, actuated)
                || Stream.concat(pod.inits().stream(), pod.mains().stream())
                        .anyMatch(plan -> seen.container(plan.name())
                                .filter(container -> !(decide(pod, plan, container, actuated) instanceof Verdict.Keep))
                                .isPresent());
    }

    /// The same record, and what the running containers of the pod have before anything else is set aside for
    /// them.
    ///
    /// @param pod as it was set aside until now
    public static Actuated before(PodPlan pod, PodSeen seen, Actuated actuated) {
        Actuated known = actuated;
        for (ContainerPlan plan :
                Stream.concat(pod.inits().stream(), pod.mains().stream()).toList()) {
            RunContainer container =
                    seen.container(plan.name()).filter(RunContainer::running).orElse(null);
            if (container != null && !known.containers().containsKey(container.id())) {
                known = known.with(container.id(), pod.amounts(plan));
            }
        }
        return known.pod().isPresent() ? known : known.withPod(pod.amounts().orElse(Amounts.NONE));
    }
}
