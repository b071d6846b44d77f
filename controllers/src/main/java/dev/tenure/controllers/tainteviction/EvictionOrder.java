package dev.tenure.controllers.tainteviction;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.Tick;

/// One pod that has to leave its node.
///
/// @param due when it has to leave
/// @param cause why
record EvictionOrder(StoredObject pod, Tick due, StayVerdict cause) {
    String qualifiedName() {
        return pod.key().qualifiedName();
    }
}
