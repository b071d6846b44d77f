package dev.tenure.model.core;

import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectMeta;
import java.util.List;
import java.util.Optional;

/// @param phase `Pending`, `Bound` or `Lost`
/// @param volumeName empty while no volume is bound
/// @param storageClassName absent leaves it to the cluster, empty wants none
public record PersistentVolumeClaim(
        ObjectMeta meta,
        ResourceList requests,
        List<String> accessModes,
        Optional<String> storageClassName,
        String volumeMode,
        String volumeName,
        Optional<LabelSelector> selector,
        String phase,
        String volumeAttributesClassName) {
    public PersistentVolumeClaim {
        accessModes = List.copyOf(accessModes);
    }

    /// The name of its storage class; empty when it names none.
    public String className() {
        return storageClassName.orElse("");
    }
}
