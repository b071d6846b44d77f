package dev.tenure.bench.perf;

import dev.tenure.bench.perf.Templates.NodeKind;
import dev.tenure.bench.perf.Templates.PodKind;
import dev.tenure.bench.perf.Workload.Step;
import java.util.ArrayList;
import java.util.List;

/// The test cases that concern taints, affinity, spreading, preemption, pods without a node and daemon
/// sets, each in the sizes that upstream names.
final class Workloads {
    private static final String DEFAULT = "default";
    private static final String FIRST = "sched-0";
    private static final String SECOND = "sched-1";
    private static final List<String> NOWHERE = List.of();
    private static final List<String> ONE_ZONE = List.of("zone1");
    private static final List<String> MOONS = List.of("moon-1", "moon-2", "moon-3");

    /// @param nodes to begin with
    /// @param before pods that are there before those that are measured
    private record Size(String name, int nodes, int before, int measured) {}

    /// Makes the steps of a test case in a size.
    private interface Steps {
        List<Step> of(Size size);
    }

    private Workloads() {}

    static List<Workload> all() {
        var all = new ArrayList<Workload>();
        misc(all);
        affinity(all);
        spreading(all);
        return all;
    }

    private static void add(List<Workload> all, String name, Steps steps, Size... sizes) {
        for (Size size : sizes) {
            all.add(new Workload(name + "/" + size.name(), steps.of(size)));
        }
    }

    private static Step nodes(Size size, List<String> zones) {
        return new Step.Nodes(size.nodes(), NodeKind.DEFAULT, zones);
    }

    private static Steps plain(List<String> zones, PodKind before, PodKind measured) {
        return size -> List.of(
                nodes(size, zones),
                new Step.Pods(size.before(), before, DEFAULT),
                new Step.Measured(size.measured(), measured, DEFAULT));
    }

