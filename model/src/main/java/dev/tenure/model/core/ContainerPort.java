package dev.tenure.model.core;

/// @param hostPort 0 when the port is not opened on the node
/// @param hostIp empty means all addresses of the node
/// @param protocol `TCP`, `UDP` or `SCTP`
public record ContainerPort(String name, int containerPort, int hostPort, String hostIp, String protocol) {}
