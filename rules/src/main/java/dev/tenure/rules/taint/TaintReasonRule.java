package dev.tenure.rules.taint;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownTaints;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Why a node bears a taint whose key is known, and whether that reason lasts. Pure. Upstream:
/// nodelifecycle/node_lifecycle_controller.go (nodeConditionToTaintKeyStatusMap), cloud-provider/controllers.
public final class TaintReasonRule {
    /// Who keeps the taints that follow conditions and cordons.
    public static final String NODE_LIFECYCLE = "node lifecycle";

    private static final String CLOUD = "cloud controller";

    /// The condition that a taint stands for, with the state in which it does.
    private record Cause(String condition, Truth state, Set<TaintEffect> effects) {}

    private static final Set<TaintEffect> KEEPS_OFF = Set.of(TaintEffect.NO_SCHEDULE);
    private static final Set<TaintEffect> BOTH = Set.of(TaintEffect.NO_SCHEDULE, TaintEffect.NO_EXECUTE);

    private static final Map<String, Cause> CAUSES = Map.of(
            WellKnownTaints.NOT_READY, new Cause(Node.READY, Truth.FALSE, BOTH),
            WellKnownTaints.UNREACHABLE, new Cause(Node.READY, Truth.UNKNOWN, BOTH),
            WellKnownTaints.MEMORY_PRESSURE, new Cause(Node.MEMORY_PRESSURE, Truth.TRUE, KEEPS_OFF),
            WellKnownTaints.DISK_PRESSURE, new Cause(Node.DISK_PRESSURE, Truth.TRUE, KEEPS_OFF),
            WellKnownTaints.PID_PRESSURE, new Cause(Node.PID_PRESSURE, Truth.TRUE, KEEPS_OFF),
            WellKnownTaints.NETWORK_UNAVAILABLE, new Cause(Node.NETWORK_UNAVAILABLE, Truth.TRUE, KEEPS_OFF));

    private static final Map<String, TaintReason.Announced> ANNOUNCED = Map.of(
            "node-role.kubernetes.io/control-plane",
            new TaintReason.Announced("installer", "a node of the control plane"),
            "ToBeDeletedByClusterAutoscaler",
            new TaintReason.Announced("cluster-autoscaler", "the node is about to be deleted"),
            "DeletionCandidateOfClusterAutoscaler",
            new TaintReason.Announced("cluster-autoscaler", "the node may be deleted soon"),
            "karpenter.sh/disrupted",
            new TaintReason.Announced("karpenter", "the node is about to be replaced"),
            "karpenter.sh/unregistered",
            new TaintReason.Announced("karpenter", "the node has not registered with Karpenter"));

    private TaintReasonRule() {}

    public static TaintReason reason(Node node, Taint taint) {
        Cause cause = CAUSES.get(taint.key());
        if (cause != null && cause.effects().contains(taint.effect())) {
            return ofCondition(node, taint, cause);
        }
        return switch (taint.key()) {
            case WellKnownTaints.UNSCHEDULABLE -> ofCordon(node, taint);
            case WellKnownTaints.OUT_OF_SERVICE -> whileDown(node, Optional.empty(), "pods are ended by force there");
            case WellKnownTaints.CLOUD_SHUTDOWN -> whileDown(node, Optional.of(CLOUD), "the machine is shut down");
            case WellKnownTaints.CLOUD_UNINITIALIZED ->
                new TaintReason.Lasting(Optional.of(CLOUD), "the cloud has not set the node up yet");
            default -> ANNOUNCED.containsKey(taint.key()) ? ANNOUNCED.get(taint.key()) : new TaintReason.Unkept();
        };
    }

    private static TaintReason ofCondition(Node node, Taint taint, Cause cause) {
        Optional<String> keeper = Optional.of(NODE_LIFECYCLE);
        Optional<Condition> found = node.condition(cause.condition());
        if (found.isEmpty()) {
            // a node is made with it, before it has told anything of itself
            return taint.key().equals(WellKnownTaints.NOT_READY)
                    ? new TaintReason.Lasting(keeper, "the node has not said yet that it is ready")
                    : new TaintReason.Stale(keeper, "the node has no condition " + cause.condition());
        }
        String reason = found.get().reason();
        String is = "%s is %s%s"
                .formatted(
                        cause.condition(),
                        found.get().status().word(),
                        reason.isEmpty() ? "" : " (%s)".formatted(reason));
        return found.get().status() == cause.state()
                ? new TaintReason.Lasting(keeper, is)
                : new TaintReason.Stale(keeper, is);
    }

    private static TaintReason ofCordon(Node node, Taint taint) {
        if (taint.effect() != TaintEffect.NO_SCHEDULE) {
            return new TaintReason.Unkept();
        }
        Optional<String> keeper = Optional.of(NODE_LIFECYCLE);
        return node.spec().unschedulable()
                ? new TaintReason.Lasting(keeper, "cordoned: spec.unschedulable is true")
                : new TaintReason.Stale(keeper, "spec.unschedulable is not set");
    }

    private static TaintReason whileDown(Node node, Optional<String> keeper, String meaning) {
        Optional<Condition> ready = node.condition(Node.READY);
        return ready.filter(Condition::isTrue).isPresent()
                ? new TaintReason.Stale(keeper, "Ready is True")
                : new TaintReason.Lasting(keeper, meaning);
    }
}
