package dev.tenure.model.device;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.quantity.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A claim of devices.
///
/// @param requests all of which have to be met
/// @param constraints that all hold for the devices together
/// @param configuration what drivers are told of the devices
/// @param use what has come of it
public record ResourceClaim(
        ObjectMeta meta,
        List<Request> requests,
        List<Constraint> constraints,
        List<RequestConfiguration> configuration,
        Use use) {
    /// Keeps an allocated claim until nobody uses its devices.
    public static final String FINALIZER = "resource.kubernetes.io/delete-protection";

    /// Says `true` on claims that the scheduler made for extended resources of pods.
    public static final String EXTENDED = "resource.kubernetes.io/extended-resource-claim";

    /// How many devices can be given to one claim.
    public static final int RESULTS_MAX = 32;

    /// How many may use one claim at a time.
    public static final int CONSUMERS_MAX = 256;

    public ResourceClaim {
        requests = List.copyOf(requests);
        constraints = List.copyOf(constraints);
        configuration = List.copyOf(configuration);
    }

    /// A claim that sets no conditions on its devices together.
    public ResourceClaim(ObjectMeta meta, List<Request> requests, Use use) {
        this(meta, requests, List.of(), List.of(), use);
    }

    public Optional<Allocation> allocation() {
        return use.allocation();
    }

    public ResourceClaim withUse(Use newUse) {
        return new ResourceClaim(meta, requests, constraints, configuration, newUse);
    }

    /// Whether the scheduler made it for extended resources of a pod.
    public boolean isExtended() {
        return "true".equals(meta.annotations().get(EXTENDED));
    }

    public ResourceClaim withRequests(List<Request> newRequests) {
        return new ResourceClaim(meta, newRequests, constraints, configuration, use);
    }

    /// @param allocation absent while it has no devices
    /// @param reservedFor those that may use them
    /// @param devices what drivers say of them
    public record Use(Optional<Allocation> allocation, List<Consumer> reservedFor, List<DeviceStatus> devices) {
        public static final Use NONE = new Use(Optional.empty(), List.of(), List.of());

        public Use {
            reservedFor = List.copyOf(reservedFor);
            devices = List.copyOf(devices);
        }

        public boolean allocated() {
            return allocation.isPresent();
        }

        /// Whether someone with this uid may use the devices.
        public boolean isReservedFor(String uid) {
            for (Consumer consumer : reservedFor) {
                if (consumer.uid().equals(uid)) {
                    return true;
                }
            }
            return false;
        }
    }

    /// Who uses a claim.
    ///
    /// @param apiGroup empty for the core group
    /// @param resource the plural, as `pods`
    public record Consumer(String apiGroup, String resource, String name, String uid) {}

    /// @param alternatives of which one has to be met, the first that can be; a single one where there is no
    ///     choice
    public record Request(String name, List<Devices> alternatives) {
        public Request {
            alternatives = List.copyOf(alternatives);
        }

        /// Whether it is written as a list of alternatives.
        public boolean choice() {
            return !alternatives.isEmpty() && !alternatives.getFirst().name().isEmpty();
        }
    }

    /// @param name of the alternative; empty where there is no choice
    /// @param className of the DeviceClass
    /// @param selectors all of which each device has to meet
    /// @param adminAccess whether devices are meant that others use; absent when not written
    /// @param capacity how much of each device is wanted, by name
    public record Devices(
            String name,
            String className,
            Amount amount,
            List<DeviceSelector> selectors,
            Optional<Boolean> adminAccess,
            List<DeviceToleration> tolerations,
            Map<String, Quantity> capacity) {
        public Devices {
            selectors = List.copyOf(selectors);
            tolerations = List.copyOf(tolerations);
            capacity = Frozen.map(capacity);
        }

        /// Any devices of the class.
        public Devices(String name, String className, Amount amount) {
            this(name, className, amount, List.of(), Optional.empty(), List.of(), Map.of());
        }

        public boolean isAdmin() {
            return adminAccess.orElse(false);
        }
    }

    /// How many devices are asked for.
    public sealed interface Amount {
        record Exactly(long count) implements Amount {}

        /// As many as there are.
        record All() implements Amount {}

        /// A mode that came later.
        record Unknown() implements Amount {}
    }

    /// What has to hold for several devices together.
    public sealed interface Constraint {
        /// Names of the requests, or of alternatives as `request/alternative`; empty means all.
        List<String> requests();

        /// All devices have the same value of an attribute.
        record Same(List<String> requests, String attribute) implements Constraint {
            public Same {
                requests = List.copyOf(requests);
            }
        }

        /// No two devices have the same value of an attribute.
        record Distinct(List<String> requests, String attribute) implements Constraint {
            public Distinct {
                requests = List.copyOf(requests);
            }
        }

        /// A constraint that came later.
        record Unknown(List<String> requests) implements Constraint {
            public Unknown {
                requests = List.copyOf(requests);
            }
        }
    }

    /// @param requests names of the requests, or of alternatives as `request/alternative`; empty means all
    public record RequestConfiguration(List<String> requests, DeviceConfiguration configuration) {
        public RequestConfiguration {
            requests = List.copyOf(requests);
        }
    }

    /// The devices that a claim has got.
    ///
    /// @param nodes one of which a node has to match whose pods use them; absent: any node
    public record Allocation(
            List<Result> results,
            List<AllocatedConfiguration> configuration,
            Optional<List<NodeSelectorTerm>> nodes,
            Optional<Instant> timestamp) {
        public Allocation {
            results = List.copyOf(results);
            configuration = List.copyOf(configuration);
            nodes = nodes.map(List::copyOf);
        }
    }

    /// One device that a claim has got.
    ///
    /// @param request which one it is for; of alternatives `request/alternative`
    /// @param tolerations those of the request as it was when the device was chosen
    /// @param conditions those that have to be true in the claim's status before a pod may use it
    /// @param failures those of which none may be true there
    /// @param shareId which part, of a device that several have parts of
    /// @param capacity how much of the device it is, by name; for devices that several have parts of
    public record Result(
            String request,
            DeviceId id,
            Optional<Boolean> adminAccess,
            List<DeviceToleration> tolerations,
            List<String> conditions,
            List<String> failures,
            Optional<String> shareId,
            Map<String, Quantity> capacity) {
        public Result {
            tolerations = List.copyOf(tolerations);
            conditions = List.copyOf(conditions);
            failures = List.copyOf(failures);
            capacity = Frozen.map(capacity);
        }

        public boolean isAdmin() {
            return adminAccess.orElse(false);
        }
    }

    /// @param ofClass whether the class says so, not the claim
    public record AllocatedConfiguration(boolean ofClass, List<String> requests, DeviceConfiguration configuration) {
        public AllocatedConfiguration {
            requests = List.copyOf(requests);
        }
    }

    /// What a driver says of a device that a claim has.
    public record DeviceStatus(DeviceId id, List<Condition> conditions) {
        public DeviceStatus {
            conditions = List.copyOf(conditions);
        }
    }
}
