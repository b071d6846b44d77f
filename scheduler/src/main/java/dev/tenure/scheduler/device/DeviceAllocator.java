package dev.tenure.scheduler.device;

import dev.tenure.model.core.Node;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Allocation;
import dev.tenure.rules.device.DeviceMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Finds devices for claims, for one node after the other, as long as the cluster stands as it does. Confined
/// to one loop. Upstream: allocator.go.
public final class DeviceAllocator {
    /// @param shareIds makes the name of a part of a device, which nothing else has
    /// @param stepsMax after so many a search on one node ends
    public record Means(DeviceMatcher matcher, Supplier<String> shareIds, long stepsMax) {}

    /// What a search looks at.
    ///
    /// @param inUse what claims have: those that the API server shows, and those that are just being written
    /// @param classes by name
    public record Offer(
            OfferedSlices slices,
            List<DevicesInUse> inUse,
            Function<String, Optional<DeviceClass>> classes,
            Means means) {
        public Offer {
            inUse = List.copyOf(inUse);
        }
    }

    /// What has come of a search.
    public sealed interface Outcome {
        /// @param allocations one for each claim, in their order
        record Allocated(List<Allocation> allocations) implements Outcome {
            public Allocated {
                allocations = List.copyOf(allocations);
            }
        }

        /// The node does not have them.
        record NotThere() implements Outcome {}

        /// The node does not have them, or in a pool whose slices contradict one another.
        record InvalidPools() implements Outcome {}

        /// The search has taken too long.
        record TooLong() implements Outcome {}

        /// The claims or their classes are wrong, wherever one looks.
        record Broken(String message) implements Outcome {}
    }

    private final Offer offer;
    private final DeviceSelectionState selection;

    public DeviceAllocator(Offer offer) {
        this.offer = offer;
        this.selection = new DeviceSelectionState(offer);
    }

    /// @param claims that have no devices yet
    public Outcome allocate(Node node, List<ResourceClaim> claims) {
        List<DevicePool> pools = PoolsRule.gather(offer.slices(), node);
        try {
            var search = new DeviceSearch(selection, new DeviceSearch.Ground(node, pools), claims);
            Optional<List<ChosenDevices>> found = search.find();
            if (found.isPresent()) {
                List<Allocation> allocations = new ArrayList<>();
                for (ChosenDevices chosen : found.get()) {
                    allocations.add(DeviceAllocationRule.of(chosen, node));
                }
                return new Outcome.Allocated(allocations);
            }
        } catch (AllocationFault fault) {
            return fault.outcome();
        }
        boolean invalid = pools.stream().anyMatch(pool -> pool.state() == DevicePool.State.INVALID);
        return invalid ? new Outcome.InvalidPools() : new Outcome.NotThere();
    }
}
