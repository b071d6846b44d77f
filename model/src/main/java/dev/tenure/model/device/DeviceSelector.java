package dev.tenure.model.device;

/// What a device has to be like.
public sealed interface DeviceSelector {
    /// @param expression in CEL, about `device`
    record Cel(String expression) implements DeviceSelector {}

    /// A way to select that came later.
    record Unknown() implements DeviceSelector {}
}