    private static void misc(List<Workload> all) {
        add(
                all,
                "SchedulingBasic",
                plain(NOWHERE, PodKind.DEFAULT, PodKind.DEFAULT),
                new Size("5Nodes", 5, 5, 10),
                new Size("500Nodes", 500, 500, 1000),
                new Size("5000Nodes", 5000, 1000, 1000),
                new Size("5000Nodes_10000Pods", 5000, 1000, 10000));
        add(
                all,
                "SchedulingDaemonset",
                size -> List.of(
                        new Step.Nodes(1, NodeKind.NAMED, NOWHERE),
                        nodes(size, NOWHERE),
                        new Step.Measured(size.measured(), PodKind.DAEMON, DEFAULT)),
                new Size("5Nodes", 5, 0, 10),
                new Size("15000Nodes", 15000, 0, 30000));
        add(
                all,
                "PreemptionBasic",
                plain(NOWHERE, PodKind.LOW_PRIORITY, PodKind.HIGH_PRIORITY),
                new Size("5Nodes", 5, 20, 5),
                new Size("500Nodes", 500, 2000, 500),
                new Size("1000Nodes", 1000, 4000, 1000));
        add(
                all,
                "PreemptionAsync",
                size -> List.of(
                        nodes(size, NOWHERE),
                        new Step.Pods(size.before(), PodKind.LOW_PRIORITY, DEFAULT),
                        new Step.Churn(PodKind.HIGH_PRIORITY, 200),
                        new Step.Measured(size.measured(), PodKind.DEFAULT, DEFAULT)),
                new Size("5Nodes", 5, 20, 5),
                new Size("500Nodes", 500, 2000, 500),
                new Size("5000Nodes", 5000, 20000, 5000));
        add(
                all,
                "Unschedulable",
                size -> List.of(
                        nodes(size, NOWHERE),
                        new Step.Pods(size.before(), PodKind.DEFAULT, DEFAULT),
                        new Step.Churn(PodKind.HIGH_PRIORITY_LARGE, 200),
                        new Step.Measured(size.measured(), PodKind.DEFAULT, DEFAULT)),
                new Size("5Nodes/1Init/10Pods", 5, 1, 10),
                new Size("500Nodes/10Init/1kPods", 500, 10, 1000),
                new Size("5kNodes/100Init/1kPods", 5000, 100, 1000),
                new Size("5kNodes/100Init/10kPods", 5000, 100, 10000));
        add(
                all,
                "SchedulingWhileGated",
                size -> List.of(
                        new Step.Nodes(1, NodeKind.NAMED, NOWHERE),
                        new Step.Parked(size.before(), PodKind.GATED),
                        new Step.Measured(size.measured(), PodKind.LIGHT, DEFAULT)),
                new Size("1Node_10GatedPods", 1, 10, 10),
                new Size("1Node_10000GatedPods", 1, 10000, 20000));
        add(
                all,
                "Parked",
                size -> List.of(
                        nodes(size, NOWHERE),
                        new Step.Parked(size.before(), PodKind.LARGE),
                        new Step.Measured(size.measured(), PodKind.DEFAULT, DEFAULT)),
                new Size("500Nodes_0Parked", 500, 0, 10000),
                new Size("500Nodes_10000Parked", 500, 10000, 10000));
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

    private static void affinity(List<Workload> all) {
        add(
                all,
                "SchedulingPodAntiAffinity",
                spaces(NOWHERE, PodKind.ANTI_AFFINITY, PodKind.ANTI_AFFINITY),
                new Size("5Nodes", 5, 1, 4),
                new Size("500Nodes", 500, 100, 400),
                new Size("5000Nodes_2000Pods", 5000, 1000, 2000));
        add(
                all,
                "SchedulingPodMatchingAntiAffinity",
                spaces(NOWHERE, PodKind.ANTI_AFFINITY, PodKind.GREEN),
                new Size("5Nodes", 5, 1, 4),
                new Size("500Nodes", 500, 100, 400),
                new Size("5000Nodes_5000Pods", 5000, 1000, 5000));
        Size[] usual = {
            new Size("5Nodes", 5, 5, 10),
            new Size("500Nodes", 500, 500, 1000),
            new Size("5000Nodes_5000Pods", 5000, 5000, 5000)
        };
        add(all, "SchedulingPodAffinity", spaces(ONE_ZONE, PodKind.AFFINITY, PodKind.AFFINITY), usual);
        add(
                all,
                "SchedulingPreferredPodAffinity",
                spaces(NOWHERE, PodKind.PREFERRED_AFFINITY, PodKind.PREFERRED_AFFINITY),
                usual);
        add(
                all,
                "SchedulingPreferredPodAntiAffinity",
                spaces(NOWHERE, PodKind.PREFERRED_ANTI_AFFINITY, PodKind.PREFERRED_ANTI_AFFINITY),
                usual);
        add(all, "SchedulingNodeAffinity", plain(ONE_ZONE, PodKind.NODE_AFFINITY, PodKind.NODE_AFFINITY), usual);
        add(
                all,
                "MixedSchedulingBasePod",
                size -> {
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
                    steps.add(new Step.Measured(size.measured(), PodKind.DEFAULT, DEFAULT));
                    return steps;
                },
                new Size("5Nodes", 5, 1, 10),
                new Size("500Nodes", 500, 200, 1000),
                new Size("5000Nodes_5000Pods", 5000, 2000, 5000));
        add(
                all,
                "SchedulingRequiredPodAntiAffinityWithNSSelector",
                teams(NOWHERE, PodKind.ANTI_AFFINITY_OF_TEAM),
                new Size("10Nodes", 10, 4, 6),
                new Size("500Nodes", 500, 100, 100));
        add(
                all,
                "SchedulingRequiredPodAffinityWithNSSelector",
                teams(ONE_ZONE, PodKind.AFFINITY_OF_TEAM),
                new Size("10Nodes", 10, 10, 10),
                new Size("500Nodes", 500, 100, 100));
    }

    private static void spreading(List<Workload> all) {
        Size[] usual = {
            new Size("5Nodes", 5, 5, 10),
            new Size("500Nodes", 500, 1000, 1000),
            new Size("5000Nodes_5000Pods", 5000, 5000, 5000)
        };
        add(all, "TopologySpreading", plain(MOONS, PodKind.DEFAULT, PodKind.SPREAD), usual);
        add(all, "PreferredTopologySpreading", plain(MOONS, PodKind.DEFAULT, PodKind.PREFERRED_SPREAD), usual);
        add(
                all,
                "DefaultTopologySpreading",
                size -> List.of(
                        nodes(size, MOONS),
                        new Step.Service(),
                        new Step.Pods(size.before(), PodKind.DEFAULT, DEFAULT),
                        new Step.Measured(size.measured(), PodKind.LABELLED, DEFAULT)),
                new Size("5Nodes", 5, 5, 10),
                new Size("500Nodes", 500, 500, 1000),
                new Size("5000Nodes_10000Pods", 5000, 5000, 10000));
        add(
                all,
                "SchedulingWithNodeInclusionPolicy",
                size -> List.of(
                        new Step.Nodes(size.before(), NodeKind.TAINTED, NOWHERE),
                        nodes(size, NOWHERE),
                        new Step.Measured(size.measured(), PodKind.SPREAD_OFF_TAINTS, DEFAULT)),
                new Size("5Nodes", 4, 1, 4),
                new Size("500Nodes", 400, 100, 400),
                new Size("5000Nodes", 4000, 1000, 4000));
    }
}
