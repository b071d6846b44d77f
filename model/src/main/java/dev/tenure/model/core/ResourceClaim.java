package dev.tenure.model.core;

import dev.tenure.model.meta.ObjectMeta;
import java.util.List;

/// A claim of devices, as far as quotas and the scheduler ask.
///
/// @param requests all of which have to be met
/// @param use what has come of it
public record ResourceClaim(ObjectMeta meta, List<Request> requests, Use use) {
    public ResourceClaim {
        requests = List.copyOf(requests);
    }

    /// @param allocated whether it has got its devices
    /// @param reservedFor uids of those that may use them
    public record Use(boolean allocated, List<String> reservedFor) {
        public static final Use NONE = new Use(false, List.of());

        public Use {
            reservedFor = List.copyOf(reservedFor);
        }
    }

    /// @param alternatives of which one has to be met; a single one where there is no choice
    public record Request(String name, List<Devices> alternatives) {
        public Request {
            alternatives = List.copyOf(alternatives);
        }
    }

    /// @param name of the alternative; empty where there is no choice
    /// @param className of the DeviceClass
    public record Devices(String name, String className, Amount amount) {}

    /// How many devices are asked for.
    public sealed interface Amount {
        record Exactly(long count) implements Amount {}

        /// As many as there are.
        record All() implements Amount {}

        /// A mode that came later.
        record Unknown() implements Amount {}
    }
}
