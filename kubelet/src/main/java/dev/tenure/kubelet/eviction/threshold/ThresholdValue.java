package dev.tenure.kubelet.eviction.threshold;

import dev.tenure.model.quantity.GoConversion;
import dev.tenure.model.quantity.Quantity;

/// An amount, or a share of what there is.
public sealed interface ThresholdValue {
    record Amount(Quantity quantity) implements ThresholdValue {}

    /// @param fraction 0.1 for `10%`; NaN is what upstream makes of `NaN%`
    record Share(float fraction) implements ThresholdValue {}

    /// What it comes to on a node that has `capacity` of the thing. A share is cut to whole units.
    default Quantity of(Quantity capacity) {
        return switch (this) {
            case Amount(Quantity quantity) -> quantity;
            case Share(float fraction) ->
                Quantity.of(GoConversion.toInt64((double) capacity.value() * fraction), Quantity.Format.BINARY_SI);
        };
    }

    /// Whether both say the same, however it is written.
    default boolean sameAs(ThresholdValue other) {
        return switch (this) {
            case Amount(Quantity quantity) ->
                other instanceof Amount(Quantity theirs) && quantity.compareTo(theirs) == 0;
            case Share(float fraction) -> other instanceof Share(float theirs) && fraction == theirs;
        };
    }
}
