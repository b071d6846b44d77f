package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.rules.device.PodClaimRule;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.PodInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the claims of devices that a pod names, or whose making it waits for. Upstream:
/// foreachPodResourceClaim.
final class PodDeviceClaimsRule {
    private PodDeviceClaimsRule() {}

    sealed interface Answer {
        record Found(List<ResourceClaim> claims) implements Answer {
            static final Found NONE = new Found(List.of());

            public Found {
                claims = List.copyOf(claims);
            }
        }

        /// One of them is not there, or not for this pod.
        record Missing(String why) implements Answer {}
    }

    static Answer of(PodInfo info, ClusterView cluster, PendingClaims pending) {
        if (info.pod().spec().resourceClaims().isEmpty()) {
            return Answer.Found.NONE;
        }
        List<ResourceClaim> claims = new ArrayList<>();
        for (PodSpec.ResourceClaim wanted : info.pod().spec().resourceClaims()) {
            boolean made = wanted.claimName().isEmpty();
            Optional<String> known = made ? made(info, wanted) : Optional.of(wanted.claimName());
            if (known.isEmpty()) {
                return new Answer.Missing("pod \"%s\": ResourceClaim not created yet".formatted(info.qualifiedName()));
            }
            String name = known.get();
            if (name.isEmpty()) {
                // it turned out that none is needed
                continue;
            }
            Optional<ResourceClaim> claim = pending.latest(cluster, info.namespace(), name);
            if (claim.isEmpty()) {
                return new Answer.Missing("resourceclaim.resource.k8s.io \"%s\" not found".formatted(name));
            }
            if (claim.get().meta().deleting()) {
                return new Answer.Missing("resourceclaim \"%s\" is being deleted".formatted(name));
            }
            if (made && !PodClaimRule.owns(info.pod(), claim.get())) {
                return new Answer.Missing("ResourceClaim %s/%s was not created for pod %s (pod is not owner)"
                        .formatted(info.namespace(), name, info.qualifiedName()));
            }
            claims.add(claim.get());
        }
        return new Answer.Found(claims);
    }

    /// The name of the claim that was made from a template; empty text when none is needed.
    private static Optional<String> made(PodInfo info, PodSpec.ResourceClaim wanted) {
        return info.pod().status().resourceClaims().stream()
                .filter(each -> each.name().equals(wanted.name()))
                .map(PodStatus.MadeClaim::claimName)
                .findFirst();
    }
}
