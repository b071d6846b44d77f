package dev.tenure.controllers.kubernetesservice;

import java.util.List;

/// Which API servers serve a cluster.
@FunctionalInterface
public interface LivingServers {
    /// Says that this one lives, and tells the IP addresses of all who do. Blocks.
    List<String> look();

    /// A server that has its store for itself.
    static LivingServers alone(String host) {
        return () -> List.of(host);
    }
}
