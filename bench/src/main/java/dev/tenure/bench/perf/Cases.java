package dev.tenure.bench.perf;

import dev.tenure.bench.perf.Step.Preparation;
import dev.tenure.bench.perf.Step.Stage;
import dev.tenure.bench.perf.Step.Then;
import dev.tenure.bench.perf.Step.Volumes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What each test case does, except for those of event handling. Pods whose namespace upstream leaves open go
/// to `namespace-` and the number of their step, as there.
final class Cases {
    private static final Preparation PLAIN = new Preparation.Plain();
    private static final Preparation ONE_ZONE = new Preparation.Zones(List.of("zone1"));
    private static final Preparation MOONS = new Preparation.Zones(List.of("moon-1", "moon-2", "moon-3"));
    private static final int VOLUMES_MAX = 39;
    private static final int OFTEN_MILLIS = 200;
    private static final int SELDOM_MILLIS = 1_000;
    private static final String FIRST = "sched-0";
    private static final String SECOND = "sched-1";

    /// Makes the steps of a test case in a size.
    interface Steps {
        List<Step> of(WorkloadParameters size);
    }

    private Cases() {}

    /// By the name of the test case.
    static Map<String, Steps> all() {
        return Map.ofEntries(
                Map.entry("SchedulingBasic", plain(PLAIN, Templates.POD, Templates.POD)),
                Map.entry("SchedulingDaemonset", Cases::daemons),
                Map.entry("PreemptionBasic", plain(PLAIN, Templates.LOW_PRIORITY, Templates.HIGH_PRIORITY)),
                Map.entry("PreemptionAsync", churned(Templates.LOW_PRIORITY, Templates.HIGH_PRIORITY)),
                Map.entry("Unschedulable", churned(Templates.POD, Templates.HIGH_PRIORITY_LARGE)),
                Map.entry("SchedulingWithMixedChurn", Cases::mixedChurn),
                Map.entry("SchedulingWhileGated", Cases::gated),
                Map.entry("SchedulingDeletedPodsWithFinalizers", Cases::finalizers),
                Map.entry("SchedulingWithExtendedResource", Cases::extended),
                Map.entry("Parked", Cases::parked),
                Map.entry("SchedulingPodAntiAffinity", spaces(PLAIN, Templates.ANTI_AFFINITY, Templates.ANTI_AFFINITY)),
                Map.entry(
                        "SchedulingPodMatchingAntiAffinity",
                        spaces(PLAIN, Templates.ANTI_AFFINITY, Templates.MATCHING_ANTI_AFFINITY)),
                Map.entry("SchedulingPodAffinity", spaces(ONE_ZONE, Templates.AFFINITY, Templates.AFFINITY)),
                Map.entry(
                        "SchedulingPreferredPodAffinity",
                        spaces(PLAIN, Templates.PREFERRED_AFFINITY, Templates.PREFERRED_AFFINITY)),
                Map.entry(
                        "SchedulingPreferredPodAntiAffinity",
                        spaces(PLAIN, Templates.PREFERRED_ANTI_AFFINITY, Templates.PREFERRED_ANTI_AFFINITY)),
                Map.entry("SchedulingNodeAffinity", plain(ONE_ZONE, Templates.NODE_AFFINITY, Templates.NODE_AFFINITY)),
                Map.entry("MixedSchedulingBasePod", Cases::mixed),
                Map.entry(
                        "SchedulingRequiredPodAntiAffinityWithNSSelector", teams(PLAIN, Templates.TEAM_ANTI_AFFINITY)),
                Map.entry(
                        "SchedulingPreferredAntiAffinityWithNSSelector",
                        teams(PLAIN, Templates.TEAM_PREFERRED_ANTI_AFFINITY)),
                Map.entry("SchedulingRequiredPodAffinityWithNSSelector", teams(ONE_ZONE, Templates.TEAM_AFFINITY)),
                Map.entry("SchedulingPreferredAffinityWithNSSelector", teams(PLAIN, Templates.TEAM_PREFERRED_AFFINITY)),
                Map.entry("SchedulingGatedPodsWithPodAffinityImpactForThroughput", Cases::gatedNearKin),
                Map.entry("TopologySpreading", plain(MOONS, Templates.POD, Templates.SPREAD)),
                Map.entry("PreferredTopologySpreading", plain(MOONS, Templates.POD, Templates.PREFERRED_SPREAD)),
                Map.entry("DefaultTopologySpreading", Cases::spreadByDefault),
                Map.entry("SchedulingWithNodeInclusionPolicy", Cases::offTaints),
                Map.entry("SchedulingSecrets", plain(PLAIN, Templates.SECRET, Templates.SECRET)),
                Map.entry("SchedulingInTreePVs", volumes(PLAIN, Volumes.AWS)),
                Map.entry(
                        "SchedulingMigratedInTreePVs",
                        volumes(new Preparation.VolumeLimit(VOLUMES_MAX, true), Volumes.AWS)),
                Map.entry("SchedulingCSIPVs", volumes(new Preparation.VolumeLimit(VOLUMES_MAX, false), Volumes.CSI)),
                Map.entry("PreemptionPVs", Cases::preemptionWithVolumes));
    }

