package dev.tenure.model.core;

import dev.tenure.model.meta.ObjectMeta;
import java.util.List;
import java.util.Optional;

/// @param phase `Available`, `Bound`, …
/// @param claim the claim for which the volume is kept, if any
/// @param nodeTerms terms of which one must match the node; absent when any node will do
/// @param csiDriver empty when the volume is of another type
public record PersistentVolume(
        ObjectMeta meta,
        ResourceList capacity,
        List<String> accessModes,
        String storageClassName,
        String volumeMode,
        String phase,
        Optional<ClaimReference> claim,
        Optional<List<NodeSelectorTerm>> nodeTerms,
        String csiDriver,
        String csiVolumeHandle,
        String volumeAttributesClassName) {
    public record ClaimReference(String namespace, String name, String uid) {}

    public PersistentVolume {
        accessModes = List.copyOf(accessModes);
        nodeTerms = nodeTerms.map(List::copyOf);
    }
}
