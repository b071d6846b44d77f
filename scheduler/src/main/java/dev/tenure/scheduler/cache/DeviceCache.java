package dev.tenure.scheduler.cache;

import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceSlice;
import dev.tenure.scheduler.device.DevicesInUse;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Devices, their classes, and claims of them. Confined to the loop.
public final class DeviceCache {
    private record Kept(ResourceClaim claim, long revision) {}

    private final Map<String, Kept> claims = new HashMap<>();
    private final Map<String, DeviceClass> classes = new HashMap<>();
    private final Map<String, ResourceSlice> slices = new TreeMap<>();
    private final DevicesInUse inUse = new DevicesInUse();

    private static String key(String namespace, String name) {
        return namespace + "/" + name;
    }

    private static String key(ResourceClaim claim) {
        return key(claim.meta().namespace(), claim.meta().name());
    }

    /// @param revision in which the claim is as it is
    public void put(ResourceClaim claim, long revision) {
        forget(claims.put(key(claim), new Kept(claim, revision)));
        inUse.add(claim);
    }

    public void remove(ResourceClaim claim) {
        forget(claims.remove(key(claim)));
    }

    private void forget(@Nullable Kept before) {
        if (before != null) {
            inUse.remove(before.claim());
        }
    }

    public void put(DeviceClass deviceClass) {
        classes.put(deviceClass.meta().name(), deviceClass);
    }

    public void remove(DeviceClass deviceClass) {
        classes.remove(deviceClass.meta().name());
    }

    public void put(ResourceSlice slice) {
        slices.put(slice.meta().name(), slice);
    }

    public void remove(ResourceSlice slice) {
        slices.remove(slice.meta().name());
    }

    Optional<ResourceClaim> claim(String namespace, String name) {
        return Optional.ofNullable(claims.get(key(namespace, name))).map(Kept::claim);
    }

    long claimRevision(String namespace, String name) {
        Kept kept = claims.get(key(namespace, name));
        return kept == null ? 0 : kept.revision();
    }

    Optional<DeviceClass> deviceClass(String name) {
        return Optional.ofNullable(classes.get(name));
    }

    Collection<ResourceSlice> slices() {
        return Collections.unmodifiableCollection(slices.values());
    }

    DevicesInUse inUse() {
        return inUse;
    }
}
