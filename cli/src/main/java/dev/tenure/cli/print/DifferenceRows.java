package dev.tenure.cli.print;

import dev.tenure.plan.compare.Comparison;
import dev.tenure.plan.compare.Difference;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.report.PlanByWorkload;
import dev.tenure.plan.report.PlanWords;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Where two forecasts differ, as rows of a table; of many pods one row for each workload. Stateless.
final class DifferenceRows {
    static final List<String> HEADINGS = List.of("WHAT", "NAME", "A", "B", "DIFFERS IN");

    private static final String POD = "pod";

    /// Pods of one workload that differ, with what becomes of them on each side.
    private static final class Workload {
        private final List<Difference> differences = new ArrayList<>();
        private final List<LeavingPod> a = new ArrayList<>();
        private final List<LeavingPod> b = new ArrayList<>();

        List<String> row(String name) {
            String what = differences.size() == 1 ? "1 pod" : differences.size() + " pods";
            return List.of(what, name, words(a), words(b), fields());
        }

        /// `160 leave after 5m0s-9m30s, 160 re-placed, 3 stay`.
        private String words(List<LeavingPod> pods) {
            List<LeavingPod> leaving =
                    pods.stream().filter(pod -> pod.leavesAfter().isPresent()).toList();
            var parts = new ArrayList<String>();
            if (!leaving.isEmpty()) {
                parts.add("%d leave after %s".formatted(leaving.size(), PlanByWorkload.after(leaving)));
            }
            part(parts, PlanByWorkload.count(leaving, Outcome.Replaced.class), "re-placed");
            part(parts, PlanByWorkload.count(leaving, Outcome.Pending.class), "pending");
            part(parts, PlanByWorkload.count(leaving, Outcome.Lost.class), "lost");
            part(parts, differences.size() - leaving.size(), "stay");
            return String.join(", ", parts);
        }

        private static void part(List<String> parts, int pods, String what) {
            if (pods > 0) {
                parts.add(pods + " " + what);
            }
        }

        /// In how many pods each field differs.
        private String fields() {
            Map<String, Long> counts = differences.stream()
                    .flatMap(each -> each.tie() ? Stream.of("node (a tie)") : each.fields().stream())
                    .collect(Collectors.groupingBy(field -> field, TreeMap::new, Collectors.counting()));
            return counts.entrySet().stream()
                    .map(each -> each.getKey() + " " + each.getValue())
                    .collect(Collectors.joining(", "));
        }
    }

    private DifferenceRows() {}

    /// A row for each difference.
    static List<List<String>> each(Comparison comparison) {
        return comparison.differences().stream().map(DifferenceRows::row).toList();
    }

    /// As [#each] while up to [PlanByWorkload#PODS_MAX] pods differ; of more, a row for each workload, the
    /// one with the most first, and one for those beyond the bound.
    static List<List<String>> brief(Comparison comparison) {
        if (pods(comparison) <= PlanByWorkload.PODS_MAX) {
            return each(comparison);
        }
        Map<String, LeavingPod> left = byName(comparison.a());
        Map<String, LeavingPod> right = byName(comparison.b());
        Map<String, Workload> workloads = new TreeMap<>();
        var rows = new ArrayList<List<String>>();
        for (Difference each : comparison.differences()) {
            Optional<LeavingPod> one = Optional.ofNullable(left.get(name(each)));
            Optional<LeavingPod> other = Optional.ofNullable(right.get(name(each)));
            if (!each.kind().equals(POD)) {
                rows.add(row(each));
                continue;
            }
            String owner = one.or(() -> other).map(PlanByWorkload::name).orElse(name(each));
            Workload workload = workloads.computeIfAbsent(owner, _ -> new Workload());
            workload.differences.add(each);
            one.ifPresent(workload.a::add);
            other.ifPresent(workload.b::add);
        }
        rows.addAll(0, largest(workloads));
        return rows;
    }

    private static List<List<String>> largest(Map<String, Workload> workloads) {
        List<Map.Entry<String, Workload>> ordered = workloads.entrySet().stream()
                .sorted(Comparator.comparingInt(
                        each -> -each.getValue().differences.size()))
                .toList();
        var rows = new ArrayList<List<String>>();
        var rest = new Workload();
        for (Map.Entry<String, Workload> each : ordered) {
            if (rows.size() < PlanByWorkload.ROWS_MAX) {
                rows.add(each.getValue().row(each.getKey()));
            } else {
                rest.differences.addAll(each.getValue().differences);
                rest.a.addAll(each.getValue().a);
                rest.b.addAll(each.getValue().b);
            }
        }
        if (ordered.size() > rows.size()) {
            rows.add(rest.row("%d more".formatted(ordered.size() - rows.size())));
        }
        return rows;
    }

    /// Where every pod that [#brief] does not name can be seen; empty when it names all.
    static Optional<String> rest(Comparison comparison) {
        long pods = pods(comparison);
        return pods <= PlanByWorkload.PODS_MAX
                ? Optional.empty()
                : Optional.of("-o wide has a row for each of the %d pods".formatted(pods));
    }

    private static long pods(Comparison comparison) {
        return comparison.differences().stream()
                .filter(each -> each.kind().equals(POD))
                .count();
    }

    private static Map<String, LeavingPod> byName(EvictionPlan plan) {
        Map<String, LeavingPod> pods = new HashMap<>();
        plan.status().pods().forEach(pod -> pods.putIfAbsent(pod.namespace() + "/" + pod.name(), pod));
        return pods;
    }

    private static String name(Difference difference) {
        return difference.namespace() + "/" + difference.name();
    }

    private static List<String> row(Difference each) {
        return List.of(
                each.kind(),
                name(each),
                PlanWords.brief(each.a()),
                PlanWords.brief(each.b()),
                String.join(", ", each.fields()) + (each.tie() ? " (a tie)" : ""));
    }
}
