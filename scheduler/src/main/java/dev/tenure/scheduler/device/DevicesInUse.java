package dev.tenure.scheduler.device;

import dev.tenure.model.device.DeviceId;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.quantity.Quantity;
import java.util.HashMap;
import java.util.Map;

/// Which devices claims have, wholly or in part. Claims with admin access take nothing. Confined to one loop.
/// Upstream: allocateddevices.go.
public final class DevicesInUse {
    private final Map<DeviceId, Integer> whole = new HashMap<>();
    private final Map<DeviceId, Integer> shares = new HashMap<>();
    private final Map<DeviceId, Parts> parts = new HashMap<>();

    /// What is taken of a device that several claims have parts of.
    ///
    /// @param count how many parts there are of which amounts are known
    private record Parts(int count, Map<String, Quantity> amounts) {
        private static final Parts NONE = new Parts(0, Map.of());

        Parts plus(Map<String, Quantity> more) {
            var sums = new HashMap<>(amounts);
            more.forEach((name, amount) -> sums.merge(name, amount, Quantity::plus));
            return new Parts(count + 1, sums);
        }

        Parts minus(Map<String, Quantity> less) {
            var sums = new HashMap<>(amounts);
            less.forEach((name, amount) -> sums.computeIfPresent(name, (_, sum) -> sum.minus(amount)));
            return new Parts(count - 1, sums);
        }
    }

    public void add(ResourceClaim claim) {
        claim.allocation().ifPresent(allocation -> allocation.results().forEach(this::add));
    }

    private void add(ResourceClaim.Result result) {
        if (result.isAdmin()) {
            return;
        }
        if (result.shareId().isEmpty()) {
            whole.merge(result.id(), 1, Integer::sum);
            return;
        }
        shares.merge(result.id(), 1, Integer::sum);
        if (!result.capacity().isEmpty()) {
            parts.merge(result.id(), Parts.NONE.plus(result.capacity()), (old, _) -> old.plus(result.capacity()));
        }
    }

    /// Takes back what [#add] did for the same claim.
    public void remove(ResourceClaim claim) {
        claim.allocation().ifPresent(allocation -> allocation.results().forEach(this::remove));
    }

    private void remove(ResourceClaim.Result result) {
        if (result.isAdmin()) {
            return;
        }
        if (result.shareId().isEmpty()) {
            lower(whole, result.id());
            return;
        }
        lower(shares, result.id());
        if (!result.capacity().isEmpty()) {
            parts.computeIfPresent(result.id(), (_, old) -> old.count() == 1 ? null : old.minus(result.capacity()));
        }
    }

    private static void lower(Map<DeviceId, Integer> counts, DeviceId id) {
        counts.computeIfPresent(id, (_, count) -> count == 1 ? null : count - 1);
    }

    /// Whether a claim has it for itself.
    boolean isWhole(DeviceId id) {
        return whole.containsKey(id);
    }

    /// Whether claims have parts of it, of known amounts.
    boolean isMeasured(DeviceId id) {
        return parts.containsKey(id);
    }

    /// Whether any claim has it or a part of it.
    public boolean isTaken(DeviceId id) {
        return whole.containsKey(id) || shares.containsKey(id);
    }

    /// What the parts amount to that claims have, by name.
    Map<String, Quantity> amounts(DeviceId id) {
        return parts.getOrDefault(id, Parts.NONE).amounts();
    }
}
