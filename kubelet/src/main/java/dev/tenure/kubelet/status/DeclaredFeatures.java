package dev.tenure.kubelet.status;

import java.util.List;

/// What nodes, real and simulated, say in `status.declaredFeatures`: the scheduler and the API server ask for
/// it before they place or resize pods that need it. Upstream: component-helpers/nodedeclaredfeatures.
public final class DeclaredFeatures {
    public static final List<String> ALL = List.of(
            "InPlacePodLevelResourcesVerticalScaling",
            "InPlacePodVerticalScalingInitContainers",
            "RestartAllContainersOnContainerExits");

    private DeclaredFeatures() {}
}
