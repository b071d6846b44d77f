package dev.tenure.model.core;

import dev.tenure.model.meta.ObjectMeta;
import java.util.List;

/// A claim of devices, as far as quotas ask.
///
/// @param requests all of which have to be met
public record ResourceClaim(ObjectMeta meta, List<Request> requests) {
    public ResourceClaim {
        requests = List.copyOf(requests);
    }

    /// @param alternatives of which one has to be met; a single one where there is no choice
    public record Request(List<Devices> alternatives) {
        public Request {
            alternatives = List.copyOf(alternatives);
        }
    }

    /// @param className of the DeviceClass
    public record Devices(String className, Amount amount) {}

    /// How many devices are asked for.
    public sealed interface Amount {
        record Exactly(long count) implements Amount {}

        /// As many as there are.
        record All() implements Amount {}

        /// A mode that came later.
        record Unknown() implements Amount {}
    }
}
