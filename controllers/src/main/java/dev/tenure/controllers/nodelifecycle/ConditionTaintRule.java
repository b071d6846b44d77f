package dev.tenure.controllers.nodelifecycle;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownTaints;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which taints the conditions of a node call for. Upstream: nodeConditionToTaintKeyStatusMap,
/// taintKeyToNodeConditionMap.
final class ConditionTaintRule {
    private record Cause(String condition, Truth status) {}

    private static final Map<Cause, String> TAINTS = Map.of(
            new Cause(Node.READY, Truth.FALSE), WellKnownTaints.NOT_READY,
            new Cause(Node.READY, Truth.UNKNOWN), WellKnownTaints.UNREACHABLE,
            new Cause(Node.MEMORY_PRESSURE, Truth.TRUE), WellKnownTaints.MEMORY_PRESSURE,
            new Cause(Node.DISK_PRESSURE, Truth.TRUE), WellKnownTaints.DISK_PRESSURE,
            new Cause(Node.PID_PRESSURE, Truth.TRUE), WellKnownTaints.PID_PRESSURE,
            new Cause(Node.NETWORK_UNAVAILABLE, Truth.TRUE), WellKnownTaints.NETWORK_UNAVAILABLE);

    private static final Set<String> OWN_KEYS = Set.of(
            WellKnownTaints.NOT_READY,
            WellKnownTaints.UNREACHABLE,
            WellKnownTaints.MEMORY_PRESSURE,
            WellKnownTaints.DISK_PRESSURE,
            WellKnownTaints.PID_PRESSURE,
            WellKnownTaints.NETWORK_UNAVAILABLE,
            WellKnownTaints.UNSCHEDULABLE);

    /// The difference between the NoSchedule taints that a node has of ours, and those that it should have.
    public record Change(List<Taint> add, List<Taint> remove) {
        public boolean isEmpty() {
            return add.isEmpty() && remove.isEmpty();
        }
    }

    private ConditionTaintRule() {}

    /// The NoSchedule taints to add and to remove. A taint with a key of ours and no cause goes, whoever
    /// set it; other keys and other effects are never touched.
    public static Change noSchedule(Node node) {
        var wanted = new ArrayList<String>();
        for (Condition condition : node.status().conditions()) {
            String key = TAINTS.get(new Cause(condition.type(), condition.status()));
            if (key != null && !wanted.contains(key)) {
                wanted.add(key);
            }
        }
        if (node.spec().unschedulable()) {
            wanted.add(WellKnownTaints.UNSCHEDULABLE);
        }
        List<Taint> present = node.spec().taints().stream()
                .filter(taint -> taint.effect() == TaintEffect.NO_SCHEDULE && OWN_KEYS.contains(taint.key()))
                .toList();
        List<Taint> add = wanted.stream()
                .filter(key -> present.stream().noneMatch(taint -> taint.key().equals(key)))
                .map(key -> new Taint(key, "", TaintEffect.NO_SCHEDULE))
                .toList();
        List<Taint> remove =
                present.stream().filter(taint -> !wanted.contains(taint.key())).toList();
        return new Change(add, remove);
    }

    /// The key of the NoExecute taint for a status of condition Ready; absent when the node is ready.
    public static Optional<String> noExecuteKey(Truth ready) {
        return switch (ready) {
            case TRUE -> Optional.empty();
            case FALSE -> Optional.of(WellKnownTaints.NOT_READY);
            case UNKNOWN -> Optional.of(WellKnownTaints.UNREACHABLE);
        };
    }

    /// Of the two NoExecute keys the other one.
    public static String opposite(String key) {
        return key.equals(WellKnownTaints.NOT_READY) ? WellKnownTaints.UNREACHABLE : WellKnownTaints.NOT_READY;
    }

    /// Whether the node carries the taint.
    public static boolean has(Node node, String key, TaintEffect effect) {
        return node.spec().taints().stream()
                .anyMatch(taint -> taint.effect() == effect && taint.key().equals(key));
    }
}