    static String namespace(int step) {
        return "namespace-" + step;
    }

    static Step pods(String namespace, int count, Template template, Then then) {
        return new Step.CreatePods(namespace, count, template, Volumes.NONE, then);
    }

    private static Step nodes(WorkloadParameters size, Preparation preparation) {
        return new Step.CreateNodes(size.initNodes(), Templates.NODE, preparation);
    }

    private static Step named() {
        return new Step.CreateNodes(1, Templates.NAMED_NODE, PLAIN);
    }

    private static Step before(String namespace, WorkloadParameters size, Template template) {
        return pods(namespace, size.initPods(), template, Then.WAIT);
    }

    private static Step measured(String namespace, WorkloadParameters size, Template template) {
        return pods(namespace, size.measurePods(), template, Then.MEASURE);
    }

    private static Steps plain(Preparation preparation, Template before, Template measured) {
        return size -> List.of(
                nodes(size, preparation), before(namespace(1), size, before), measured(namespace(2), size, measured));
    }

    private static Steps churned(Template before, Template churn) {
        return size -> List.of(
                nodes(size, PLAIN),
                before(namespace(1), size, before),
                new Step.Churn(namespace(2), 0, OFTEN_MILLIS, List.of(churn)),
                measured(namespace(3), size, Templates.POD));
    }

    private static Steps spaces(Preparation preparation, Template before, Template measured) {
        return size -> List.of(
                nodes(size, preparation),
                new Step.CreateNamespaces("sched", 2, ""),
                before(FIRST, size, before),
                measured(SECOND, size, measured));
    }

    private static Steps teams(Preparation preparation, Template template) {
        return size -> {
            int sets = size.get("initNamespaces");
            var each = new Step.CreatePods("", size.get("initPodsPerNamespace"), template, Volumes.NONE, Then.WAIT);
            return List.of(
                    nodes(size, preparation),
                    new Step.CreateNamespaces("init-ns", sets, "devops"),
                    new Step.CreateNamespaces("measure-ns", 1, "devops"),
                    new Step.CreatePodSets("init-ns", sets, each),
                    measured("measure-ns-0", size, template));
        };
    }

    private static Steps volumes(Preparation preparation, Volumes volumes) {
        return size -> List.of(
                nodes(size, preparation),
                new Step.CreatePods(namespace(1), size.initPods(), Templates.POD, volumes, Then.WAIT),
                new Step.CreatePods(namespace(2), size.measurePods(), Templates.POD, volumes, Then.MEASURE));
    }

    private static List<Step> daemons(WorkloadParameters size) {
        return List.of(named(), nodes(size, PLAIN), measured(namespace(2), size, Templates.DAEMON));
    }

