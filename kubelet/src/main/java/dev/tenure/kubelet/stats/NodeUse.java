package dev.tenure.kubelet.stats;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a node, its pods and their containers have used, as scrapers want to know it.
public record NodeUse(ResourceUse node, List<PodUse> pods) {
    public NodeUse {
        pods = List.copyOf(pods);
    }

    /// One pod that has a sandbox.
    ///
    /// @param whole of its group; absent when it has none
    public record PodUse(String namespace, String name, Optional<ResourceUse> whole, List<ContainerUse> containers) {
        public PodUse {
            containers = List.copyOf(containers);
        }
    }

    /// One running container.
    ///
    /// @param began when it was made
    /// @param use absent when the runtime tells nothing of it
    public record ContainerUse(String name, Instant began, Optional<ResourceUse> use) {}
}
