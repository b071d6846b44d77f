package dev.tenure.scheduler.device;

import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a search has found for a claim.
///
/// @param wanted for each request of the claim, the request or the alternative that is met
record ChosenDevices(ResourceClaim claim, List<WantedDevices> wanted, List<Choice> choices) {
    ChosenDevices {
        wanted = List.copyOf(wanted);
        choices = List.copyOf(choices);
    }

    /// @param shareId of the part that is taken, when others may have parts of the device too
    /// @param capacity how much of it is taken then, by name
    record Choice(
            WantedDevices wanted, OfferedDevice device, Optional<String> shareId, Map<String, Quantity> capacity) {}
}
