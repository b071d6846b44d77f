package dev.tenure.bench.perf;

import dev.tenure.bench.perf.Cases.Steps;
import dev.tenure.bench.perf.Step.Preparation;
import dev.tenure.bench.perf.Step.Stage;
import dev.tenure.bench.perf.Step.Then;
import dev.tenure.bench.perf.Step.Volumes;
import java.util.List;
import java.util.Map;

/// The test cases in which pods wait until something happens that lets them go: which of the pods that wait
/// are tried again, and what that costs.
final class EventCases {
    private static final Preparation PLAIN = new Preparation.Plain();
    private static final int VOLUMES_MAX = 20;
    private static final int DELETIONS_PER_SECOND = 100;
    private static final String UNSCHEDULED = "unsched";
    private static final String BLOCKER = "blocker";
    private static final String CORDON = "nodeunschedulable";
    private static final String RESOURCES = "noderesources";
    private static final String AFFINITY = "interpodaffinity";
    private static final String NODE_AFFINITY = "nodeaffinity";
    private static final String SPREAD = "podtopologyspread";
    private static final String TAINTS = "tainttoleration";
    private static final String GATES = "schedulinggates";
    private static final String PORTS = "nodeports";
    private static final String VOLUMES = "nodevolumelimits";
    private static final String MANY_BLOCKERS = "blockertopologyportsresources";
    private static final String AFFINITY_BLOCKERS = "blockeraffinity";
    private static final Step ALL_TRIED = new Step.Barrier(Stage.ATTEMPTED, "");
    private static final Step ALL_BOUND = new Step.Barrier(Stage.SCHEDULED, "");
    private static final Step WAITING_TRIED = new Step.Barrier(Stage.ATTEMPTED, UNSCHEDULED);
    private static final Step WAITING_BOUND = new Step.Barrier(Stage.SCHEDULED, UNSCHEDULED);
    private static final Step STOP = new Step.StopCollectingMetrics();

    private EventCases() {}

    /// By the name of the test case.
    static Map<String, Steps> all() {
        return Map.of(
                "EventHandlingPodDelete", EventCases::podDelete,
                "EventHandlingPodUpdate", EventCases::podUpdate,
                "EventHandlingNodeAdd", EventCases::nodeAdd,
                "EventHandlingPodAdd", EventCases::podAdd,
                "EventHandlingNodeUpdate", EventCases::nodeUpdate);
    }

    private static Step collect(String type, String... namespaces) {
        return new Step.StartCollectingMetrics(List.of(namespaces), type);
    }

    private static Step nodes(int count, Template template) {
        return new Step.CreateNodes(count, template, PLAIN);
    }

    private static Step waiting(String namespace, int count, Template template) {
        return Cases.pods(namespace, count, template, Then.GO_ON);
    }

    private static Step update(String namespace, int count, Template old, Template template) {
        return new Step.UpdateAny(namespace, count, old, template, "");
    }

    private static List<Step> podDelete(WorkloadParameters size) {
        int blockers = size.get("blockerPods");
        int pods = size.measurePods();
        return List.of(
                new Step.CreateNodes(size.initNodes(), Templates.NODE, new Preparation.VolumeLimit(VOLUMES_MAX, false)),
                new Step.CreatePods(MANY_BLOCKERS, blockers, PodEventTemplates.BLOCKER, Volumes.CSI, Then.WAIT),
                new Step.CreatePods(
                        AFFINITY_BLOCKERS, blockers, PodEventTemplates.AFFINITY_BLOCKER, Volumes.CSI_ONCE, Then.WAIT),
                collect(UNSCHEDULED, MANY_BLOCKERS, AFFINITY_BLOCKERS, PORTS, RESOURCES, VOLUMES, AFFINITY),
                waiting(MANY_BLOCKERS, pods, PodEventTemplates.ONE_TOO_MANY),
                waiting(AFFINITY_BLOCKERS, blockers, PodEventTemplates.SAME_CLAIM),
                waiting(PORTS, pods, PodEventTemplates.SAME_PORT),
                waiting(RESOURCES, pods, PodEventTemplates.HUNGRY),
                new Step.CreatePods(VOLUMES, blockers, PodEventTemplates.UNSCHEDULED, Volumes.CSI, Then.GO_ON),
                waiting(AFFINITY, pods, PodEventTemplates.SHUNNING),
                WAITING_TRIED,
                new Step.DeletePods(MANY_BLOCKERS, BLOCKER, DELETIONS_PER_SECOND),
                new Step.DeletePods(AFFINITY_BLOCKERS, BLOCKER, DELETIONS_PER_SECOND),
                WAITING_BOUND,
                STOP);
    }

