package dev.tenure.plan.report;

import dev.tenure.plan.forecast.EvictionPlan.NewPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// The pods that a forecast has made without replacing others, as rows of a table. Those of one workload that
/// wait for the same reason are one row, and where they are many those that get a node, too. Stateless.
public final class NewPodRows {
    private static final String NOWHERE = "none";

    private NewPodRows() {}

    /// The headings of the rows.
    public static List<String> headings() {
        return List.of("New pod", "Node", "State");
    }

    /// A row for every pod that gets a node.
    public static List<List<String>> each(List<NewPod> pods) {
        return rows(pods, true);
    }

    /// As [#each] of up to [PlanByWorkload#PODS_MAX] pods; of more, one for each workload.
    public static List<List<String>> brief(List<NewPod> pods) {
        return rows(pods, pods.size() <= PlanByWorkload.PODS_MAX);
    }

    private static List<List<String>> rows(List<NewPod> pods, boolean each) {
        var rows = new LinkedHashMap<List<String>, List<NewPod>>();
        for (NewPod pod : pods) {
            List<String> alike = pod.pending()
                    .map(pending -> List.of(pod.namespace(), stem(pod.name()), pending.message()))
                    .orElseGet(() -> List.of(pod.namespace(), each ? pod.name() : stem(pod.name())));
            rows.computeIfAbsent(alike, _ -> new ArrayList<>()).add(pod);
        }
        return rows.values().stream().map(NewPodRows::row).toList();
    }

    private static List<String> row(List<NewPod> alike) {
        NewPod first = alike.getFirst();
        String name = first.namespace() + "/" + first.name();
        String all = "%d x %s/%s*".formatted(alike.size(), first.namespace(), stem(first.name()));
        if (first.pending().isPresent()) {
            Outcome.Pending pending = first.pending().get();
            return alike.size() == 1
                    ? List.of(name, NOWHERE, PlanWords.pending(pending))
                    : List.of(
                            all,
                            NOWHERE,
                            PlanWords.pending(new Outcome.Pending("", pending.message(), pending.remedies())));
        }
        if (alike.size() == 1) {
            String node = first.node().isEmpty() ? NOWHERE : first.node() + PlanWords.ties(first.tiedNodes());
            return List.of(name, node, "placed" + PlanWords.ready(first.readyAfter()));
        }
        long nodes = alike.stream().map(NewPod::node).distinct().count();
        return List.of(all, nodes == 1 ? first.node() : nodes + " nodes", "placed" + ready(alike));
    }

    /// From the first that is ready to the last one, and how many are not.
    private static String ready(List<NewPod> pods) {
        List<Duration> times =
                pods.stream().flatMap(pod -> pod.readyAfter().stream()).sorted().toList();
        if (times.isEmpty()) {
            return PlanWords.ready(Optional.empty());
        }
        int late = pods.size() - times.size();
        return ", ready after " + PlanWords.range(times)
                + (late == 0 ? "" : ", %d not ready by the end".formatted(late));
    }

    /// A name without what the API server made up.
    private static String stem(String name) {
        return name.substring(0, name.lastIndexOf('-') + 1);
    }
}
