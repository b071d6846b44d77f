package dev.tenure.rules.quota;

import dev.tenure.model.core.Pod;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Devices;
import dev.tenure.model.device.ResourceClaim.Request;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.rules.device.PodClaimRule;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A claim of devices as quotas see it.
///
/// @param resources the extended resources that classes stand for, by the names of those classes that the
///     claim names
/// @param payer the pod for whose extended resources the claim was made, and which is charged for them;
///     absent for claims of users
public record ChargedClaim(ResourceClaim claim, Map<String, String> resources, Optional<Pod> payer) {
    private static final Comparator<ResourceClaim> BY_AGE = Comparator.comparing(
                    (ResourceClaim each) -> each.meta().creationTimestamp())
            .thenComparing(each -> each.meta().name());

    /// What is known of a cluster.
    public interface Known {
        Optional<DeviceClass> deviceClass(String name);

        Optional<Pod> pod(String namespace, String name);

        /// The claims of a pod's namespace whose metadata name the pod as their owner.
        Collection<ResourceClaim> ownedBy(Pod pod);
    }

    public ChargedClaim {
        resources = Frozen.map(resources);
    }

    public static ChargedClaim of(ResourceClaim claim, Known known) {
        Map<String, String> resources = new TreeMap<>();
        for (Request request : claim.requests()) {
            for (Devices devices : request.alternatives()) {
                known.deviceClass(devices.className())
                        .map(DeviceClass::extendedResourceName)
                        .filter(name -> !name.isEmpty())
                        .ifPresent(name -> resources.put(devices.className(), name));
            }
        }
        return new ChargedClaim(claim, resources, payer(claim, known));
    }

    /// Upstream: getVerifiedPodUsage.
    private static Optional<Pod> payer(ResourceClaim claim, Known known) {
        if (!claim.isExtended()) {
            return Optional.empty();
        }
        ObjectMeta meta = claim.meta();
        return meta.controllerOwner()
                .filter(owner ->
                        owner.kind().equals("Pod") && owner.apiVersion().equals("v1"))
                .map(OwnerReference::name)
                .flatMap(name -> known.pod(meta.namespace(), name))
                .filter(pod -> PodClaimRule.owns(pod, claim))
                .filter(pod -> pod.status()
                        .extendedClaim()
                        .map(its -> its.claimName().equals(meta.name()))
                        .orElseGet(() -> known.ownedBy(pod).stream()
                                .noneMatch(other -> other.isExtended()
                                        && PodClaimRule.owns(pod, other)
                                        && BY_AGE.compare(other, claim) < 0)));
    }
}
