package dev.tenure.rules.device;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.device.ResourceClaim;

/// Which objects a pod's claims of devices are. Upstream:
/// dynamic-resource-allocation/resourceclaim/resourceclaim.go (Name, IsForPod).
public final class PodClaimRule {
    private PodClaimRule() {}

    /// What a pod's claim is.
    public sealed interface Meant {
        /// The object of this name in the pod's namespace.
        ///
        /// @param made whether it was made for this pod, which then has to be its owner ([#owns])
        record Claim(String name, boolean made) implements Meant {}

        /// It is to be made from a template, and the pod's status does not name it yet.
        record NotMade() implements Meant {}

        /// It turned out that none is needed.
        record NotNeeded() implements Meant {}
    }

    public static Meant of(Pod pod, PodSpec.ResourceClaim wanted) {
        if (!wanted.claimName().isEmpty()) {
            return new Meant.Claim(wanted.claimName(), false);
        }
        for (PodStatus.MadeClaim made : pod.status().resourceClaims()) {
            if (made.name().equals(wanted.name())) {
                return made.claimName().isEmpty() ? new Meant.NotNeeded() : new Meant.Claim(made.claimName(), true);
            }
        }
        return new Meant.NotMade();
    }

    /// Whether a claim was made for this very pod.
    public static boolean owns(Pod pod, ResourceClaim claim) {
        return claim.meta().isControlledBy(pod.meta().uid());
    }

    /// Whether a claim is the one that is meant, and not another under its name.
    public static boolean isMeant(Pod pod, Meant.Claim meant, ResourceClaim claim) {
        return !meant.made() || owns(pod, claim);
    }
}
