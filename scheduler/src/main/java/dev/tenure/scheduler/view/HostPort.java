package dev.tenure.scheduler.view;

import dev.tenure.model.core.ContainerPort;

/// A port opened on a node's address.
///
/// @param ip `0.0.0.0` for all addresses
public record HostPort(String ip, String protocol, int port) {
    private static final String ANY_ADDRESS = "0.0.0.0";
    private static final String DEFAULT_PROTOCOL = "TCP";

    static HostPort of(ContainerPort port) {
        return new HostPort(
                port.hostIp().isEmpty() ? ANY_ADDRESS : port.hostIp(),
                port.protocol().isEmpty() ? DEFAULT_PROTOCOL : port.protocol(),
                port.hostPort());
    }

    /// Whether both cannot be open at once.
    public boolean conflictsWith(HostPort other) {
        return port == other.port
                && protocol.equals(other.protocol)
                && (ip.equals(other.ip) || ip.equals(ANY_ADDRESS) || other.ip.equals(ANY_ADDRESS));
    }
}
