package dev.tenure.controllers.endpoint;

import dev.tenure.model.core.Pod;
import java.util.List;

/// A pod behind a service, in one family of addresses.
///
/// @param zone empty when the pod's node names none
/// @param hostname empty unless the service gives the pod a name of its own
/// @param ports in the order of the service's; those that the pod does not name are left out
record PodEndpoint(
        Pod pod, List<String> addresses, Conditions conditions, String zone, String hostname, List<Port> ports) {
    /// @param ready serving and not terminating, or published in any case
    record Conditions(boolean ready, boolean serving, boolean terminating) {}

    /// @param appProtocol empty when the service names none
    record Port(String name, int port, String protocol, String appProtocol) {}
}
