package dev.tenure.scheduler.cache;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.storage.CsiNode;
import dev.tenure.model.storage.StorageClass;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Claims, volumes, their classes, and the drivers of nodes. Confined to the loop.
public final class Storage {
    /// @param version no other state of it has the same
    private record Kept<T>(T value, long version) {}

    private final Map<String, Kept<PersistentVolumeClaim>> claims = new HashMap<>();
    private final Map<String, Kept<PersistentVolume>> volumes = new HashMap<>();
    private final UnboundVolumes unbound = new UnboundVolumes();
    private final Map<String, StorageClass> classes = new HashMap<>();
    private final Map<String, CsiNode> csiNodes = new HashMap<>();
    private long versions;

    private <T> Kept<T> kept(T value) {
        return new Kept<>(value, ++versions);
    }

    /// What is put again as it stands keeps its version.
    private <T> void put(Map<String, Kept<T>> all, String key, T value) {
        all.compute(key, (_, old) -> old != null && old.value().equals(value) ? old : kept(value));
    }

    private static <T> Optional<T> value(Map<String, Kept<T>> all, String key) {
        return Optional.ofNullable(all.get(key)).map(Kept::value);
    }

    private static <T> long version(Map<String, Kept<T>> all, String key) {
        Kept<T> found = all.get(key);
        return found == null ? 0 : found.version();
    }

    private static String key(String namespace, String name) {
        return namespace + "/" + name;
    }

    public void put(PersistentVolumeClaim claim) {
        put(claims, key(claim.meta().namespace(), claim.meta().name()), claim);
    }

    public void remove(PersistentVolumeClaim claim) {
        claims.remove(key(claim.meta().namespace(), claim.meta().name()));
    }

    public void put(PersistentVolume volume) {
        put(volumes, volume.meta().name(), volume);
        unbound.put(volume);
    }

    public void remove(PersistentVolume volume) {
        volumes.remove(volume.meta().name());
        unbound.remove(volume.meta().name());
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
        return value(claims, key(namespace, name));
    }

    long claimVersion(String namespace, String name) {
        return version(claims, key(namespace, name));
    }

    Optional<PersistentVolume> volume(String name) {
        return value(volumes, name);
    }

    long volumeVersion(String name) {
        return version(volumes, name);
    }

    List<PersistentVolume> volumesFor(PersistentVolumeClaim claim, Node node) {
        return unbound.of(claim, node);
    }

    Optional<StorageClass> storageClass(String name) {
        return Optional.ofNullable(classes.get(name));
    }

    Optional<CsiNode> csiNode(String node) {
        return Optional.ofNullable(csiNodes.get(node));
    }
}
