package dev.tenure.model.device;

import java.time.Instant;
import java.util.Optional;

/// A device's mark that repels claims.
///
/// @param value empty when the taint has none
/// @param timeAdded when the taint came, if its writer or the server said so
public record DeviceTaint(String key, String value, DeviceTaintEffect effect, Optional<Instant> timeAdded) {
    public DeviceTaint(String key, String value, DeviceTaintEffect effect) {
        this(key, value, effect, Optional.empty());
    }

    /// `key=value:effect`, or `key:effect`.
    @Override
    public String toString() {
        return value.isEmpty() ? key + ":" + effect : key + "=" + value + ":" + effect;
    }
}
