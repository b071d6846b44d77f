package dev.tenure.scheduler.view;

import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.scheduler.device.DevicesInUse;
import dev.tenure.scheduler.device.OfferedSlices;
import java.util.Optional;

/// The devices of a cluster, and claims of them, as plugins see them in a cycle.
public interface DevicesView {
    Optional<ResourceClaim> claim(String namespace, String name);

    /// The revision in which a claim is known; 0 when there is none of that name.
    long claimRevision(String namespace, String name);

    /// The latest revision in which something is known of any claim: one that was written before
    /// and is not there, is gone.
    long latestClaimRevision();

    /// The claim that was made for the extended resources of a pod.
    Optional<ResourceClaim> extendedClaim(PodInfo pod);

    Optional<DeviceClass> deviceClass(String name);

    /// The class whose devices meet a resource of containers.
    Optional<DeviceClass> classOf(String resource);

    /// What drivers offer.
    OfferedSlices slices();

    /// What all known claims have of it.
    DevicesInUse inUse();
}
