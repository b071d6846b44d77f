package dev.tenure.plan.report;

import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.TreeMap;

/// The pods of a large forecast, told so that people can read it: one row for each workload, and of single
/// pods only those for which it does not end well. Nobody reads hundreds of rows, and a comment on a change
/// has a bound. Documents for programs hold every pod. Stateless.
public final class PlanByWorkload {
    /// Up to so many pods are told one by one.
    public static final int PODS_MAX = 50;

    /// At most so many workloads, and so many single pods, have a row.
    public static final int ROWS_MAX = 30;

    /// Whose owner is the pod itself: all such pods of a namespace are one row.
    private static final String ALONE = "(no controller)";

    private PlanByWorkload() {}

    /// Whether there are too many pods to tell them one by one.
    public static boolean suits(List<LeavingPod> pods) {
        return pods.size() > PODS_MAX;
    }

    /// The headings of [#rows].
    public static List<String> headings() {
        return List.of("Workload", "Pods", "Nodes", "After", "Re-placed", "Pending", "Lost", "Other");
    }

    /// One row for each workload: the worst first, then the largest, then by name; the rows beyond the bound
    /// are one. `other` are pods that are kept, or that nobody wants in their place.
    public static List<List<String>> rows(List<LeavingPod> pods) {
        Map<String, List<LeavingPod>> grouped = new TreeMap<>();
        pods.forEach(pod ->
                grouped.computeIfAbsent(name(pod), _ -> new ArrayList<>()).add(pod));
        List<Entry<String, List<LeavingPod>>> workloads = grouped.entrySet().stream()
                .sorted((one, two) -> worse(one.getValue(), two.getValue()))
                .toList();
        List<List<String>> rows = new ArrayList<>();
        workloads.stream().limit(ROWS_MAX).forEach(each -> rows.add(row(each.getKey(), each.getValue())));
        if (workloads.size() > ROWS_MAX) {
            List<LeavingPod> rest = workloads.stream()
                    .skip(ROWS_MAX)
                    .flatMap(each -> each.getValue().stream())
                    .toList();
            rows.add(row("%d more".formatted(workloads.size() - ROWS_MAX), rest));
        }
        return rows;
    }

    /// The pods whose place stays empty, whose local data goes, or that are kept: [#ROWS_MAX] at most, by
    /// time.
    public static List<LeavingPod> notWell(List<LeavingPod> pods) {
        return pods.stream().filter(PlanByWorkload::suffers).limit(ROWS_MAX).toList();
    }

    /// What is not told, and where it is.
    ///
    /// @param all what to ask for to see every pod
    public static String rest(List<LeavingPod> pods, String all) {
        int shown = notWell(pods).size();
        long suffering = pods.stream().filter(PlanByWorkload::suffers).count();
        String which = suffering == 0
                ? "no pod is left without a ready replacement"
                : "%d of %d pods for which it does not end well are shown".formatted(shown, suffering);
        return "%s; %s shows all %d".formatted(which, all, pods.size());
    }

    /// The workload of a pod, with its namespace; pods without a controller are those of one.
    public static String name(LeavingPod pod) {
        return pod.namespace() + "/" + (pod.owner().equals(pod.name()) ? ALONE : pod.owner());
    }

    private static boolean suffers(LeavingPod pod) {
        boolean ready = pod.outcome() instanceof Outcome.Replaced replaced
                && replaced.readyAfter().isPresent();
        return !pod.localData().isEmpty()
                || pod.leavesAfter().isEmpty()
                || !(ready || pod.outcome() instanceof Outcome.NotReplaced);
    }

    private static int worse(List<LeavingPod> one, List<LeavingPod> two) {
        int suffering = Long.compare(
                two.stream().filter(PlanByWorkload::suffers).count(),
                one.stream().filter(PlanByWorkload::suffers).count());
        return suffering != 0 ? suffering : Integer.compare(two.size(), one.size());
    }

    private static List<String> row(String name, List<LeavingPod> pods) {
        int replaced = count(pods, Outcome.Replaced.class);
        int pending = count(pods, Outcome.Pending.class);
        int lost = count(pods, Outcome.Lost.class);
        long nodes = pods.stream().map(LeavingPod::node).distinct().count();
        return List.of(
                name,
                Integer.toString(pods.size()),
                Long.toString(nodes),
                after(pods),
                Integer.toString(replaced),
                Integer.toString(pending),
                Integer.toString(lost),
                Integer.toString(pods.size() - replaced - pending - lost));
    }

    /// From the first that leaves to the last one, `stay` when none leaves.
    public static String after(List<LeavingPod> pods) {
        List<Duration> times = pods.stream()
                .flatMap(pod -> pod.leavesAfter().stream())
                .sorted()
                .toList();
        return times.isEmpty() ? "stay" : PlanWords.range(times);
    }

    /// How many leave and end so.
    public static int count(List<LeavingPod> pods, Class<? extends Outcome> end) {
        return (int) pods.stream()
                .filter(pod -> pod.leavesAfter().isPresent() && end.isInstance(pod.outcome()))
                .count();
    }
}
