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

    @Override
    public Collection<ResourceClaim> claims(String namespace) {
        return cluster.list(ResourceTypes.RESOURCE_CLAIMS, namespace).stream()
                .map(found -> found.view(ResourceClaim.class))
                .toList();
    }
}
