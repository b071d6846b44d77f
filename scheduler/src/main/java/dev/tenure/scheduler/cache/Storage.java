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

/// Claims, volumes, their classes, and the drivers of nodes. A claim or volume may be assumed changed
/// until the API server shows it so. Confined to the loop.
public final class Storage {
    private final Map<String, PersistentVolumeClaim> claims = new HashMap<>();
    private final Map<String, PersistentVolumeClaim> assumedClaims = new HashMap<>();
    private final Map<String, PersistentVolume> volumes = new TreeMap<>();
    private final Map<String, PersistentVolume> assumedVolumes = new HashMap<>();
    private final Map<String, StorageClass> classes = new HashMap<>();
    private final Map<String, CsiNode> csiNodes = new HashMap<>();

    private static String key(String namespace, String name) {
        return namespace + "/" + name;
    }

    public void put(PersistentVolumeClaim claim) {
        String key = key(claim.meta().namespace(), claim.meta().name());
        claims.put(key, claim);
        assumedClaims.remove(key);
    }

    public void remove(PersistentVolumeClaim claim) {
        String key = key(claim.meta().namespace(), claim.meta().name());
        claims.remove(key);
        assumedClaims.remove(key);
    }

    /// Takes a claim as changed until it is seen again.
    public void assume(PersistentVolumeClaim claim) {
        assumedClaims.put(key(claim.meta().namespace(), claim.meta().name()), claim);
    }

    public void forget(PersistentVolumeClaim claim) {
        assumedClaims.remove(key(claim.meta().namespace(), claim.meta().name()));
    }

    public void put(PersistentVolume volume) {
        volumes.put(volume.meta().name(), volume);
        assumedVolumes.remove(volume.meta().name());
    }

    public void remove(PersistentVolume volume) {
        volumes.remove(volume.meta().name());
        assumedVolumes.remove(volume.meta().name());
    }

    /// Takes a volume as changed until it is seen again.
    public void assume(PersistentVolume volume) {
        assumedVolumes.put(volume.meta().name(), volume);
    }

    public void forget(PersistentVolume volume) {
        assumedVolumes.remove(volume.meta().name());
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
        String key = key(namespace, name);
        PersistentVolumeClaim assumed = assumedClaims.get(key);
        return Optional.ofNullable(assumed == null ? claims.get(key) : assumed);
    }

    Optional<PersistentVolume> volume(String name) {
        PersistentVolume assumed = assumedVolumes.get(name);
        return Optional.ofNullable(assumed == null ? volumes.get(name) : assumed);
    }

    List<PersistentVolume> volumesOfClass(String storageClass) {
        return volumes.values().stream()
                .filter(volume -> volume.storageClassName().equals(storageClass))
                .map(volume -> assumedVolumes.getOrDefault(volume.meta().name(), volume))
                .toList();
    }

    Optional<StorageClass> storageClass(String name) {
        return Optional.ofNullable(classes.get(name));
    }

    Optional<CsiNode> csiNode(String node) {
        return Optional.ofNullable(csiNodes.get(node));
    }
}
