package dev.tenure.kubelet.eviction.threshold;

import java.time.Duration;
import java.util.Optional;

/// Below which value of a signal a node counts as short. Immutable.
///
/// @param blank whether it holds a place without ever being met; then only the signal means something
/// @param grace how long the signal must stay below before pods go; zero: a hard threshold
/// @param minReclaim how far above the value the signal must rise before the shortage is over
/// @param entry keeps two entries apart that say the same; 0 where upstream cannot tell them apart
public record Threshold(
        Signal signal,
        boolean blank,
        ThresholdValue value,
        Duration grace,
        Optional<ThresholdValue> minReclaim,
        int entry) {
    private static final ThresholdValue NOTHING = new ThresholdValue.Share(0);

    static Threshold blank(Signal signal) {
        return new Threshold(signal, true, NOTHING, Duration.ZERO, Optional.empty(), 0);
    }

    public boolean hard() {
        return grace.isZero();
    }

    /// The same for another signal.
    Threshold forSignal(Signal other) {
        return new Threshold(other, blank, value, grace, minReclaim, entry);
    }

    /// Whether both say the same, minimum reclaim aside.
    public boolean sameAs(Threshold other) {
        return signal == other.signal && blank == other.blank && grace.equals(other.grace) && value.sameAs(other.value);
    }
}
