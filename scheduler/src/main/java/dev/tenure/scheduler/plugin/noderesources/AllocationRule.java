package dev.tenure.scheduler.plugin.noderesources;

import dev.tenure.model.core.ResourceList;
import dev.tenure.rules.fit.ResourceNameRule;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.plugin.noderesources.ScoringStrategy.RequestedToCapacityRatio.Point;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.Requests;
import java.util.List;

/// Turns the use of a node, with the incoming pod on it, into a score from 0 to 100. All in whole numbers,
/// as upstream.
final class AllocationRule {
    private static final int UTILIZATION_MAX = 100;
    private static final int SHAPE_SCORE_MAX = 10;

    private AllocationRule() {}

    static long score(ScoringStrategy strategy, Requests pod, NodeState node) {
        return switch (strategy) {
            case ScoringStrategy.LeastAllocated least -> least(least.resources(), pod, node);
            case ScoringStrategy.MostAllocated most -> most(most.resources(), pod, node);
            case ScoringStrategy.RequestedToCapacityRatio ratio -> ratio(ratio, pod, node);
        };
    }

    /// The default strategy with the default resources.
    static long leastOfCpuAndMemory(Requests pod, NodeState node) {
        long cpu = node.allocatable().milliCpu();
        long memory = node.allocatable().memoryBytes();
        if (cpu == 0 || memory == 0) {
            return least(ScoringStrategy.CPU_AND_MEMORY, pod, node);
        }
        long freeCpu = cpu - node.nonZeroMilliCpu() - pod.milliCpu();
        long freeMemory = memory - node.nonZeroMemoryBytes() - pod.memoryBytes();
        long ofCpu = freeCpu < 0 ? 0 : freeCpu * ScorePlugin.SCORE_MAX / cpu;
        long ofMemory = freeMemory < 0 ? 0 : freeMemory * ScorePlugin.SCORE_MAX / memory;
        return (ofCpu + ofMemory) / 2;
    }

    private static long least(List<ScoredResource> resources, Requests pod, NodeState node) {
        long sum = 0;
        long weights = 0;
        for (int i = 0; i < resources.size(); i++) {
            ScoredResource resource = resources.get(i);
            long capacity = capacity(resource.name(), pod, node);
            if (capacity == 0) {
                continue;
            }
            long used = used(resource.name(), pod, node);
            sum += used > capacity ? 0 : (capacity - used) * ScorePlugin.SCORE_MAX / capacity * resource.weight();
            weights += resource.weight();
        }
        return weights == 0 ? 0 : sum / weights;
    }

    private static long most(List<ScoredResource> resources, Requests pod, NodeState node) {
        long sum = 0;
        long weights = 0;
        for (ScoredResource resource : resources) {
            long capacity = capacity(resource.name(), pod, node);
            if (capacity == 0) {
                continue;
            }
            long used = Math.min(capacity, used(resource.name(), pod, node));
            sum += used * ScorePlugin.SCORE_MAX / capacity * resource.weight();
            weights += resource.weight();
        }
        return weights == 0 ? 0 : sum / weights;
    }

    private static long ratio(ScoringStrategy.RequestedToCapacityRatio ratio, Requests pod, NodeState node) {
        long sum = 0;
        long weights = 0;
        for (ScoredResource resource : ratio.resources()) {
            long capacity = capacity(resource.name(), pod, node);
            if (capacity == 0) {
                continue;
            }
            long used = used(resource.name(), pod, node);
            long utilization = used > capacity ? UTILIZATION_MAX : used * UTILIZATION_MAX / capacity;
            long score = onLine(ratio.shape(), utilization);
            if (score > 0) {
                sum += score * resource.weight();
                weights += resource.weight();
            }
        }
        return weights == 0 ? 0 : Math.round((double) sum / weights);
    }

    private static long onLine(List<Point> shape, long utilization) {
        long factor = ScorePlugin.SCORE_MAX / SHAPE_SCORE_MAX;
        for (int i = 0; i < shape.size(); i++) {
            Point right = shape.get(i);
            if (utilization <= right.utilization()) {
                if (i == 0) {
                    return right.score() * factor;
                }
                Point left = shape.get(i - 1);
                long rise = (right.score() - left.score()) * factor;
                return left.score() * factor
                        + rise * (utilization - left.utilization()) / (right.utilization() - left.utilization());
            }
        }
        return shape.getLast().score() * factor;
    }

    /// What the node has of a resource; 0 when the resource does not count for this pod.
    private static long capacity(String resource, Requests pod, NodeState node) {
        return ResourceNameRule.scalar(resource) && pod.amount(resource) == 0
                ? 0
                : node.allocatable().amount(resource);
    }

    private static long used(String resource, Requests pod, NodeState node) {
        return switch (resource) {
            case ResourceList.CPU -> node.nonZeroMilliCpu() + pod.milliCpu();
            case ResourceList.MEMORY -> node.nonZeroMemoryBytes() + pod.memoryBytes();
            default -> node.requested(resource) + pod.amount(resource);
        };
    }
}