    private static List<Step> podUpdate(WorkloadParameters size) {
        int blockers = size.get("blockerPods");
        int pods = size.measurePods();
        return List.of(
                collect(UNSCHEDULED, CORDON, TAINTS, BLOCKER, AFFINITY, RESOURCES, GATES),
                nodes(1, EventTemplates.POD_UPDATE_CORDONED),
                waiting(CORDON, pods, PodEventTemplates.UNSCHEDULED),
                nodes(1, EventTemplates.POD_UPDATE_TAINTED),
                waiting(TAINTS, pods, PodEventTemplates.UNSCHEDULED),
                ALL_TRIED,
                update(CORDON, pods, PodEventTemplates.UNSCHEDULED, PodEventTemplates.TOLERANT_OF_CORDON),
                update(TAINTS, pods, PodEventTemplates.UNSCHEDULED, PodEventTemplates.TOLERANT),
                ALL_BOUND,
                nodes(1, Templates.NAMED_NODE),
                Cases.pods(BLOCKER, blockers, PodEventTemplates.FILLER, Then.WAIT),
                waiting(AFFINITY, pods, PodEventTemplates.SHUNNING_ONE),
                waiting(RESOURCES, pods, PodEventTemplates.SHARE),
                waiting(BLOCKER, blockers, PodEventTemplates.SPREAD_AFTER_FILLERS),
                waiting(GATES, pods, PodEventTemplates.GATED),
                WAITING_TRIED,
                update(BLOCKER, blockers, PodEventTemplates.FILLER, PodEventTemplates.FILLER_UNLABELLED),
                new Step.UpdateAny(
                        BLOCKER, blockers, PodEventTemplates.FILLER, PodEventTemplates.FILLER_SHRUNK, "resize"),
                update(GATES, pods, PodEventTemplates.GATED, PodEventTemplates.UNSCHEDULED),
                WAITING_BOUND,
                STOP);
    }

    private static List<Step> nodeAdd(WorkloadParameters size) {
        int nodes = size.get("nodes");
        int pods = size.measurePods();
        return List.of(
                collect("", CORDON, RESOURCES, AFFINITY, NODE_AFFINITY, SPREAD, TAINTS),
                nodes(1, EventTemplates.NODE_ADD_UNSCHEDULABLE),
                waiting(CORDON, pods, EventTemplates.TOLERANT),
                ALL_TRIED,
                nodes(1, EventTemplates.NODE_ADD_SMALL),
                waiting(RESOURCES, pods, EventTemplates.NODE_ADD_HUNGRY),
                ALL_TRIED,
                nodes(nodes, EventTemplates.NODE_ADD_LARGE),
                ALL_BOUND,
                waiting(AFFINITY, pods, EventTemplates.SOCIABLE),
                waiting(NODE_AFFINITY, pods, EventTemplates.PARTICULAR),
                waiting(SPREAD, pods, EventTemplates.NODE_ADD_SPREAD),
                ALL_TRIED,
                nodes(nodes, EventTemplates.NODE_ADD_LABELLED),
                ALL_BOUND,
                waiting(TAINTS, pods, EventTemplates.TOLERANT_OF_ONE),
                ALL_TRIED,
                nodes(nodes, EventTemplates.NODE_ADD_TAINTED),
                ALL_BOUND,
                STOP);
    }

    private static List<Step> podAdd(WorkloadParameters size) {
        int pods = size.measurePods();
        return List.of(
                nodes(2, EventTemplates.ROOMY_NODE),
                Cases.pods(SPREAD, 1, PodEventTemplates.GREEN, Then.WAIT),
                collect(UNSCHEDULED, SPREAD, AFFINITY),
                waiting(SPREAD, pods, PodEventTemplates.SPREAD_OFF_GREEN),
                waiting(AFFINITY, pods, PodEventTemplates.NEAR_ITS_YELLOW),
                WAITING_TRIED,
                Cases.pods(SPREAD, pods, PodEventTemplates.NEAR_GREEN, Then.WAIT),
                Cases.pods(AFFINITY, pods, PodEventTemplates.YELLOW, Then.WAIT),
                WAITING_BOUND,
                STOP);
    }

    private static List<Step> nodeUpdate(WorkloadParameters size) {
        int nodes = size.get("nodes");
        int pods = size.measurePods();
        return List.of(
                collect("", CORDON, RESOURCES, AFFINITY, NODE_AFFINITY, SPREAD, TAINTS),
                nodes(nodes, EventTemplates.NODE_UPDATE_CORDONED),
                waiting(CORDON, pods, EventTemplates.TOLERANT),
                ALL_TRIED,
                update("", nodes, EventTemplates.NODE_UPDATE_CORDONED, EventTemplates.NODE_UPDATE_PLAIN),
                ALL_BOUND,
                nodes(nodes, EventTemplates.NODE_UPDATE_SMALL),
                waiting(RESOURCES, pods, EventTemplates.NODE_UPDATE_HUNGRY),
                ALL_TRIED,
                update("", nodes, EventTemplates.NODE_UPDATE_SMALL, EventTemplates.NODE_UPDATE_GROWN),
                ALL_BOUND,
                nodes(nodes, EventTemplates.NODE_UPDATE_PLAIN),
                waiting(AFFINITY, pods, EventTemplates.SOCIABLE),
                waiting(NODE_AFFINITY, pods, EventTemplates.PARTICULAR),
                waiting(SPREAD, pods, EventTemplates.NODE_UPDATE_SPREAD),
                ALL_TRIED,
                update("", nodes, EventTemplates.NODE_UPDATE_PLAIN, EventTemplates.NODE_ADD_LABELLED),
                ALL_BOUND,
                nodes(nodes, EventTemplates.NODE_UPDATE_UNTAINTED),
                waiting(TAINTS, pods, EventTemplates.TOLERANT_OF_ITS_NODE),
                ALL_TRIED,
                update("", nodes, EventTemplates.NODE_UPDATE_UNTAINTED, EventTemplates.NODE_UPDATE_TAINTED),
                ALL_BOUND,
                STOP);
    }
}
