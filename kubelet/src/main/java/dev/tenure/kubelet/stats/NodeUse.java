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
    public record PodUse(
            String uid, String namespace, String name, Optional<ResourceUse> whole, List<ContainerUse> containers) {
        /// Nothing is known of it.
        public static final PodUse UNKNOWN = new PodUse("", "", "", Optional.empty(), List.of());

        public PodUse {
            containers = List.copyOf(containers);
        }

        /// The one of that name; empty when it does not run.
        public Optional<ContainerUse> container(String called) {
            return containers.stream().filter(one -> one.name().equals(called)).findFirst();
        }
    }

    /// One running container.
    ///
    /// @param began when it was made
    /// @param use absent when the runtime tells nothing of it
    public record ContainerUse(String name, Instant began, Optional<ResourceUse> use) {}
}
