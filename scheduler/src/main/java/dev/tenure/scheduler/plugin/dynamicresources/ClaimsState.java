package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Allocation;
import dev.tenure.scheduler.device.DeviceAllocator;
import dev.tenure.scheduler.framework.PluginState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What one cycle knows of the claims of its pod. Whatever is imagined about other pods changes nothing in it.
/// Confined to the loop.
final class ClaimsState implements PluginState {
    /// Of a pod that has none, or none that can be looked at.
    static final ClaimsState NONE = new ClaimsState(List.of(), Optional.empty());

    private final List<ResourceClaim> claims;
    private final Optional<DeviceAllocator> allocator;
    private final SortedSet<Integer> unavailable = new TreeSet<>();
    private final Map<String, List<Allocation>> byNode = new HashMap<>();
    private final Map<Integer, Allocation> reserved = new TreeMap<>();
    private Optional<ClaimWrites> writes = Optional.empty();
    private int looks;

    /// @param allocator present when some of the claims have no devices yet
    ClaimsState(List<ResourceClaim> claims, Optional<DeviceAllocator> allocator) {
        this.claims = new ArrayList<>(claims);
        this.allocator = allocator;
    }

    boolean isEmpty() {
        return claims.isEmpty();
    }

    List<ResourceClaim> claims() {
        return List.copyOf(claims);
    }

    void replace(int place, ResourceClaim claim) {
        claims.set(place, claim);
    }

    Optional<DeviceAllocator> allocator() {
        return allocator;
    }

    /// The claims without devices.
    List<ResourceClaim> open() {
        return claims.stream().filter(claim -> !claim.use().allocated()).toList();
    }

    /// The claim in this place has devices that some node cannot use.
    void unavailable(int place) {
        unavailable.add(place);
    }

    SortedSet<Integer> unavailable() {
        return new TreeSet<>(unavailable);
    }

    /// What the open claims would get on a node.
    void found(String node, List<Allocation> allocations) {
        byNode.put(node, allocations);
    }

    Optional<List<Allocation>> on(String node) {
        return Optional.ofNullable(byNode.get(node));
    }

    void reserve(int place, Allocation allocation) {
        reserved.put(place, allocation);
    }

    /// What is going to be written, by the places of the claims.
    Map<Integer, Allocation> reserved() {
        return new TreeMap<>(reserved);
    }

    Optional<ClaimWrites> writes() {
        return writes;
    }

    void begin(ClaimWrites begun) {
        writes = Optional.of(begun);
    }

    /// How often it was looked whether devices are prepared, this time included.
    int look() {
        return ++looks;
    }
}
