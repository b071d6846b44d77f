package dev.tenure.model.core;

import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectMeta;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// @param phase `Pending`, `Bound` or `Lost`
/// @param volumeName empty while no volume is bound
/// @param storageClassName absent leaves it to the cluster, empty wants none
/// @param volumeAttributesClassName the class that is wanted; empty for none
/// @param progress what its status says of the volume that it has
public record PersistentVolumeClaim(
        ObjectMeta meta,
        ResourceList requests,
        List<String> accessModes,
        Optional<String> storageClassName,
        String volumeMode,
        String volumeName,
        Optional<LabelSelector> selector,
        String phase,
        String volumeAttributesClassName,
        Progress progress) {
    /// How far the volume is what the claim wants.
    ///
    /// @param currentVolumeAttributesClassName the class that the volume has; empty when unknown
    /// @param targetVolumeAttributesClassName the class that it is being changed to; empty for none
    /// @param allocatedResources what was set aside for it, perhaps more than is wanted now
    public record Progress(
            String currentVolumeAttributesClassName,
            String targetVolumeAttributesClassName,
            ResourceList allocatedResources) {
        public static final Progress NONE = new Progress("", "", ResourceList.EMPTY);
    }

    public PersistentVolumeClaim {
        accessModes = List.copyOf(accessModes);
    }

    /// The classes of attributes that it has to do with: wanted, had, or on the way.
    public Set<String> volumeAttributesClassNames() {
        return Stream.of(
                        volumeAttributesClassName,
                        progress.currentVolumeAttributesClassName(),
                        progress.targetVolumeAttributesClassName())
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    /// The name of its storage class; empty when it names none.
    public String className() {
        return storageClassName.orElse("");
    }
}
