package dev.tenure.scheduler.plugin.noderesources;

import dev.tenure.model.core.ResourceList;
import java.util.List;

/// A resource that counts in a score, and how much.
public record ScoredResource(String name, long weight) {
    /// Whether these are just cpu and memory, each counting once, which can be worked out without looking
    /// at names.
    static boolean plainCpuAndMemory(List<ScoredResource> resources) {
        return resources.size() == 2
                && resources.getFirst().equals(new ScoredResource(ResourceList.CPU, 1))
                && resources.getLast().equals(new ScoredResource(ResourceList.MEMORY, 1));
    }
}
