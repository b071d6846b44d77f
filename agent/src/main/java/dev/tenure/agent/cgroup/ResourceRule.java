package dev.tenure.agent.cgroup;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import java.util.List;
import java.util.OptionalLong;

/// Turns requests and limits into the numbers that control groups understand. Upstream:
/// cm/helpers_linux.go.
public final class ResourceRule {
    public static final long PERIOD_MICROS = 100_000;
    public static final long SHARES_MIN = 2;
    private static final long SHARES_MAX = 262_144;
    private static final long WEIGHT_MAX = 10_000;
    private static final long QUOTA_MICROS_MIN = 1_000;
    private static final long SHARES_PER_CPU = 1_024;
    private static final long MILLIS_PER_CPU = 1_000;

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
}
