package dev.tenure.agent.cgroup;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.rules.qos.QosClass;
import dev.tenure.rules.qos.QosRule;
import java.util.List;
import java.util.OptionalLong;

/// Turns requests and limits into the numbers that control groups understand. Upstream:
/// cm/helpers_linux.go, qos/policy.go.
public final class ResourceRule {
    public static final long PERIOD_MICROS = 100_000;
    public static final long SHARES_MIN = 2;
    private static final long SHARES_MAX = 262_144;
    private static final long WEIGHT_MAX = 10_000;
    private static final long QUOTA_MICROS_MIN = 1_000;
    private static final long SHARES_PER_CPU = 1_024;
    private static final long MILLIS_PER_CPU = 1_000;

    private static final String NODE_CRITICAL = "system-node-critical";
    private static final int SAFEST_SCORE = -997;
    private static final int SCORE_MAX = 1000;

    private ResourceRule() {}

    /// Limits of one group. Absent: not limited.
    public record Limits(long shares, OptionalLong quotaMicros, OptionalLong memoryBytes) {}

    /// `cpu.shares` of an amount of cpu.
    public static long shares(long millis) {
        return Math.clamp(millis * SHARES_PER_CPU / MILLIS_PER_CPU, SHARES_MIN, SHARES_MAX);
    }

    /// `cpu.shares` of a container: by its request, else by its limit.
    public static long shares(ResourceRequirements resources) {
        return shares(millis(resources));
    }

    private static long millis(ResourceRequirements resources) {
        ResourceList from = resources.requests().has(ResourceList.CPU) ? resources.requests() : resources.limits();
        return from.get(ResourceList.CPU).milliValue();
    }

    /// `cpu.weight` that stands for `cpu.shares`, on groups that the agent writes itself.
    public static long weight(long shares) {
        return shares >= SHARES_MAX
                ? WEIGHT_MAX
                : 1 + (shares - SHARES_MIN) * (WEIGHT_MAX - 1) / (SHARES_MAX - SHARES_MIN);
    }

    /// `cpu.cfs_quota_us` for the usual period; 0 stands for no limit.
    public static long quotaMicros(ResourceRequirements resources) {
        return quotaMicros(resources.limits().get(ResourceList.CPU).milliValue());
    }

    private static long quotaMicros(long millis) {
        return millis == 0 ? 0 : Math.max(millis * PERIOD_MICROS / MILLIS_PER_CPU, QUOTA_MICROS_MIN);
    }

    /// Limit of memory in bytes; 0 stands for none.
    public static long memoryBytes(ResourceRequirements resources) {
        return resources.limits().get(ResourceList.MEMORY).value();
    }

    /// Limits of a pod's own group: sums over its containers, of what all of them limit.
    public static Limits ofPod(Pod pod) {
        List<ResourceRequirements> all = pod.spec().resources().isPresent()
                ? List.of(pod.spec().resources().get())
                : pod.spec().containers().stream().map(Container::resources).toList();
        long millis = all.stream().mapToLong(ResourceRule::millis).sum();
        boolean cpuLimited = all.stream()
                .noneMatch(each -> each.limits().get(ResourceList.CPU).isZero());
        boolean memoryLimited = all.stream().noneMatch(each -> memoryBytes(each) == 0);
        long limitMillis = all.stream()
                .mapToLong(each -> each.limits().get(ResourceList.CPU).milliValue())
                .sum();
        return new Limits(
                shares(millis),
                cpuLimited ? OptionalLong.of(quotaMicros(limitMillis)) : OptionalLong.empty(),
                memoryLimited
                        ? OptionalLong.of(all.stream()
                                .mapToLong(ResourceRule::memoryBytes)
                                .sum())
                        : OptionalLong.empty());
    }

    /// How likely the kernel picks the container when memory runs out, from -1000 (never) to 1000.
    ///
    /// @param capacityBytes memory of the machine
    public static int oomScore(Pod pod, Container container, long capacityBytes) {
        QosClass qos = QosRule.of(pod);
        if (pod.spec().priorityClassName().equals(NODE_CRITICAL) || qos == QosClass.GUARANTEED) {
            return SAFEST_SCORE;
        }
        if (qos == QosClass.BEST_EFFORT) {
            return SCORE_MAX;
        }
        long extra = extraBytes(pod);
        long score = score(request(container) + extra, capacityBytes);
        if (container.sidecar()) {
            long least = pod.spec().containers().stream()
                    .mapToLong(ResourceRule::request)
                    .min()
                    .orElse(0);
            score = Math.min(score, score(least + extra, capacityBytes));
        }
        return Math.clamp(score, SCORE_MAX + SAFEST_SCORE, SCORE_MAX - 1);
    }

    /// What each container gets of the pod's own request beyond those of its containers.
    private static long extraBytes(Pod pod) {
        long whole = pod.spec()
                .resources()
                .map(own -> own.requests().get(ResourceList.MEMORY).value())
                .orElse(0L);
        if (whole == 0) {
            return 0;
        }
        long beside = pod.spec().initContainers().stream()
                .filter(Container::sidecar)
                .mapToLong(ResourceRule::request)
                .sum();
        long running = beside
                + pod.spec().containers().stream()
                        .mapToLong(ResourceRule::request)
                        .sum();
        long before = pod.spec().initContainers().stream()
                .filter(init -> !init.sidecar())
                .mapToLong(ResourceRule::request)
                .max()
                .orElse(0);
        int count = pod.spec().containers().size() + pod.spec().initContainers().size();
        return (whole - Math.max(running, before)) / count;
    }

    private static long score(long requestBytes, long capacityBytes) {
        return SCORE_MAX - SCORE_MAX * requestBytes / Math.max(1, capacityBytes);
    }

    private static long request(Container container) {
        return container.resources().requests().get(ResourceList.MEMORY).value();
    }
}
