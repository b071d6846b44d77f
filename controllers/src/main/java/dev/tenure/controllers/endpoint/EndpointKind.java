package dev.tenure.controllers.endpoint;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;

/// What is kept for services: the one object of old, or slices of at most a hundred entries.
///
/// @param controller the name of the controller and of its flag
public record EndpointKind(String controller, ResourceType type) {
    public static final EndpointKind ENDPOINTS = new EndpointKind("endpoints-controller", ResourceTypes.ENDPOINTS);
    public static final EndpointKind SLICES = new EndpointKind(
            "endpointslice-controller",
            new ResourceType(
                    "discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", ResourceType.Scope.NAMESPACED));

    boolean sliced() {
        return equals(SLICES);
    }
}
