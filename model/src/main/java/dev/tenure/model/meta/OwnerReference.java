package dev.tenure.model.meta;

/// Who made an object and takes it along when it goes.
///
/// @param controller whether this owner manages the object
/// @param blockOwnerDeletion whether foreground deletion of the owner waits for the object
public record OwnerReference(
        String apiVersion, String kind, String name, String uid, boolean controller, boolean blockOwnerDeletion) {}
