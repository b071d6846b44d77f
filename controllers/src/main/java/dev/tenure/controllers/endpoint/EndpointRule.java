package dev.tenure.controllers.endpoint;

import dev.tenure.controllers.endpoint.PodEndpoint.Conditions;
import dev.tenure.controllers.endpoint.PodEndpoint.Port;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.ContainerPort;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Service;
import dev.tenure.model.core.Service.ServicePort;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.rules.pod.PodRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Which pods a service leads to, and how. Upstream: endpointslice/util and endpointslice/utils.go.
final class EndpointRule {
    static final String IPV4 = "IPv4";
    static final String IPV6 = "IPv6";

    private static final String HEADLESS = "None";

    private EndpointRule() {}

    /// Whether the controllers keep its endpoints: somebody else does it for services that select nothing.
    static boolean kept(Service service) {
        return !service.selector().isEmpty() && !service.type().equals("ExternalName");
    }

    static boolean selects(Service service, Map<String, String> labels) {
        return service.selector().entrySet().stream()
                .allMatch(entry -> entry.getValue().equals(labels.get(entry.getKey())));
    }

    static LabelSelector selector(Service service) {
        return LabelSelector.ofLabels(service.selector());
    }

    static boolean headless(Service service) {
        return service.clusterIps().contains(HEADLESS);
    }

    /// The families of addresses that a service has, the main one first.
    static List<String> families(Service service) {
        if (!service.ipFamilies().isEmpty()) {
            return service.ipFamilies();
        }
        boolean six = service.clusterIps().stream().anyMatch(address -> address.contains(":"));
        return List.of(six ? IPV6 : IPV4);
    }

    /// Whether a change of the pod can change what leads to it.
    static boolean matters(Pod before, Pod after) {
        return !before.status().podIps().equals(after.status().podIps())
                || PodRule.ready(before) != PodRule.ready(after)
                || PodRule.terminal(before) != PodRule.terminal(after)
                || before.meta().deleting() != after.meta().deleting()
                || !before.spec().nodeName().equals(after.spec().nodeName())
                || !before.meta().labels().equals(after.meta().labels());
    }

    /// The pod as part of the service; absent when it is none: it has ended, or has no address of the family.
    ///
    /// @param zone of the pod's node, empty if there is none
    public static Optional<PodEndpoint> endpoint(Service service, Pod pod, String family, String zone) {
        List<String> addresses = pod.status().podIps().stream()
                .filter(address -> address.contains(":") == family.equals(IPV6))
                .toList();
        if (PodRule.terminal(pod) || addresses.isEmpty()) {
            return Optional.empty();
        }
        boolean serving = PodRule.ready(pod);
        boolean terminating = pod.meta().deleting();
        boolean ready = service.publishNotReadyAddresses() || (serving && !terminating);
        var identity = pod.spec().identity();
        boolean named = !identity.hostname().isEmpty()
                && identity.subdomain().equals(service.meta().name());
        return Optional.of(new PodEndpoint(
                pod,
                addresses,
                new Conditions(ready, serving, terminating),
                zone,
                named ? identity.hostname() : "",
                ports(service, pod)));
    }

    private static List<Port> ports(Service service, Pod pod) {
        List<Port> ports = new ArrayList<>();
        for (ServicePort port : service.ports()) {
            number(port, pod)
                    .ifPresent(number -> ports.add(new Port(port.name(), number, port.protocol(), port.appProtocol())));
        }
        return List.copyOf(ports);
    }

    private static OptionalInt number(ServicePort wanted, Pod pod) {
        String target = wanted.targetPort();
        if (!target.isEmpty() && target.chars().allMatch(Character::isDigit)) {
            return OptionalInt.of(Integer.parseInt(target));
        }
        List<Container> containers = new ArrayList<>(pod.spec().containers());
        pod.spec().initContainers().stream().filter(Container::sidecar).forEach(containers::add);
        for (Container container : containers) {
            for (ContainerPort port : container.ports()) {
                if (port.name().equals(target) && port.protocol().equals(wanted.protocol())) {
                    return OptionalInt.of(port.containerPort());
                }
            }
        }
        return OptionalInt.empty();
    }
}
