package dev.tenure.bench.perf;

import dev.tenure.bench.perf.Templates.NodeKind;
import dev.tenure.bench.perf.Templates.PodKind;
import dev.tenure.bench.perf.Workload.Step;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The test cases that concern taints, affinity, spreading, preemption, pods without a node and daemon
/// sets, each in the sizes that upstream names. What a case does stands here, its sizes in `workloads.csv`.
final class Workloads {
    private static final String SIZES = "workloads.csv";
    private static final int CHURN_EVERY_MILLIS = 200;
    private static final String DEFAULT = "default";
    private static final String FIRST = "sched-0";
    private static final String SECOND = "sched-1";
    private static final List<String> NOWHERE = List.of();
    private static final List<String> ONE_ZONE = List.of("zone1");
    private static final List<String> MOONS = List.of("moon-1", "moon-2", "moon-3");

    private static final Map<String, Steps> CASES = Map.ofEntries(
            Map.entry("SchedulingBasic", plain(NOWHERE, PodKind.DEFAULT, PodKind.DEFAULT)),
            Map.entry("SchedulingDaemonset", Workloads::daemons),
            Map.entry("PreemptionBasic", plain(NOWHERE, PodKind.LOW_PRIORITY, PodKind.HIGH_PRIORITY)),
            Map.entry("PreemptionAsync", churned(PodKind.LOW_PRIORITY, PodKind.HIGH_PRIORITY)),
            Map.entry("Unschedulable", churned(PodKind.DEFAULT, PodKind.HIGH_PRIORITY_LARGE)),
            Map.entry("SchedulingWhileGated", Workloads::gated),
            Map.entry("Parked", Workloads::parked),
            Map.entry("SchedulingPodAntiAffinity", spaces(NOWHERE, PodKind.ANTI_AFFINITY, PodKind.ANTI_AFFINITY)),
            Map.entry("SchedulingPodMatchingAntiAffinity", spaces(NOWHERE, PodKind.ANTI_AFFINITY, PodKind.GREEN)),
            Map.entry("SchedulingPodAffinity", spaces(ONE_ZONE, PodKind.AFFINITY, PodKind.AFFINITY)),
            Map.entry(
                    "SchedulingPreferredPodAffinity",
                    spaces(NOWHERE, PodKind.PREFERRED_AFFINITY, PodKind.PREFERRED_AFFINITY)),
            Map.entry(
                    "SchedulingPreferredPodAntiAffinity",
                    spaces(NOWHERE, PodKind.PREFERRED_ANTI_AFFINITY, PodKind.PREFERRED_ANTI_AFFINITY)),
            Map.entry("SchedulingNodeAffinity", plain(ONE_ZONE, PodKind.NODE_AFFINITY, PodKind.NODE_AFFINITY)),
            Map.entry("MixedSchedulingBasePod", Workloads::mixed),
            Map.entry("SchedulingRequiredPodAntiAffinityWithNSSelector", teams(NOWHERE, PodKind.ANTI_AFFINITY_OF_TEAM)),
            Map.entry("SchedulingRequiredPodAffinityWithNSSelector", teams(ONE_ZONE, PodKind.AFFINITY_OF_TEAM)),
            Map.entry("TopologySpreading", plain(MOONS, PodKind.DEFAULT, PodKind.SPREAD)),
            Map.entry("PreferredTopologySpreading", plain(MOONS, PodKind.DEFAULT, PodKind.PREFERRED_SPREAD)),
            Map.entry("DefaultTopologySpreading", Workloads::spreadByDefault),
            Map.entry("SchedulingWithNodeInclusionPolicy", Workloads::offTaints));

    /// @param nodes to begin with
    /// @param before pods that are there before those that are measured
    private record Size(String name, int nodes, int before, int measured) {}

    /// Makes the steps of a test case in a size.
    private interface Steps {
        List<Step> of(Size size);
    }

    private Workloads() {}

