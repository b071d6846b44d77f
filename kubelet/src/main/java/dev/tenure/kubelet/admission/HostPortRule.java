package dev.tenure.kubelet.admission;

import dev.tenure.model.core.ContainerPort;
import dev.tenure.model.core.Pod;
import java.util.Collection;
import java.util.List;

/// Whether two pods want the same port of the node. Upstream: framework.HostPortInfo.
final class HostPortRule {
    private static final String ANY_ADDRESS = "0.0.0.0";
    private static final String DEFAULT_PROTOCOL = "TCP";

    private HostPortRule() {}

    static boolean taken(Pod pod, Collection<Pod> others) {
        List<ContainerPort> wanted = ports(pod);
        return !wanted.isEmpty()
                && others.stream()
                        .flatMap(other -> ports(other).stream())
                        .anyMatch(used -> wanted.stream().anyMatch(want -> conflict(want, used)));
    }

    private static List<ContainerPort> ports(Pod pod) {
        return pod.spec().containers().stream()
                .flatMap(container -> container.ports().stream())
                .filter(port -> port.hostPort() > 0)
                .toList();
    }

    private static boolean conflict(ContainerPort one, ContainerPort other) {
        boolean address = address(one).equals(address(other))
                || List.of(address(one), address(other)).contains(ANY_ADDRESS);
        return one.hostPort() == other.hostPort() && protocol(one).equals(protocol(other)) && address;
    }

    private static String address(ContainerPort port) {
        return port.hostIp().isEmpty() ? ANY_ADDRESS : port.hostIp();
    }

    private static String protocol(ContainerPort port) {
        return port.protocol().isEmpty() ? DEFAULT_PROTOCOL : port.protocol();
    }
}
