package dev.tenure.kubelet.configuration;

/// Something in a KubeletConfiguration because of which a node does not start with it.
///
/// @param rule its name, for ever the same
/// @param field where it stands, for example `evictionSoft.memory.available`
/// @param message what is wrong, and what to do
public record Mistake(String rule, String field, String message) {}
