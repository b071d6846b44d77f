package dev.tenure.bench.perf;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.wire.json.Json;

/// The nodes and pods of the workloads, as upstream's templates have them.
final class Templates {
    /// The one node to which pods of kind [PodKind#DAEMON] go.
    static final String NAMED = "scheduler-perf-node";

    static final String ZONE = "topology.kubernetes.io/zone";

    private static final String HOSTNAME = "kubernetes.io/hostname";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final String SMALL = "100m";
    private static final int HIGH_PRIORITY = 10;
    private static final String OTHERWISE = "whenUnsatisfiable";

    enum NodeKind {
        DEFAULT,
        NAMED,
        TAINTED
    }

    /// What sets the pods of a workload apart: the cpu asked for, the label `key=value`, and what else; empty texts
    /// stand for none.
    enum PodKind {
        DEFAULT(SMALL, "", Special.NOTHING),
        LIGHT("", "", Special.NOTHING),
        DAEMON("", "", Special.NODE),
        LABELLED("", "app=scheduler-perf", Special.NOTHING),
        GREEN(SMALL, "color=green", Special.NOTHING),
        LOW_PRIORITY("900m", "", Special.NOTHING),
        HIGH_PRIORITY("3", "", Special.PRIORITY),
        HIGH_PRIORITY_LARGE("9", "", Special.PRIORITY),
        LARGE("9", "", Special.NOTHING),
        GATED("", "", Special.GATE),
        NODE_AFFINITY(SMALL, "", Special.ZONES),
        AFFINITY(SMALL, "color=blue", Special.NEAR_KIN),
        ANTI_AFFINITY(SMALL, "color=green", Special.OFF_KIN),
        PREFERRED_AFFINITY(SMALL, "color=red", Special.RATHER_NEAR_KIN),
        PREFERRED_ANTI_AFFINITY(SMALL, "color=yellow", Special.RATHER_OFF_KIN),
        ANTI_AFFINITY_OF_TEAM(SMALL, "color=green", Special.OFF_TEAM),
        AFFINITY_OF_TEAM(SMALL, "color=blue", Special.NEAR_TEAM),
        SPREAD(SMALL, "color=blue", Special.SPREAD),
        PREFERRED_SPREAD(SMALL, "color=blue", Special.RATHER_SPREAD),
        SPREAD_OFF_TAINTS(SMALL, "foo=bar", Special.SPREAD_OFF_TAINTS);

        private final String cpu;
        private final String label;
        private final Special special;

        PodKind(String cpu, String label, Special special) {
            this.cpu = cpu;
            this.label = label;
            this.special = special;
        }
    }

    private enum Special {
        NOTHING,
        PRIORITY,
        GATE,
        NODE,
        ZONES,
        NEAR_KIN,
        OFF_KIN,
        RATHER_NEAR_KIN,
        RATHER_OFF_KIN,
        NEAR_TEAM,
        OFF_TEAM,
        SPREAD,
        RATHER_SPREAD,
        SPREAD_OFF_TAINTS
    }

    private Templates() {}

    static ObjectNode node(String name, NodeKind kind, String zone) {
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        ObjectNode labels = node.putObject("metadata").put("name", name).putObject("labels");
        labels.put(HOSTNAME, name);
        if (!zone.isEmpty()) {
            labels.put(ZONE, zone);
        }
        if (kind == NodeKind.TAINTED) {
            node.putObject("spec")
                    .putArray("taints")
                    .addObject()
                    .put("key", "foo")
                    .put("effect", "NoSchedule");
        }
        boolean named = kind == NodeKind.NAMED;
        ObjectNode status = node.putObject("status");
        for (String list : new String[] {"capacity", "allocatable"}) {
            status.putObject(list)
                    .put("pods", named ? "90000" : "110")
                    .put("cpu", named ? "4000" : "4")
                    .put("memory", named ? "32000Gi" : "32Gi");
        }
        status.putArray("conditions").addObject().put("type", "Ready").put("status", "True");
        return node;
    }

