package dev.tenure.scheduler.cache;

import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceSlice;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.scheduler.device.DevicesInUse;
import dev.tenure.scheduler.device.OfferedSlices;
import dev.tenure.scheduler.view.DevicesView;
import dev.tenure.scheduler.view.PodInfo;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Devices, their classes, and claims of them. Confined to the loop.
public final class DeviceCache implements DevicesView {
    /// Of several classes for one resource the newest counts.
    private static final Comparator<DeviceClass> BY_PREFERENCE = Comparator.comparing(
                    (DeviceClass each) -> each.meta().creationTimestamp())
            .reversed()
            .thenComparing(each -> each.meta().name());

    private record Kept(ResourceClaim claim, long revision) {}

    private final Map<String, Kept> claims = new HashMap<>();
    private final Map<String, DeviceClass> classes = new HashMap<>();
    private final Map<String, NavigableSet<DeviceClass>> byResource = new HashMap<>();
    private final Map<String, ResourceClaim> extended = new HashMap<>();
    private final Map<String, ResourceSlice> slices = new TreeMap<>();
    private Optional<OfferedSlices> offered = Optional.empty();
    private final DevicesInUse inUse = new DevicesInUse();
    private long latestClaimRevision;
    private long resourcesVersion;

    private static String key(String namespace, String name) {
        return namespace + "/" + name;
    }

    private static String key(ResourceClaim claim) {
        return key(claim.meta().namespace(), claim.meta().name());
    }

    /// @param revision in which the claim is as it is
    public void put(ResourceClaim claim, long revision) {
        forget(claims.put(key(claim), new Kept(claim, revision)));
        latestClaimRevision = Math.max(latestClaimRevision, revision);
        inUse.add(claim);
        podOfExtended(claim).ifPresent(pod -> extended.put(pod.uid(), claim));
    }

    /// @param revision in which the claim was seen last
    public void remove(ResourceClaim claim, long revision) {
        latestClaimRevision = Math.max(latestClaimRevision, revision);
        forget(claims.remove(key(claim)));
    }

    private void forget(@Nullable Kept before) {
        if (before != null) {
            inUse.remove(before.claim());
            podOfExtended(before.claim()).ifPresent(pod -> extended.remove(pod.uid(), before.claim()));
        }
    }

    private static Optional<OwnerReference> podOfExtended(ResourceClaim claim) {
        return claim.isExtended() ? claim.meta().controllerOwner() : Optional.empty();
    }

    public void put(DeviceClass deviceClass) {
        DeviceClass before = classes.put(deviceClass.meta().name(), deviceClass);
        String resource = deviceClass.extendedResourceName();
        if (before == null || !before.extendedResourceName().equals(resource)) {
            resourcesVersion++;
        }
        unlist(before);
        if (!resource.isEmpty()) {
            byResource
                    .computeIfAbsent(resource, _ -> new TreeSet<>(BY_PREFERENCE))
                    .add(deviceClass);
        }
    }

    public void remove(DeviceClass deviceClass) {
        resourcesVersion++;
        unlist(classes.remove(deviceClass.meta().name()));
    }

    private void unlist(@Nullable DeviceClass before) {
        if (before != null) {
            byResource.computeIfPresent(before.extendedResourceName(), (_, meeting) -> {
                meeting.remove(before);
                return meeting.isEmpty() ? null : meeting;
            });
        }
    }

    public void put(ResourceSlice slice) {
        offered = Optional.empty();
        slices.put(slice.meta().name(), slice);
    }

    public void remove(ResourceSlice slice) {
        offered = Optional.empty();
        slices.remove(slice.meta().name());
    }

    @Override
    public Optional<ResourceClaim> claim(String namespace, String name) {
        return Optional.ofNullable(claims.get(key(namespace, name))).map(Kept::claim);
    }

    @Override
    public long claimRevision(String namespace, String name) {
        Kept kept = claims.get(key(namespace, name));
        return kept == null ? 0 : kept.revision();
    }

    @Override
    public long latestClaimRevision() {
        return latestClaimRevision;
    }

    @Override
    public Optional<ResourceClaim> extendedClaim(PodInfo pod) {
        return Optional.ofNullable(extended.get(pod.uid()))
                .filter(claim -> claim.meta().namespace().equals(pod.namespace()));
    }

    @Override
    public Optional<DeviceClass> deviceClass(String name) {
        return Optional.ofNullable(classes.get(name));
    }

    @Override
    public Optional<DeviceClass> classOf(String resource) {
        if (resource.startsWith(DeviceClass.RESOURCE_PREFIX)) {
            return deviceClass(resource.substring(DeviceClass.RESOURCE_PREFIX.length()));
        }
        return Optional.ofNullable(byResource.get(resource)).map(NavigableSet::first);
    }

    /// Rises when another class may meet a resource than before.
    long resourcesVersion() {
        return resourcesVersion;
    }

    @Override
    public OfferedSlices slices() {
        OfferedSlices sorted = offered.orElseGet(() -> new OfferedSlices(slices.values()));
        offered = Optional.of(sorted);
        return sorted;
    }

    @Override
    public DevicesInUse inUse() {
        return inUse;
    }
}
