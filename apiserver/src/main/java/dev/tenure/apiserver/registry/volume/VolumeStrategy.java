package dev.tenure.apiserver.registry.volume;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.apiserver.registry.podspec.VolumeDefaults;

/// Persistent volumes.
public final class VolumeStrategy implements PlainKind {
    @Override
    public void setDefaults(ObjectNode volume) {
        ObjectNode spec = Trees.object(volume, "spec");
        Trees.fill(spec, "persistentVolumeReclaimPolicy", "Retain");
        Trees.fill(spec, "volumeMode", "Filesystem");
        VolumeDefaults.disk(spec);
        Trees.fill(Trees.object(volume, "status"), "phase", "Pending");
    }

    @Override
    public void prepareForCreate(ObjectNode volume) {
        String now = volume.path("metadata").path("creationTimestamp").asText();
        volume.putObject("status").put("phase", "Pending").put("lastPhaseTransitionTime", now);
    }
}
