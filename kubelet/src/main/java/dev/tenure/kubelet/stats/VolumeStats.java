package dev.tenure.kubelet.stats;

/// What one volume of a pod takes.
///
/// @param name as in the pod's spec
public record VolumeStats(String name, UsedStorage used) {}
