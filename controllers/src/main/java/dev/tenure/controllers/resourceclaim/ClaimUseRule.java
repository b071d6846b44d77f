package dev.tenure.controllers.resourceclaim;

import dev.tenure.model.core.Pod;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Consumer;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceTypes;
import java.util.Optional;

/// Who still uses a claim. Upstream: syncClaim.
final class ClaimUseRule {
    private ClaimUseRule() {}

    /// Whether somebody who is noted in a claim still uses it.
    enum Standing {
        /// It does, or nobody here can tell.
        USES,
        GONE,
        /// It is not known here, and may be too new: the API has to be asked.
        UNKNOWN
    }

    /// @param known the pod of the consumer's name, if there is one
    static Standing of(Consumer consumer, Optional<Pod> known) {
        boolean isPod = consumer.apiGroup().isEmpty() && consumer.resource().equals(ResourceTypes.PODS.resource());
        if (!isPod) {
            return Standing.USES;
        }
        return known.map(pod -> pod.meta().uid().equals(consumer.uid()) && !PodClaimsRule.isDone(pod)
                        ? Standing.USES
                        : Standing.GONE)
                .orElse(Standing.UNKNOWN);
    }

    /// The pod for which a claim was made.
    static Optional<OwnerReference> pod(ResourceClaim claim) {
        return claim.meta()
                .controllerOwner()
                .filter(owner -> owner.apiVersion().equals("v1") && owner.kind().equals("Pod"));
    }

    /// Whether a claim was made for a pod that will not need it.
    ///
    /// @param known the pod of the owner's name, if there is one; one that is not known may be too new
    static boolean isSpent(OwnerReference owner, Optional<Pod> known) {
        return known.filter(pod -> !pod.meta().uid().equals(owner.uid()) || PodClaimsRule.isDone(pod))
                .isPresent();
    }
}
