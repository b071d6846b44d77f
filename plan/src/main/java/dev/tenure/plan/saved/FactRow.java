package dev.tenure.plan.saved;

import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import java.util.Optional;

/// One pod, as it was forecast and as it went, or another one that was as likely to go. At least one of the
/// two is there.
///
/// @param difference what is not as forecast, in words; absent when it is
/// @param alike how many pods there are of which any might have gone, where it was not certain which
public record FactRow(
        Optional<LeavingPod> forecast, Optional<LeavingPod> fact, Optional<String> difference, int alike) {
    /// Whichever is there.
    public LeavingPod pod() {
        return forecast.or(() -> fact)
                .orElseThrow(() -> new IllegalStateException("a row without a forecast and without a fact"));
    }

    /// The pod that went in the place of the one that was forecast to go; absent when that one went, or none
    /// did.
    public Optional<LeavingPod> instead() {
        return fact.filter(went -> !went.uid().equals(pod().uid()));
    }

    /// `another of 3 alike went`; to be asked where there is one that went instead.
    public String insteadWords() {
        return "another of %d alike went".formatted(alike);
    }
}
