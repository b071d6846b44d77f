package dev.tenure.model.core;

import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.ObjectMeta;
import java.util.List;
import java.util.Map;

/// @param selector labels of the pods behind it; empty selects none
/// @param type `ClusterIP`, `NodePort`, `LoadBalancer` or `ExternalName`
/// @param clusterIps addresses; `None` for a service without one
/// @param ipFamilies `IPv4`, `IPv6`, or both, the main one first
/// @param balancedByNodePorts whether a load balancer of this service reaches it through ports of the nodes
public record Service(
        ObjectMeta meta,
        Map<String, String> selector,
        String type,
        List<String> clusterIps,
        List<ServicePort> ports,
        boolean publishNotReadyAddresses,
        List<String> ipFamilies,
        boolean balancedByNodePorts) {
    /// @param targetPort a number, or the name of a container's port
    /// @param nodePort 0 when there is none
    /// @param appProtocol empty when none is named
    public record ServicePort(
            String name, String protocol, int port, String targetPort, int nodePort, String appProtocol) {}

    public Service {
        selector = Frozen.map(selector);
        clusterIps = List.copyOf(clusterIps);
        ports = List.copyOf(ports);
        ipFamilies = List.copyOf(ipFamilies);
    }
}
