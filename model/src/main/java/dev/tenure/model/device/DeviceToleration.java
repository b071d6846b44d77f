package dev.tenure.model.device;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TolerationOperator;
import java.util.Optional;

/// A claim's consent to taints of devices.
///
/// @param key empty consents to every key
/// @param effect absent consents to every effect
public record DeviceToleration(
        String key, TolerationOperator operator, String value, Optional<DeviceTaintEffect> effect, Stay stay) {}
