package dev.tenure.rules.device;

import dev.tenure.model.device.Device;

/// Runs the expressions by which classes and claims select devices. Used by one thread.
public interface DeviceMatcher {
    /// Where there is nothing that understands the language.
    DeviceMatcher NONE = (_, _, _) -> new Answer.NotCompiled("expressions cannot be run here");

    /// @param driver that offers the device
    Answer matches(String expression, String driver, Device device);

    /// What an expression says of a device.
    sealed interface Answer {
        record Fits(boolean matches) implements Answer {}

        /// The expression is not good.
        record NotCompiled(String why) implements Answer {}

        /// The expression could not be run on this device.
        record Failed(String why) implements Answer {}
    }
}
