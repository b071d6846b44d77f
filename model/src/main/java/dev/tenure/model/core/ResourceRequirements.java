package dev.tenure.model.core;

/// What a container or a pod asks for, and what it is held to.
public record ResourceRequirements(ResourceList requests, ResourceList limits) {
    public static final ResourceRequirements NONE = new ResourceRequirements(ResourceList.EMPTY, ResourceList.EMPTY);
}
