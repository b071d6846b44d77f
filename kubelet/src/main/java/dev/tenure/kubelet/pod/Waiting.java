package dev.tenure.kubelet.pod;

/// Why a container does not run yet, as its status shows it.
public record Waiting(String reason, String message) {}
