package dev.tenure.scheduler.plugin.noderesources;

import dev.tenure.rules.fit.ResourceNameRule;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.PreScorePlugin;
import dev.tenure.scheduler.framework.Reach;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.scheduler.view.Requests;
import java.util.List;

/// Prefers nodes whose use of the resources the pod brings closer together.
public final class NodeResourcesBalancedAllocation implements PreScorePlugin, ScorePlugin {
    public static final String NAME = "NodeResourcesBalancedAllocation";

    private final List<ScoredResource> resources;
    private final boolean plain;

    public NodeResourcesBalancedAllocation(List<ScoredResource> resources) {
        this.resources = List.copyOf(resources);
        this.plain = ScoredResource.plainCpuAndMemory(resources);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Verdict preScore(Cycle cycle, List<NodeState> feasible) {
        return asks(cycle.pod()) ? Verdict.Pass.PASS : Verdict.Skip.SKIP;
    }

    private boolean asks(PodInfo pod) {
        for (ScoredResource resource : resources) {
            if (pod.held().amount(resource.name()) != 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long score(Cycle cycle, NodeState node) {
        Requests pod = cycle.pod().held();
        if (plain && node.allocatable().milliCpu() != 0 && node.allocatable().memoryBytes() != 0) {
            return ofCpuAndMemory(pod, node);
        }
        long with = balance(pod, node, true);
        long without = balance(pod, node, false);
        return SCORE_MAX / 2 + (SCORE_MAX / 2 + with - without) / 2;
    }

    /// The same for the default resources.
    private static long ofCpuAndMemory(Requests pod, NodeState node) {
        double cpu = node.allocatable().milliCpu();
        double memory = node.allocatable().memoryBytes();
        double cpuWithout = Math.min(1, node.milliCpu() / cpu);
        double memoryWithout = Math.min(1, node.memoryBytes() / memory);
        double cpuWith = Math.min(1, (node.milliCpu() + pod.milliCpu()) / cpu);
        double memoryWith = Math.min(1, (node.memoryBytes() + pod.memoryBytes()) / memory);
        long with = (long) ((1 - Math.abs((cpuWith - memoryWith) / 2)) * SCORE_MAX);
        long without = (long) ((1 - Math.abs((cpuWithout - memoryWithout) / 2)) * SCORE_MAX);
        return SCORE_MAX / 2 + (SCORE_MAX / 2 + with - without) / 2;
    }

    private long balance(Requests pod, NodeState node, boolean withPod) {
        double first = 0;
        double second = 0;
        double sum = 0;
        int count = 0;
        for (int i = 0; i < resources.size(); i++) {
            String resource = resources.get(i).name();
            long asked = pod.amount(resource);
            long capacity = ResourceNameRule.scalar(resource) && asked == 0
                    ? 0
                    : node.allocatable().amount(resource);
            if (capacity == 0) {
                continue;
            }
            long used = node.requested(resource) + (withPod ? asked : 0);
            double fraction = Math.min(1, (double) used / capacity);
            second = count == 1 ? fraction : second;
            first = count == 0 ? fraction : first;
            sum += fraction;
            count++;
        }
        if (count < 2) {
            return SCORE_MAX;
        }
        double deviation = count == 2 ? Math.abs((first - second) / 2) : deviation(pod, node, withPod, sum / count);
        return (long) ((1 - deviation) * SCORE_MAX);
    }

    /// The standard deviation of more than two fractions.
    private double deviation(Requests pod, NodeState node, boolean withPod, double mean) {
        double sum = 0;
        int count = 0;
        for (ScoredResource scored : resources) {
            String resource = scored.name();
            long asked = pod.amount(resource);
            long capacity = node.allocatable().amount(resource);
            if (capacity == 0 || (ResourceNameRule.scalar(resource) && asked == 0)) {
                continue;
            }
            double fraction = Math.min(1, (double) (node.requested(resource) + (withPod ? asked : 0)) / capacity);
            sum += (fraction - mean) * (fraction - mean);
            count++;
        }
        return Math.sqrt(sum / count);
    }

    @Override
    public Reach scoreReach() {
        return Reach.RESOURCES;
    }

    @Override
    public boolean concerns(PodInfo pod, ClusterView cluster) {
        return asks(pod);
    }
}
