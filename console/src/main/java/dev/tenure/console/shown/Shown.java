package dev.tenure.console.shown;

import dev.tenure.console.shown.LodgingRule.Lodging;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.rules.taint.TolerationText;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/// Objects as the pages are sent them: the few fields that are shown.
public final class Shown {
    /// Those with numbers at their end as people count them.
    public static final Comparator<String> NAMES =
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    public static final Comparator<Node> NODES_BY_NAME = Comparator.comparing(Node::name, NAMES);

    private Shown() {}

    public static String zone(Node node) {
        return node.meta().labels().getOrDefault(WellKnownLabels.ZONE, "");
    }

    public static boolean simulated(Node node) {
        return ManagedNodeRule.managed(node, false);
    }

    /// A line of the table of nodes.
    public static ObjectNode node(Node node) {
        ObjectNode shown = Json.object()
                .put("name", node.name())
                .put("zone", zone(node))
                .put("state", NodeStateRule.decide(node).word())
                .put("unschedulable", node.spec().unschedulable())
                .put("simulated", simulated(node))
                .put("stopped", node.meta().annotations().containsKey(ManagedNodeRule.FAULT))
                .put("podsMax", amount(node, "pods"))
                .put("created", time(created(node.meta())));
        node.condition(Node.READY)
                .ifPresent(ready -> shown.put("ready", ready.status().word()).put("reason", ready.reason()));
        shown.set("taints", taints(node.spec().taints()));
        ArrayNode pressures = shown.putArray("pressures");
        NodeStateRule.pressures(node).forEach(pressures::add);
        return shown;
    }

    public static ObjectNode condition(Condition condition) {
        return Json.object()
                .put("type", condition.type())
                .put("status", condition.status().word())
                .put("reason", condition.reason())
                .put("message", condition.message())
                .put("since", time(condition.lastTransitionTime()));
    }

    static String amount(Node node, String resource) {
        var allocatable = node.status().allocatable();
        return allocatable.has(resource) ? allocatable.get(resource).toString() : "";
    }

    public static ArrayNode taints(List<Taint> taints) {
        ArrayNode shown = Json.array();
        taints.forEach(taint -> shown.add(taint(taint)));
        return shown;
    }

    public static ObjectNode taint(Taint taint) {
        ObjectNode shown = Json.object().put("key", taint.key());
        if (!taint.value().isEmpty()) {
            shown.put("value", taint.value());
        }
        shown.put("effect", taint.effect().word());
        taint.timeAdded().ifPresent(at -> shown.put("timeAdded", time(at)));
        return shown;
    }

    public static ArrayNode tolerations(List<Toleration> tolerations) {
        ArrayNode shown = Json.array();
        tolerations.forEach(each -> shown.add(toleration(each)));
        return shown;
    }

    /// A toleration as objects have it.
    public static ObjectNode toleration(Toleration toleration) {
        ObjectNode shown = Json.object();
        if (!toleration.key().isEmpty()) {
            shown.put("key", toleration.key());
        }
        if (toleration.operator() != TolerationOperator.UNSPECIFIED) {
            shown.put("operator", toleration.operator().word());
        }
        if (!toleration.value().isEmpty() || toleration.operator() == TolerationOperator.EQUAL) {
            shown.put("value", toleration.value());
        }
        toleration.effect().ifPresent(effect -> shown.put("effect", effect.word()));
        if (toleration.stay() instanceof Stay.AtMost(long seconds)) {
            shown.put("tolerationSeconds", seconds);
        }
        return shown;
    }

    /// What taints mean for a pod, with the taint and toleration that decide.
    public static ObjectNode lodging(Lodging lodging) {
        ObjectNode shown = Json.object().put("verdict", LodgingRule.word(lodging));
        switch (lodging) {
            case Lodging.Places _ -> {}
            case Lodging.Avoids(Taint taint) -> shown.put("taint", taint.toString());
            case Lodging.Refuses(Taint taint) -> shown.put("taint", taint.toString());
            case Lodging.LeavesAtOnce(Taint taint) -> shown.put("taint", taint.toString());
            case Lodging.LeavesAfter(Taint taint, Toleration toleration, long seconds, var refusing) -> {
                shown.put("taint", taint.toString())
                        .put("toleration", TolerationText.of(toleration))
                        .put("seconds", seconds);
                refusing.ifPresent(other -> shown.put("refusing", other.toString()));
            }
        }
        return shown;
    }

    /// A line of a table of pods.
    public static ObjectNode pod(Pod pod) {
        boolean ready = pod.status().isTrue(Pod.READY);
        return Json.object()
                .put("namespace", pod.meta().namespace())
                .put("name", pod.meta().name())
                .put("uid", pod.meta().uid())
                .put("phase", phase(pod))
                .put("ended", pod.status().phase().terminal())
                .put("ready", ready)
                .put("node", pod.spec().nodeName())
                .put("priority", pod.spec().priority())
                .put("qos", pod.status().qosClass())
                .put("owner", owner(pod))
                .put("created", time(created(pod.meta())));
    }

    public static String phase(Pod pod) {
        if (pod.meta().deleting()) {
            return "Terminating";
        }
        return pod.status().reason().isEmpty()
                ? pod.status().phase().word()
                : pod.status().reason();
    }

    /// `Kind/name` of the controller; empty when there is none.
    static String owner(Pod pod) {
        return pod.meta()
                .controllerOwner()
                .map(reference -> reference.kind() + "/" + reference.name())
                .orElse("");
    }

    static Instant created(ObjectMeta meta) {
        return meta.creationTimestamp();
    }

    public static String time(Instant time) {
        return time.equals(Instant.EPOCH) ? "" : time.toString();
    }
}
