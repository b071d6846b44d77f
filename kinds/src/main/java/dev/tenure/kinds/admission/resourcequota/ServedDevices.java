package dev.tenure.kinds.admission.resourcequota;

import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.model.core.Pod;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.quota.ChargedClaim;
import java.util.Collection;
import java.util.Optional;

/// Classes, pods and claims as the server has them.
record ServedDevices(ClusterAccess cluster) implements ChargedClaim.Known {
    @Override
    public Optional<DeviceClass> deviceClass(String name) {
        return cluster.get(ResourceTypes.DEVICE_CLASSES, "", name).map(found -> found.view(DeviceClass.class));
    }

    @Override
    public Optional<Pod> pod(String namespace, String name) {
        return cluster.get(ResourceTypes.PODS, namespace, name).map(found -> found.view(Pod.class));
    }

    /// Looks at the headers of all claims of the namespace, and reads those that the pod owns.
    @Override
    public Collection<ResourceClaim> ownedBy(Pod pod) {
        return cluster.list(ResourceTypes.RESOURCE_CLAIMS, pod.meta().namespace()).stream()
                .filter(found -> found.header().ownerUids().contains(pod.meta().uid()))
                .map(found -> found.view(ResourceClaim.class))
                .toList();
    }
}
