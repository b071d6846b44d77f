package dev.tenure.node.cgroup;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.ResourceList;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.fit.PodRequestsRule.Options;
import java.util.OptionalLong;
import java.util.stream.Stream;

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
    private static final long PERIODS_PER_SECOND = 1_000_000 / PERIOD_MICROS;
    private static final long SLICE_STEP_MICROS = 10_000;

    private ResourceRule() {}

    /// Limits of one group. Absent: not limited.
    ///
    /// @param tasks how many processes and threads it may have
    public record Limits(long shares, OptionalLong quotaMicros, OptionalLong memoryBytes, OptionalLong tasks) {
        /// A weight alone.
        static Limits ofShares(long shares) {
            return new Limits(shares, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
        }

        Limits withTasks(OptionalLong most) {
            return new Limits(shares, quotaMicros, memoryBytes, most);
        }
    }

    /// `cpu.shares` of an amount of cpu.
    public static long shares(long millis) {
        return Math.clamp(millis * SHARES_PER_CPU / MILLIS_PER_CPU, SHARES_MIN, SHARES_MAX);
    }

    /// `cpu.weight` that stands for `cpu.shares`, on groups that the agent writes itself.
    public static long weight(long shares) {
        return shares >= SHARES_MAX
                ? WEIGHT_MAX
                : 1 + (shares - SHARES_MIN) * (WEIGHT_MAX - 1) / (SHARES_MAX - SHARES_MIN);
    }

    /// About the `cpu.shares` that a `cpu.weight` stands for.
    static long sharesOfWeight(long weight) {
        return SHARES_MIN + (weight - 1) * (SHARES_MAX - SHARES_MIN) / (WEIGHT_MAX - 1);
    }

    /// `cpu.cfs_quota_us` for the usual period; 0 stands for no limit.
    public static long quotaMicros(long millis) {
        return millis == 0 ? 0 : Math.max(millis * PERIOD_MICROS / MILLIS_PER_CPU, QUOTA_MICROS_MIN);
    }

    /// The amount of cpu that `cpu.shares` stand for; 0 when they stand for none.
    public static long millisOfShares(long shares) {
        return shares < SHARES_MIN ? 0 : Math.ceilDiv(shares * MILLIS_PER_CPU, SHARES_PER_CPU);
    }

    /// The amount of cpu that a quota stands for; 0 when there is none.
    public static long millisOfQuota(long quotaMicros, long periodMicros) {
        return quotaMicros <= 0 || periodMicros <= 0 ? 0 : quotaMicros * MILLIS_PER_CPU / periodMicros;
    }

    /// Limits of a pod's own group. Time and memory are limited when every container, those that only start
    /// it included, is. Upstream: ResourceConfigForPod.
    public static Limits ofPod(Pod pod) {
        ResourceList requests = PodRequestsRule.requests(pod, Options.WRITTEN);
        ResourceList limits = PodRequestsRule.limits(pod, Options.WRITTEN);
        return new Limits(
                shares(requests.get(ResourceList.CPU).milliValue()),
                limited(pod, ResourceList.CPU)
                        ? OptionalLong.of(
                                quotaMicros(limits.get(ResourceList.CPU).milliValue()))
                        : OptionalLong.empty(),
                limited(pod, ResourceList.MEMORY)
                        ? OptionalLong.of(limits.get(ResourceList.MEMORY).value())
                        : OptionalLong.empty(),
                OptionalLong.empty());
    }

    private static boolean limited(Pod pod, String resource) {
        PodSpec spec = pod.spec();
        boolean whole = spec.resources().stream()
                .anyMatch(each -> !each.limits().get(resource).isZero());
        return whole
                || Stream.concat(spec.initContainers().stream(), spec.containers().stream())
                        .noneMatch(
                                each -> each.resources().limits().get(resource).isZero());
    }

    /// `CPUQuotaPerSecUSec`, the quota that systemd keeps: it counts in hundredths of a CPU.
    static long perSecondMicros(long quotaMicros) {
        long each = quotaMicros * PERIODS_PER_SECOND;
        return Math.ceilDiv(each, SLICE_STEP_MICROS) * SLICE_STEP_MICROS;
    }

    /// The quota that is left of one when systemd has kept it.
    static long keptQuotaMicros(long quotaMicros) {
        return perSecondMicros(quotaMicros) / PERIODS_PER_SECOND;
    }
}