    private static List<Step> mixedChurn(WorkloadParameters size) {
        List<Template> churn = List.of(Templates.FULL_NODE, Templates.HIGH_PRIORITY_LARGE, Templates.SERVICE_OF_NOBODY);
        return List.of(
                nodes(size, PLAIN),
                new Step.Churn(namespace(1), 1, SELDOM_MILLIS, churn),
                measured(namespace(2), size, Templates.POD));
    }

    private static List<Step> gated(WorkloadParameters size) {
        return List.of(
                named(),
                pods(namespace(1), size.get("gatedPods"), Templates.GATED, Then.GO_ON),
                new Step.Barrier(Stage.ATTEMPTED, ""),
                pods(namespace(3), size.get("deletingPods"), Templates.LIGHT, Then.WAIT),
                new Step.DeletePods(namespace(3), "", 50),
                measured(namespace(5), size, Templates.LIGHT));
    }

    private static List<Step> gatedNearKin(WorkloadParameters size) {
        return List.of(
                named(),
                pods(namespace(1), size.get("gatedPods"), Templates.GATED_NEAR_KIN, Then.GO_ON),
                new Step.Barrier(Stage.ATTEMPTED, ""),
                measured(namespace(3), size, Templates.LABELLED));
    }

    private static List<Step> finalizers(WorkloadParameters size) {
        return List.of(
                nodes(size, PLAIN),
                pods(namespace(1), size.get("deletingPods"), Templates.FINALIZED, Then.GO_ON),
                new Step.DeletePods(namespace(1), "", 100),
                measured(namespace(3), size, Templates.LIGHT));
    }

    private static List<Step> extended(WorkloadParameters size) {
        return List.of(
                new Step.CreateNodes(size.get("nodesWithoutExtendedResource"), Templates.NODE, PLAIN),
                new Step.CreateNodes(size.get("nodesWithExtendedResource"), Templates.EXTENDED_NODE, PLAIN),
                measured("test", size, Templates.EXTENDED));
    }

    private static List<Step> parked(WorkloadParameters size) {
        return List.of(
                nodes(size, PLAIN),
                pods(namespace(1), size.initPods(), Templates.LARGE, Then.GO_ON),
                new Step.Barrier(Stage.ATTEMPTED, ""),
                measured(namespace(3), size, Templates.POD));
    }

    private static List<Step> mixed(WorkloadParameters size) {
        var steps = new ArrayList<Step>();
        steps.add(nodes(size, ONE_ZONE));
        steps.add(new Step.CreateNamespaces("sched", 1, ""));
        for (Template template : List.of(
                Templates.POD,
                Templates.AFFINITY,
                Templates.ANTI_AFFINITY,
                Templates.PREFERRED_AFFINITY,
                Templates.PREFERRED_ANTI_AFFINITY)) {
            steps.add(before(FIRST, size, template));
        }
        steps.add(measured(namespace(steps.size()), size, Templates.POD));
        return steps;
    }

    private static List<Step> spreadByDefault(WorkloadParameters size) {
        String services = "service-ns";
        return List.of(
                nodes(size, MOONS),
                new Step.CreateAny(services, Templates.SERVICE),
                before(namespace(2), size, Templates.POD),
                measured(services, size, Templates.LABELLED));
    }

    private static List<Step> offTaints(WorkloadParameters size) {
        return List.of(
                new Step.CreateNodes(size.get("normalNodes"), Templates.NODE, PLAIN),
                new Step.CreateNodes(size.get("taintNodes"), Templates.TAINTED_NODE, PLAIN),
                measured(namespace(2), size, Templates.SPREAD_OFF_TAINTS));
    }

    private static List<Step> preemptionWithVolumes(WorkloadParameters size) {
        return List.of(
                nodes(size, PLAIN),
                before(namespace(1), size, Templates.LOW_PRIORITY),
                new Step.CreatePods(
                        namespace(2), size.measurePods(), Templates.HIGH_PRIORITY, Volumes.AWS, Then.MEASURE));
    }
}
