package dev.tenure.scheduler.explain;

import java.util.List;

/// Changes that together let a pod run on a node; proved by asking all filters again.
public record Remedy(String node, List<Change> changes) {
    public Remedy {
        changes = List.copyOf(changes);
    }
}
