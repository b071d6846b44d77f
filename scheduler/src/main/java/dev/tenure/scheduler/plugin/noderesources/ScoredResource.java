package dev.tenure.scheduler.plugin.noderesources;

/// A resource that counts in a score, and how much.
public record ScoredResource(String name, long weight) {}
