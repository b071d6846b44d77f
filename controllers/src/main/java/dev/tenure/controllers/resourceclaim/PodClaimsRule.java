package dev.tenure.controllers.resourceclaim;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.rules.device.PodClaimRule;
import dev.tenure.rules.device.PodClaimRule.Meant;
import dev.tenure.rules.pod.PodRule;
import java.util.Optional;
import java.util.function.Function;

/// Whether there is something to do for the claims of a pod. Upstream: podNeedsClaims, podNeedsWork,
/// isPodDone.
final class PodClaimsRule {
    private PodClaimsRule() {}

    /// Whether none of the pod's containers runs or will ever run, as far as its object tells.
    static boolean isDone(Pod pod) {
        return PodRule.terminal(pod) || (pod.meta().deleting() && !pod.spec().bound());
    }

    /// Whether a claim has to be made, or the pod to be noted in one. For a pod that is done nothing is: what
    /// would be made or noted would be undone at once.
    ///
    /// @param claims those of the pod's namespace, by name
    static boolean needsWork(Pod pod, Function<String, Optional<ResourceClaim>> claims) {
        if (pod.meta().deleting() || isDone(pod)) {
            return false;
        }
        for (PodSpec.ResourceClaim wanted : pod.spec().resourceClaims()) {
            boolean work = switch (PodClaimRule.of(pod, wanted)) {
                case Meant.NotMade _ -> true;
                case Meant.NotNeeded _ -> false;
                case Meant.Claim meant -> {
                    Optional<ResourceClaim> claim = claims.apply(meant.name());
                    yield claim.isEmpty()
                            ? !wanted.templateName().isEmpty()
                            : PodClaimRule.isMeant(pod, meant, claim.get()) && lacks(pod, claim.get());
                }
            };
            if (work) {
                return true;
            }
        }
        return false;
    }

    /// Whether a pod that has a node is not noted in the claim whose devices it uses. Before a pod has a
    /// node, the scheduler notes it.
    static boolean lacks(Pod pod, ResourceClaim claim) {
        return pod.spec().bound()
                && claim.use().allocated()
                && !claim.use().isReservedFor(pod.meta().uid());
    }
}
