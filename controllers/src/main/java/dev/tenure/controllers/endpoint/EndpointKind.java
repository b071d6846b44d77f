package dev.tenure.controllers.endpoint;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;

/// What is kept for services: the one object of old, or slices of at most a hundred entries.
public enum EndpointKind {
    ENDPOINTS("endpoints-controller", ResourceTypes.ENDPOINTS),
    SLICES(
            "endpointslice-controller",
            new ResourceType(
                    "discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", ResourceType.Scope.NAMESPACED));

    private final String controller;
    private final ResourceType type;

    EndpointKind(String controller, ResourceType type) {
        this.controller = controller;
        this.type = type;
    }

    /// The name of the controller and of its flag.
    public String controller() {
        return controller;
    }

    ResourceType type() {
        return type;
    }
}
