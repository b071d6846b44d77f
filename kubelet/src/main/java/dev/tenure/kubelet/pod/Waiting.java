package dev.tenure.kubelet.pod;

/// Why a container does not run yet, as its status shows it.
public record Waiting(String reason, String message) {
    /// It was removed because all containers of its pod start anew. Upstream: kubelet_pods.go
    /// (RestartingAllContainers).
    public static final Waiting ANEW =
            new Waiting("RestartingAllContainers", "The container is removed because RestartAllContainers in place");
}
