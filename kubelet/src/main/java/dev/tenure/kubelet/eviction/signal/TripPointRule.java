package dev.tenure.kubelet.eviction.signal;

import dev.tenure.kubelet.eviction.threshold.ThresholdValue;
import dev.tenure.kubelet.stats.MemoryStats;
import dev.tenure.model.quantity.Quantity;
import java.util.OptionalLong;

/// At which use of memory the kernel has to tell that a threshold is crossed. The kernel counts pages of
/// files that it could take back as used, thresholds do not: so much is added. Upstream:
/// memory_threshold_notifier_others.go.
public final class TripPointRule {
    private TripPointRule() {}

    /// Bytes in use; absent when the numbers do not suffice.
    public static OptionalLong usageBytes(MemoryStats memory, ThresholdValue threshold) {
        if (memory.usageBytes().isEmpty()
                || memory.workingSetBytes().isEmpty()
                || memory.availableBytes().isEmpty()) {
            return OptionalLong.empty();
        }
        long set = memory.workingSetBytes().getAsLong();
        long capacity = memory.availableBytes().getAsLong() + set;
        long reclaimable = memory.usageBytes().getAsLong() - set;
        long quantity =
                threshold.of(Quantity.of(capacity, Quantity.Format.BINARY_SI)).value();
        return OptionalLong.of(capacity - quantity + reclaimable);
    }
}
