package dev.tenure.controllers.resourcequota;

import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.model.core.Pod;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.quota.ChargedClaim;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What the quota controller knows of the classes of devices, and of pods and claims as far as it counts
/// them.
///
/// @param counted the informer of a type that some quota counts
record KnownDevices(Informer classes, Function<ResourceType, Optional<Informer>> counted)
        implements ChargedClaim.Known {
    private static final Grouping BY_OWNER = claim -> claim.view(ResourceClaim.class)
            .meta()
            .controllerOwner()
            .map(OwnerReference::uid)
            .orElse("");

    @Override
    public Optional<DeviceClass> deviceClass(String name) {
        return classes.get(ResourceTypes.DEVICE_CLASSES.key("", name)).map(found -> found.view(DeviceClass.class));
    }

    @Override
    public Optional<Pod> pod(String namespace, String name) {
        return counted.apply(ResourceTypes.PODS)
                .flatMap(pods -> pods.get(ResourceTypes.PODS.key(namespace, name)))
                .map(found -> found.view(Pod.class));
    }

    @Override
    public Collection<ResourceClaim> ownedBy(Pod pod) {
        return counted.apply(ResourceTypes.RESOURCE_CLAIMS)
                .map(claims -> claims.in(BY_OWNER, pod.meta().uid()).stream()
                        .map(found -> found.view(ResourceClaim.class))
                        .toList())
                .orElse(List.of());
    }
}
