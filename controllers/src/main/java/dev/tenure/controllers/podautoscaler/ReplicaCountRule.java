package dev.tenure.controllers.podautoscaler;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.quantity.GoConversion;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// How many replicas a metric asks for: as many as bring usage to its target, by the ratio of the two. Small
/// differences change nothing. Pods of which nothing is known are taken to use all that they may where usage
/// is low, and nothing where it is high, and the answer never turns round because of them. Upstream:
/// replica_calculator.go, metrics/utilization.go; sums wrap and fractions are cut as in Go.
final class ReplicaCountRule {
    private static final String NO_PODS = "no pods returned by selector while calculating replica count";
    private static final String NO_METRICS = "did not receive metrics for targeted pods (pods might be unready)";
    private static final int PERCENT = 100;

    /// The pods of a target at a moment.
    ///
    /// @param replicas that the target is set to have
    /// @param pods that its selector matches
    record View(int replicas, List<Pod> pods, Tolerance tolerance, AutoscalerSettings settings, Instant now) {
        View {
            pods = List.copyOf(pods);
        }
    }

    /// The ratio of usage to target, and what it was worked out from.
    private record Usage(double ratio, int utilization, long milli) {}

    /// Works out the usage.
    private interface Measure {
        Usage of(Map<String, PodMetric> metrics);
    }

    /// What pods of which nothing was measured are taken to use where usage is low.
    private interface Assumption {
        long milli(String pod);
    }

    private ReplicaCountRule() {}

    /// By a share of what pods request. Upstream: GetResourceReplicas.
    ///
    /// @param metrics what was measured, by pod
    /// @param container the one that counts; empty for all
    static Count byUtilization(
            View view, Map<String, PodMetric> metrics, int target, String resource, String container) {
        if (view.pods().isEmpty()) {
            return new Count.Unknown(NO_PODS);
        }
        MeasuredPods groups = MeasuredPods.of(view.pods(), metrics, resource, view.settings(), view.now());
        Map<String, PodMetric> counted = counted(metrics, groups);
        if (counted.isEmpty()) {
            return new Count.Unknown(NO_METRICS);
        }
        RequestsRule.Requests requests = RequestsRule.of(view.pods(), container, resource);
        if (!requests.fault().isEmpty()) {
            return new Count.Unknown(requests.fault());
        }
        Map<String, Long> byPod = requests.byPod();
        if (counted.keySet().stream()
                        .mapToLong(pod -> byPod.getOrDefault(pod, 0L))
                        .sum()
                == 0) {
            return new Count.Unknown("no metrics returned matched known pods");
        }
        long all = Math.max(PERCENT, target);
        return count(
                view,
                groups,
                counted,
                those -> utilization(those, byPod, target),
                pod -> byPod.getOrDefault(pod, 0L) * all / PERCENT);
    }

    /// By an amount that each pod may use. Upstream: GetRawResourceReplicas, GetMetricReplicas.
    ///
    /// @param targetMilli in thousandths
    /// @param resource that was measured; empty for something else
    static Count byAverage(View view, Map<String, PodMetric> metrics, long targetMilli, String resource) {
        if (view.pods().isEmpty()) {
            return new Count.Unknown(NO_PODS);
        }
        MeasuredPods groups = MeasuredPods.of(view.pods(), metrics, resource, view.settings(), view.now());
        Map<String, PodMetric> counted = counted(metrics, groups);
        return counted.isEmpty()
                ? new Count.Unknown(NO_METRICS)
                : count(view, groups, counted, those -> average(those, targetMilli), _ -> targetMilli);
    }

    /// By what is used altogether, which the ready pods share. Upstream: getUsageRatioReplicaCount.
    static Count byValue(View view, long usedMilli, long targetMilli) {
        double ratio = (double) usedMilli / (double) targetMilli;
        if (view.replicas() == 0) {
            return new Count.Replicas(GoConversion.toInt32(Math.ceil(ratio)), 0, usedMilli);
        }
        if (view.tolerance().covers(ratio)) {
            return new Count.Replicas(view.replicas(), 0, usedMilli);
        }
        if (view.pods().isEmpty()) {
            return new Count.Unknown("unable to calculate ready pods: " + NO_PODS);
        }
        double replicas =
                ratio * view.pods().stream().filter(ReplicaCountRule::isReady).count();
        return new Count.Replicas(
                replicas > Integer.MAX_VALUE ? Integer.MAX_VALUE : GoConversion.toInt32(Math.ceil(replicas)),
                0,
                usedMilli);
    }

