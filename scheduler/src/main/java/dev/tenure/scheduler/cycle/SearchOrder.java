package dev.tenure.scheduler.cycle;

/// How many nodes are looked at, and which first.
public enum SearchOrder {
    /// As upstream: in a large cluster a share of the nodes, from where the last search stopped.
    EXACT,
    /// All nodes.
    FULL
}
