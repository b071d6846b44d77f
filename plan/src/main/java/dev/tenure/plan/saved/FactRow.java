package dev.tenure.plan.saved;

import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import java.util.Optional;

/// One pod, as it was forecast and as it went. At least one of the two is there.
///
/// @param difference what is not as forecast, in words; absent when it is
public record FactRow(Optional<LeavingPod> forecast, Optional<LeavingPod> fact, Optional<String> difference) {
    /// Whichever is there.
    public LeavingPod pod() {
        return forecast.or(() -> fact)
                .orElseThrow(() -> new IllegalStateException("a row without a forecast and without a fact"));
    }
}
