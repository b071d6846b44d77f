package dev.tenure.bench.perf;

import dev.tenure.bench.perf.PodDraft.Side;
import dev.tenure.bench.perf.PodDraft.Where;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Nodes, pods and services that mean the same as upstream's templates, except for those of event handling.
final class Templates {
    private static final Where BOTH = new Where.Named(List.of("sched-1", "sched-0"));
    private static final Where DEVOPS = new Where.Team("devops");

    static final Template NODE = Template.node("node", node -> node.room("4", "32Gi", "110"));
    static final Template NAMED_NODE = Template.node(Template.NAMED_NODE, node -> node.room("4", "32Gi", "90000"));
    static final Template TAINTED_NODE =
            Template.node("taint-node", node -> node.room("4", "32Gi", "110").taint("foo"));
    static final Template EXTENDED_NODE = Template.node(
            "node-extended",
            node -> node.room("4", "32Gi", "110")
                    .room(extended(node.index()), "1")
                    .label("node-with-extended-resource", "true"));
    static final Template FULL_NODE = Template.node("node-churn", node -> node.room("pods", "0"));

    static final Template POD = Template.pod("pod", Templates::small);
    static final Template LIGHT = Template.pod("pod-light", PodDraft::withoutGrace);
    static final Template DAEMON =
            Template.pod("pod-daemon", pod -> pod.nodes("matchFields", "metadata.name", List.of(Template.NAMED_NODE)));
    static final Template LABELLED = Template.pod("pod-labelled", pod -> pod.label("app", "scheduler-perf"));
    static final Template LOW_PRIORITY =
            Template.pod("pod-low-priority", pod -> pod.limited("900m", "500Mi").withoutGrace());
    static final Template HIGH_PRIORITY =
            Template.pod("pod-high-priority", pod -> pod.limited("3", "500Mi").priority(10));
    static final Template HIGH_PRIORITY_LARGE = Template.pod(
            "pod-high-priority-large", pod -> pod.requests("9", "500Mi").priority(10));
    static final Template LARGE = Template.pod("pod-large", pod -> pod.requests("9", "500Mi"));
    static final Template GATED = Template.pod("pod-gated", pod -> pod.gate("test.k8s.io/hold"));
    static final Template GATED_NEAR_KIN = Template.pod(
            "pod-gated-near-kin",
            pod -> pod.gate("scheduling-gate-1")
                    .label("app", "scheduler-perf")
                    .must(Side.NEAR, WellKnownLabels.HOSTNAME, "app", "scheduler-perf", new Where.Here()));
    static final Template FINALIZED = Template.pod("pod-finalized", pod -> pod.finalizer("test.k8s.io/finalizer"));
    static final Template SECRET = Template.pod("pod-secret", pod -> small(pod).secret("secret"));
    static final Template EXTENDED = Template.pod("pod-extended", Templates::extended);

    static final Template NODE_AFFINITY = Template.pod(
            "pod-node-affinity",
            pod -> small(pod).nodes("matchExpressions", WellKnownLabels.ZONE, List.of("zone1", "zone2")));
    static final Template AFFINITY = Template.pod(
            "pod-affinity", pod -> colored(pod, "blue").must(Side.NEAR, WellKnownLabels.ZONE, "color", "blue", BOTH));
    static final Template ANTI_AFFINITY = Template.pod(
            "pod-anti-affinity",
            pod -> colored(pod, "green").must(Side.AWAY, WellKnownLabels.HOSTNAME, "color", "green", BOTH));
    static final Template MATCHING_ANTI_AFFINITY =
            Template.pod("pod-matching-anti-affinity", pod -> colored(pod, "green"));
    static final Template PREFERRED_AFFINITY = Template.pod(
            "pod-preferred-affinity",
            pod -> colored(pod, "red").rather(Side.NEAR, WellKnownLabels.HOSTNAME, "color", "red", BOTH));
    static final Template PREFERRED_ANTI_AFFINITY = Template.pod(
            "pod-preferred-anti-affinity",
            pod -> colored(pod, "yellow").rather(Side.AWAY, WellKnownLabels.HOSTNAME, "color", "yellow", BOTH));
    static final Template TEAM_AFFINITY = Template.pod(
            "pod-team-affinity",
            pod -> colored(pod, "blue").must(Side.NEAR, WellKnownLabels.ZONE, "color", "blue", DEVOPS));
    static final Template TEAM_ANTI_AFFINITY = Template.pod(
            "pod-team-anti-affinity",
            pod -> colored(pod, "green").must(Side.AWAY, WellKnownLabels.HOSTNAME, "color", "green", DEVOPS));
    static final Template TEAM_PREFERRED_AFFINITY = Template.pod(
            "pod-team-preferred-affinity",
            pod -> colored(pod, "red").rather(Side.NEAR, WellKnownLabels.HOSTNAME, "color", "red", DEVOPS));
    static final Template TEAM_PREFERRED_ANTI_AFFINITY = Template.pod(
            "pod-team-preferred-anti-affinity",
            pod -> colored(pod, "green").rather(Side.AWAY, WellKnownLabels.HOSTNAME, "color", "green", DEVOPS));

    static final Template SPREAD = Template.pod(
            "pod-spread",
            pod -> colored(pod, "blue").spread(5, WellKnownLabels.ZONE, "DoNotSchedule", "color", "blue"));
    static final Template PREFERRED_SPREAD = Template.pod(
            "pod-preferred-spread",
            pod -> colored(pod, "blue").spread(5, WellKnownLabels.ZONE, "ScheduleAnyway", "color", "blue"));
    static final Template SPREAD_OFF_TAINTS = Template.pod(
            "pod-spread-off-taints",
            pod -> small(pod)
                    .label("foo", "bar")
                    .spread(1, WellKnownLabels.HOSTNAME, "DoNotSchedule", "foo", "bar")
                    .put("nodeAffinityPolicy", "Honor")
                    .put("nodeTaintsPolicy", "Honor"));

    static final Template SERVICE = service("service", "scheduler-perf");
    static final Template SERVICE_OF_NOBODY = service("service-churn", "foo");

    private Templates() {}

    private static PodDraft small(PodDraft pod) {
        return pod.limited("100m", "500Mi");
    }

    private static PodDraft colored(PodDraft pod, String color) {
        return small(pod).label("color", color);
    }

    private static void extended(PodDraft pod) {
        pod.extended(extended(pod.index()));
    }

    private static String extended(int index) {
        return "foo.com/bar-" + index;
    }

    private static Template service(String name, String app) {
        return new Template(ResourceTypes.SERVICES, name, (_, _) -> {
            ObjectNode service = Json.object();
            ObjectNode spec = service.putObject("spec");
            spec.putObject("selector").put("app", app);
            spec.putArray("ports").addObject().put("port", 80).put("protocol", "TCP");
            return service;
        });
    }
}
