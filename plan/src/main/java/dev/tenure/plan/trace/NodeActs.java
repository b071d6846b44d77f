package dev.tenure.plan.trace;

import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.plan.change.Act;
import dev.tenure.rules.node.HeldState;
import dev.tenure.rules.node.Hold;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What befell a node: it came or went, somebody tainted, cordoned or labelled it, it fell silent or said
/// that it is in a bad state. The taints that controllers derive of that come by themselves. Stateless.
final class NodeActs {
    private static final String STOPPED = ManagedNodeRule.Fault.STOPPED.word();

    /// The controllers put these on nodes, by their conditions.
    private static final Set<String> DERIVED = Set.of(
            WellKnownTaints.NOT_READY,
            WellKnownTaints.UNREACHABLE,
            WellKnownTaints.MEMORY_PRESSURE,
            WellKnownTaints.DISK_PRESSURE,
            WellKnownTaints.PID_PRESSURE,
            WellKnownTaints.NETWORK_UNAVAILABLE,
            WellKnownTaints.UNSCHEDULABLE);

    /// Conditions of which a simulated node is told that it has them.
    private static final Map<String, HeldState> HELD = Map.of(
            "MemoryPressure", HeldState.MEMORY_PRESSURE,
            "DiskPressure", HeldState.DISK_PRESSURE,
            "PIDPressure", HeldState.PID_PRESSURE,
            "NetworkUnavailable", HeldState.NETWORK_UNAVAILABLE);

    private NodeActs() {}

    /// A node is out of order: it fell silent when it was heard of last.
    ///
    /// @param node as it was until now; a simulated one that was stopped says so itself
    static Optional<Act> silent(ClusterTrace.Event.Silent silent, Optional<ObjectNode> node, ResourceType type) {
        if (node.isEmpty() || node.get().at("/metadata/annotations").has(ManagedNodeRule.FAULT)) {
            return Optional.empty();
        }
        ObjectNode patch = Json.object();
        patch.putObject("metadata").putObject("annotations").put(ManagedNodeRule.FAULT, STOPPED);
        Duration at = silent.heard().isNegative() ? Duration.ZERO : silent.heard();
        return Optional.of(new Act.Edit(at, type, "", silent.node(), patch));
    }

    /// @param measured whether what uses up the nodes is known, so that pressure comes of it by itself
    static List<Act> of(ClusterTrace.Event.Seen seen, ResourceType type, boolean measured) {
        Duration at = seen.after();
        String name = seen.key().name();
        if (seen.now().filter(node -> !RecordedObject.isGoing(node)).isEmpty()) {
            boolean was =
                    seen.before().filter(node -> !RecordedObject.isGoing(node)).isPresent();
            return was ? List.of(new Act.Remove(at, type, "", name)) : List.of();
        }
        ObjectNode now = seen.now().orElseThrow();
        if (seen.before().isEmpty()) {
            return List.of(new Act.Make(at, type, "", made(now, measured)));
        }
        ObjectNode before = seen.before().get();
        var acts = new ArrayList<Act>();
        List<TaintEdit> edits = edits(before, now);
        if (!edits.isEmpty()) {
            acts.add(new Act.Taint(at, name, edits));
        }
        MergeDifference.of(asked(before, measured), asked(now, measured))
                .filter(patch -> !patch.isEmpty())
                .ifPresent(patch -> acts.add(new Act.Edit(at, type, "", name, patch)));
        return acts;
    }

    /// Labels, annotations, whether it is cordoned; and how it is held, which stands for what it says of
    /// itself.
    private static ObjectNode asked(ObjectNode node, boolean measured) {
        ObjectNode asked = Json.object();
        ObjectNode metadata = asked.putObject("metadata");
        if (node.at("/metadata/labels") instanceof ObjectNode labels) {
            metadata.set("labels", labels.deepCopy());
        }
        ObjectNode annotations = metadata.putObject("annotations");
        node.at("/metadata/annotations").properties().stream()
                .filter(each -> each.getKey().contains("tenure.dev/"))
                .forEach(each -> annotations.set(each.getKey(), each.getValue()));
        if (node.at("/spec/unschedulable").asBoolean()) {
            asked.putObject("spec").put("unschedulable", true);
        } else {
            asked.putObject("spec");
        }
        hold(node, annotations, measured);
        return asked;
    }

    private static void hold(ObjectNode node, ObjectNode annotations, boolean measured) {
        if (annotations.has(ManagedNodeRule.FAULT)) {
            return;
        }
        for (JsonNode condition : node.at("/status/conditions")) {
            String type = condition.path("type").asText();
            String status = condition.path("status").asText();
            if (type.equals("Ready") && status.equals("False")) {
                annotations.putIfAbsent(HeldState.NOT_READY.annotation(), TextNode.valueOf(Hold.ALWAYS));
            } else if (type.equals("Ready") && status.equals("Unknown")) {
                annotations.put(ManagedNodeRule.FAULT, STOPPED);
            } else if (status.equals("True") && HELD.containsKey(type) && !measured) {
                annotations.putIfAbsent(HELD.get(type).annotation(), TextNode.valueOf(Hold.ALWAYS));
            }
        }
    }

    private static ObjectNode made(ObjectNode node, boolean measured) {
        ObjectNode made = ObjectActs.asked(node);
        made.set("status", node.path("status").deepCopy());
        if (made.get("status") instanceof ObjectNode status) {
            status.remove("conditions");
        }
        ObjectNode annotations = made.withObject("/metadata/annotations");
        hold(node, annotations, measured);
        if (made.get("spec") instanceof ObjectNode spec) {
            ArrayNode kept = Json.array();
            spec.path("taints").forEach(taint -> {
                if (!DERIVED.contains(taint.path("key").asText())) {
                    kept.add(taint);
                }
            });
            spec.set("taints", kept);
        }
        return made;
    }

    private static List<TaintEdit> edits(ObjectNode before, ObjectNode now) {
        Map<String, String> old = taints(before);
        Map<String, String> is = taints(now);
        var edits = new ArrayList<TaintEdit>();
        old.forEach((mark, value) -> {
            if (!is.containsKey(mark)) {
                edits.add(edit(mark, value, true));
            }
        });
        is.forEach((mark, value) -> {
            if (!value.equals(old.get(mark))) {
                edits.add(edit(mark, value, false));
            }
        });
        return edits;
    }

    /// Values by key and effect.
    private static Map<String, String> taints(ObjectNode node) {
        var all = new LinkedHashMap<String, String>();
        node.at("/spec/taints").forEach(taint -> {
            if (!DERIVED.contains(taint.path("key").asText())) {
                all.put(
                        taint.path("key").asText() + ":" + taint.path("effect").asText(),
                        taint.path("value").asText());
            }
        });
        return all;
    }

    private static TaintEdit edit(String mark, String value, boolean remove) {
        int colon = mark.lastIndexOf(':');
        String effect = mark.substring(colon + 1);
        return new TaintEdit(
                mark.substring(0, colon),
                remove ? "" : value,
                Arrays.stream(TaintEffect.values())
                        .filter(each -> each.word().equals(effect))
                        .findFirst(),
                remove);
    }
}
