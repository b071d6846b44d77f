package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.model.core.PodStatus.Mapping;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Allocation;
import dev.tenure.model.device.ResourceClaim.Use;
import dev.tenure.scheduler.device.DeviceAllocator;
import dev.tenure.scheduler.framework.PluginState;
import dev.tenure.scheduler.plugin.dynamicresources.ExtendedNeedRule.Need.Claimed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What one cycle knows of the claims of its pod. Whatever is imagined about other pods changes nothing in
/// it. Confined to the loop.
final class ClaimsState implements PluginState {
    /// Of a pod that has none, or none that can be looked at.
    static final ClaimsState NONE = new ClaimsState(List.of(), false, Optional.empty());

    /// What a node has for the pod.
    ///
    /// @param allocations of the claims that have no devices yet, in their order
    /// @param extended the claim for extended resources as it is on that node
    record OnNode(List<Allocation> allocations, Optional<Claimed> extended) {
        OnNode {
            allocations = List.copyOf(allocations);
        }
    }

    private final List<ResourceClaim> claims;
    private final boolean extended;
    private final Optional<DeviceAllocator> allocator;
    private final SortedSet<Integer> unavailable = new TreeSet<>();
    private final Map<String, OnNode> byNode = new HashMap<>();
    private final Map<Integer, Allocation> reserved = new TreeMap<>();
    private Optional<ClaimWrites> writes = Optional.empty();
    private List<Mapping> mappings = List.of();
    private boolean told;
    private Duration waited = Duration.ZERO;

    /// @param extended whether the last of the claims is for extended resources
    /// @param allocator present when some of the claims have no devices yet
    ClaimsState(List<ResourceClaim> claims, boolean extended, Optional<DeviceAllocator> allocator) {
        this.claims = new ArrayList<>(claims);
        this.extended = extended;
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

    /// The claim for extended resources.
    Optional<ResourceClaim> extended() {
        return extended ? Optional.of(claims.getLast()) : Optional.empty();
    }

    /// Those that the pod itself names.
    List<ResourceClaim> named() {
        return List.copyOf(extended ? claims.subList(0, claims.size() - 1) : claims);
    }

    /// The claims without devices, the one for extended resources as it is on a node.
    List<ResourceClaim> open(Optional<Claimed> onNode) {
        List<ResourceClaim> open = new ArrayList<>();
        for (int place = 0; place < claims.size(); place++) {
            ResourceClaim claim = claims.get(place);
            if (!claim.use().allocated()) {
                open.add(isExtended(place) ? onNode.map(Claimed::claim).orElse(claim) : claim);
            }
        }
        return open;
    }

    private boolean isExtended(int place) {
        return extended && place == claims.size() - 1;
    }

    /// The claim in this place has devices that some node cannot use.
    void unavailable(int place) {
        unavailable.add(place);
    }

    SortedSet<Integer> unavailable() {
        return new TreeSet<>(unavailable);
    }

    /// What the open claims would get on a node.
    void found(String node, OnNode found) {
        byNode.put(node, found);
    }

    Optional<OnNode> on(String node) {
        return Optional.ofNullable(byNode.get(node));
    }

    /// Chooses what a node has for the claims without devices.
    ///
    /// @return the claims as they are to be written
    List<ResourceClaim> reserve(OnNode chosen) {
        List<ResourceClaim> before = open(chosen.extended());
        mappings = chosen.extended().map(Claimed::mappings).orElse(List.of());
        List<ResourceClaim> allocated = new ArrayList<>();
        for (int place = 0; place < claims.size(); place++) {
            if (!claims.get(place).use().allocated()) {
                ResourceClaim claim = before.get(allocated.size());
                Allocation allocation = chosen.allocations().get(allocated.size());
                claims.set(place, claim);
                reserved.put(place, allocation);
                allocated.add(claim.withUse(new Use(Optional.of(allocation), List.of(), List.of())));
            }
        }
        return allocated;
    }

    /// Which containers have the devices of the claim for extended resources.
    List<Mapping> mappings() {
        return mappings;
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

    /// Whether nobody was told yet that devices are prepared; from now on somebody was.
    boolean tell() {
        boolean first = !told;
        told = true;
        return first;
    }

    /// For how long it was waited for devices to be prepared.
    Duration waited() {
        return waited;
    }

    void waits(Duration more) {
        waited = waited.plus(more);
    }
}