    /// Every case in every size, in the order of the table.
    static List<Workload> all() {
        var all = new ArrayList<Workload>();
        for (String line : table()) {
            String[] row = line.split(",", -1);
            var size = new Size(row[1], Integer.parseInt(row[2]), Integer.parseInt(row[3]), Integer.parseInt(row[4]));
            Steps steps = Objects.requireNonNull(CASES.get(row[0]), row[0]);
            all.add(new Workload(row[0] + "/" + size.name(), steps.of(size)));
        }
        return all;
    }

    /// The lines below the heading.
    private static List<String> table() {
        try (InputStream in = Objects.requireNonNull(Workloads.class.getResourceAsStream(SIZES), SIZES);
                var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines().skip(1).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(SIZES, e);
        }
    }

    private static Step nodes(Size size, List<String> zones) {
        return new Step.Nodes(size.nodes(), NodeKind.DEFAULT, zones);
    }

    private static Step measured(Size size, PodKind kind) {
        return new Step.Measured(size.measured(), kind, DEFAULT);
    }

    private static Steps plain(List<String> zones, PodKind before, PodKind measured) {
        return size ->
                List.of(nodes(size, zones), new Step.Pods(size.before(), before, DEFAULT), measured(size, measured));
    }

    private static Steps churned(PodKind before, PodKind churn) {
        return size -> List.of(
                nodes(size, NOWHERE),
                new Step.Pods(size.before(), before, DEFAULT),
                new Step.Churn(churn, CHURN_EVERY_MILLIS),
                measured(size, PodKind.DEFAULT));
    }

    private static Steps spaces(List<String> zones, PodKind before, PodKind measured) {
        return size -> List.of(
                nodes(size, zones),
                new Step.Namespaces("sched", 2, ""),
                new Step.Pods(size.before(), before, FIRST),
                new Step.Measured(size.measured(), measured, SECOND));
    }

    private static Steps teams(List<String> zones, PodKind kind) {
        return size -> List.of(
                nodes(size, zones),
                new Step.Namespaces("init-ns", 1, "devops"),
                new Step.Namespaces("measure-ns", 1, "devops"),
                new Step.Pods(size.before(), kind, "init-ns-0"),
                new Step.Measured(size.measured(), kind, "measure-ns-0"));
    }

    private static List<Step> daemons(Size size) {
        return List.of(
                new Step.Nodes(1, NodeKind.NAMED, NOWHERE), nodes(size, NOWHERE), measured(size, PodKind.DAEMON));
    }

    private static List<Step> gated(Size size) {
        return List.of(
                new Step.Nodes(1, NodeKind.NAMED, NOWHERE),
                new Step.Parked(size.before(), PodKind.GATED),
                measured(size, PodKind.LIGHT));
    }

    private static List<Step> parked(Size size) {
        return List.of(
                nodes(size, NOWHERE), new Step.Parked(size.before(), PodKind.LARGE), measured(size, PodKind.DEFAULT));
    }

    private static List<Step> mixed(Size size) {
        var steps = new ArrayList<Step>();
        steps.add(nodes(size, ONE_ZONE));
        steps.add(new Step.Namespaces("sched", 1, ""));
        for (PodKind kind : List.of(
                PodKind.DEFAULT,
                PodKind.AFFINITY,
                PodKind.ANTI_AFFINITY,
                PodKind.PREFERRED_AFFINITY,
                PodKind.PREFERRED_ANTI_AFFINITY)) {
            steps.add(new Step.Pods(size.before(), kind, FIRST));
        }
        steps.add(measured(size, PodKind.DEFAULT));
        return steps;
    }

    private static List<Step> spreadByDefault(Size size) {
        return List.of(
                nodes(size, MOONS),
                new Step.Service(),
                new Step.Pods(size.before(), PodKind.DEFAULT, DEFAULT),
                measured(size, PodKind.LABELLED));
    }

    private static List<Step> offTaints(Size size) {
        return List.of(
                new Step.Nodes(size.before(), NodeKind.TAINTED, NOWHERE),
                nodes(size, NOWHERE),
                measured(size, PodKind.SPREAD_OFF_TAINTS));
    }
}