    /// By what is used altogether, of which each replica has its share. Upstream:
    /// GetObjectPerPodMetricReplicas, GetExternalPerPodMetricReplicas.
    ///
    /// @param present how many replicas there are
    /// @param bounded whether what is beyond the bounds is the most there is, rather than what Go makes of it
    static Count byShare(int present, long usedMilli, long targetMilli, Tolerance tolerance, boolean bounded) {
        int replicas = present;
        double ratio = usedMilli / ((double) targetMilli * present);
        if (!tolerance.covers(ratio)) {
            double wanted = Math.ceil((double) usedMilli / (double) targetMilli);
            replicas = bounded && wanted > Integer.MAX_VALUE ? Integer.MAX_VALUE : GoConversion.toInt32(wanted);
        }
        long each = bounded && (double) usedMilli >= (double) Long.MAX_VALUE
                ? Long.MAX_VALUE
                : GoConversion.toInt64(Math.ceil((double) usedMilli / present));
        return new Count.Replicas(replicas, 0, each);
    }

    /// The sum of several values; the most there is where it is beyond that.
    static long sum(List<Long> values) {
        long sum = 0;
        for (long value : values) {
            if (value > 0 && sum > Long.MAX_VALUE - value) {
                return Long.MAX_VALUE;
            }
            sum += value;
        }
        return sum;
    }

    /// The sum of several values of which each replica has its share; below zero counts as beyond the bounds.
    static long shared(List<Long> values) {
        long sum = 0;
        for (long value : values) {
            sum += value;
            if (sum < 0) {
                return Long.MAX_VALUE;
            }
        }
        return sum;
    }

    private static boolean isReady(Pod pod) {
        return pod.status().phase() == PodPhase.RUNNING && pod.status().isTrue(Pod.READY);
    }

    private static Map<String, PodMetric> counted(Map<String, PodMetric> metrics, MeasuredPods groups) {
        Map<String, PodMetric> counted = new HashMap<>(metrics);
        counted.keySet().removeAll(groups.ignored());
        counted.keySet().removeAll(groups.unready());
        return counted;
    }

    private static Count count(
            View view, MeasuredPods groups, Map<String, PodMetric> counted, Measure measure, Assumption assumption) {
        Usage usage = measure.of(counted);
        boolean unreadyCount = !groups.unready().isEmpty() && usage.ratio() > 1.0;
        if (!unreadyCount && groups.missing().isEmpty()) {
            return view.tolerance().covers(usage.ratio())
                    ? found(view.replicas(), usage)
                    : found(GoConversion.toInt32(Math.ceil(usage.ratio() * groups.ready())), usage);
        }
        Map<String, PodMetric> all = new HashMap<>(counted);
        assume(all, groups, usage.ratio(), assumption);
        double ratio = measure.of(all).ratio();
        if (view.tolerance().covers(ratio) || turned(usage.ratio(), ratio)) {
            return found(view.replicas(), usage);
        }
        int replicas = GoConversion.toInt32(Math.ceil(ratio * all.size()));
        return found(isAgainst(ratio, (long) replicas - view.replicas()) ? view.replicas() : replicas, usage);
    }

    /// Adds those that were not counted.
    private static void assume(
            Map<String, PodMetric> metrics, MeasuredPods groups, double ratio, Assumption assumption) {
        if (ratio < 1.0) {
            groups.missing().forEach(pod -> metrics.put(pod, PodMetric.assumed(assumption.milli(pod))));
        } else if (ratio > 1.0) {
            assumeIdle(metrics, groups.missing());
            assumeIdle(metrics, groups.unready());
        }
    }

    private static void assumeIdle(Map<String, PodMetric> metrics, Set<String> pods) {
        pods.forEach(pod -> metrics.put(pod, PodMetric.assumed(0)));
    }

    /// Whether the size would change the other way than usage asks for.
    private static boolean isAgainst(double ratio, long change) {
        return (ratio < 1.0 && change > 0) || (ratio > 1.0 && change < 0);
    }

    private static boolean turned(double before, double after) {
        return (before < 1.0 && after > 1.0) || (before > 1.0 && after < 1.0);
    }

    private static Count found(int replicas, Usage usage) {
        return new Count.Replicas(replicas, usage.utilization(), usage.milli());
    }

    /// Of what pods request that were measured. Those that were measured and request nothing that is known do
    /// not count.
    private static Usage utilization(Map<String, PodMetric> metrics, Map<String, Long> requests, int target) {
        long used = 0;
        long requested = 0;
        int pods = 0;
        for (Map.Entry<String, PodMetric> one : metrics.entrySet()) {
            Long request = requests.get(one.getKey());
            if (request != null) {
                used += one.getValue().milli();
                requested += request;
                pods++;
            }
        }
        int utilization = (int) (used * PERCENT / requested);
        return new Usage((double) utilization / target, utilization, used / pods);
    }

    private static Usage average(Map<String, PodMetric> metrics, long targetMilli) {
        long used = metrics.values().stream().mapToLong(PodMetric::milli).sum();
        long each = used / metrics.size();
        return new Usage((double) each / targetMilli, 0, each);
    }
}
