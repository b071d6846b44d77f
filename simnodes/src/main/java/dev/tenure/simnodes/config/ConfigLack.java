package dev.tenure.simnodes.config;

/// That something which a pod needs is missing, in a kubelet's words.
public record ConfigLack(ConfigPlace place, String message) {}