    static ObjectNode pod(String name, PodKind kind) {
        ObjectNode pod = Json.object().put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode meta = pod.putObject("metadata").put("name", name);
        ObjectNode spec = pod.putObject("spec");
        spec.put("terminationGracePeriodSeconds", 0);
        ObjectNode container = spec.putArray("containers").addObject();
        container.put("name", "pause").put("image", "registry.k8s.io/pause:3.10");
        if (!kind.cpu.isEmpty()) {
            container
                    .putObject("resources")
                    .putObject("requests")
                    .put("cpu", kind.cpu)
                    .put("memory", "500Mi");
        }
        if (!kind.label.isEmpty()) {
            label(meta.putObject("labels"), kind);
        }
        special(spec, kind);
        return pod;
    }

    private static void special(ObjectNode spec, PodKind kind) {
        switch (kind.special) {
            case NOTHING -> {
                // an ordinary pod
            }
            case PRIORITY -> spec.put("priority", HIGH_PRIORITY);
            case GATE -> spec.putArray("schedulingGates").addObject().put("name", "test.k8s.io/hold");
            case NODE -> nodeTerm(spec, "matchFields", "metadata.name", NAMED);
            case ZONES -> nodeTerm(spec, "matchExpressions", ZONE, "zone1", "zone2");
            case NEAR_KIN, OFF_KIN, NEAR_TEAM, OFF_TEAM -> term(required(spec, kind), kind);
            case RATHER_NEAR_KIN, RATHER_OFF_KIN -> term(preferred(spec, kind), kind);
            case SPREAD -> spread(spec, kind, ZONE).put("maxSkew", 5).put(OTHERWISE, "DoNotSchedule");
            case RATHER_SPREAD -> spread(spec, kind, ZONE).put("maxSkew", 5).put(OTHERWISE, "ScheduleAnyway");
            case SPREAD_OFF_TAINTS ->
                spread(spec, kind, HOSTNAME)
                        .put("maxSkew", 1)
                        .put(OTHERWISE, "DoNotSchedule")
                        .put("nodeAffinityPolicy", "Honor")
                        .put("nodeTaintsPolicy", "Honor");
        }
    }

    private static void label(ObjectNode labels, PodKind kind) {
        int split = kind.label.indexOf('=');
        labels.put(kind.label.substring(0, split), kind.label.substring(split + 1));
    }

    private static void nodeTerm(ObjectNode spec, String list, String key, String... values) {
        ArrayNode all = spec.putObject("affinity")
                .putObject("nodeAffinity")
                .putObject(REQUIRED)
                .putArray("nodeSelectorTerms")
                .addObject()
                .putArray(list)
                .addObject()
                .put("key", key)
                .put("operator", "In")
                .putArray("values");
        for (String value : values) {
            all.add(value);
        }
    }

    private static ObjectNode required(ObjectNode spec, PodKind kind) {
        boolean near = kind.special == Special.NEAR_KIN || kind.special == Special.NEAR_TEAM;
        return spec.putObject("affinity")
                .putObject(near ? "podAffinity" : "podAntiAffinity")
                .putArray(REQUIRED)
                .addObject()
                .put("topologyKey", near ? ZONE : HOSTNAME);
    }

    private static ObjectNode preferred(ObjectNode spec, PodKind kind) {
        boolean near = kind.special == Special.RATHER_NEAR_KIN;
        return spec.putObject("affinity")
                .putObject(near ? "podAffinity" : "podAntiAffinity")
                .putArray(PREFERRED)
                .addObject()
                .put("weight", 1)
                .putObject("podAffinityTerm")
                .put("topologyKey", HOSTNAME);
    }

    private static void term(ObjectNode term, PodKind kind) {
        label(term.putObject("labelSelector").putObject("matchLabels"), kind);
        if (kind.special == Special.NEAR_TEAM || kind.special == Special.OFF_TEAM) {
            term.putObject("namespaceSelector").putObject("matchLabels").put("team", "devops");
        } else {
            term.putArray("namespaces").add("sched-1").add("sched-0");
        }
    }

    private static ObjectNode spread(ObjectNode spec, PodKind kind, String key) {
        ObjectNode constraint =
                spec.putArray("topologySpreadConstraints").addObject().put("topologyKey", key);
        label(constraint.putObject("labelSelector").putObject("matchLabels"), kind);
        return constraint;
    }
}
