package dev.tenure.scheduler.cache;

import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.storage.CsiNode;
import dev.tenure.model.storage.StorageClass;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Claims, volumes, their classes, and the drivers of nodes.
/// Confined to the loop.
public final class Storage {
    private final Map<String, PersistentVolumeClaim> claims = new HashMap<>();
    private final Map<String, PersistentVolume> volumes = new TreeMap<>();
    private final Map<String, StorageClass> classes = new HashMap<>();
    private final Map<String, CsiNode> csiNodes = new HashMap<>();

    private static String key(String namespace, String name) {
        return namespace + "/" + name;
    }

    public void put(PersistentVolumeClaim claim) {
        claims.put(key(claim.meta().namespace(), claim.meta().name()), claim);
    }

    public void remove(PersistentVolumeClaim claim) {
        claims.remove(key(claim.meta().namespace(), claim.meta().name()));
    }

    public void put(PersistentVolume volume) {
        volumes.put(volume.meta().name(), volume);
    }

    public void remove(PersistentVolume volume) {
        volumes.remove(volume.meta().name());
    }

    public void put(StorageClass storageClass) {
        classes.put(storageClass.meta().name(), storageClass);
    }

    public void remove(StorageClass storageClass) {
        classes.remove(storageClass.meta().name());
    }

    public void put(CsiNode node) {
        csiNodes.put(node.meta().name(), node);
    }

    public void remove(CsiNode node) {
        csiNodes.remove(node.meta().name());
    }

    Optional<PersistentVolumeClaim> claim(String namespace, String name) {
        return Optional.ofNullable(claims.get(key(namespace, name)));
    }

    Optional<PersistentVolume> volume(String name) {
        return Optional.ofNullable(volumes.get(name));
    }

    List<PersistentVolume> volumesOfClass(String storageClass) {
        return volumes.values().stream()
                .filter(volume -> volume.storageClassName().equals(storageClass))
                .toList();
    }

    Optional<StorageClass> storageClass(String name) {
        return Optional.ofNullable(classes.get(name));
    }

    Optional<CsiNode> csiNode(String node) {
        return Optional.ofNullable(csiNodes.get(node));
    }
}
