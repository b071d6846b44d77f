package dev.tenure.scheduler.plugin.noderesources;

import dev.tenure.model.core.ResourceList;
import java.util.List;

/// How the use of a node turns into a score.
public sealed interface ScoringStrategy {
    List<ScoredResource> CPU_AND_MEMORY =
            List.of(new ScoredResource(ResourceList.CPU, 1), new ScoredResource(ResourceList.MEMORY, 1));
    ScoringStrategy DEFAULT = new LeastAllocated(CPU_AND_MEMORY);

    List<ScoredResource> resources();

    /// The emptier the node, the better.
    record LeastAllocated(List<ScoredResource> resources) implements ScoringStrategy {
        public LeastAllocated {
            resources = List.copyOf(resources);
        }
    }

    /// The fuller the node, the better.
    record MostAllocated(List<ScoredResource> resources) implements ScoringStrategy {
        public MostAllocated {
            resources = List.copyOf(resources);
        }
    }

    /// A line through given points.
    record RequestedToCapacityRatio(List<ScoredResource> resources, List<Point> shape) implements ScoringStrategy {
        /// @param utilization in percent
        /// @param score from 0 to 10
        public record Point(int utilization, int score) {}

        public RequestedToCapacityRatio {
            resources = List.copyOf(resources);
            shape = List.copyOf(shape);
        }
    }
}
