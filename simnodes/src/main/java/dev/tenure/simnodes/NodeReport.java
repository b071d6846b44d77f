package dev.tenure.simnodes;

import dev.tenure.kubelet.eviction.PressureMessageRule;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.status.DeclaredFeatures;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.fit.ResourceNameRule;
import dev.tenure.rules.node.HeldState;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a simulated node reports of itself: a strategic merge patch of its status. Upstream:
/// kubelet/nodestatus/setters.go.
final class NodeReport {
    /// The release whose kubelet the simulated nodes play.
    public static final String KUBELET_VERSION = "v1.36.3";

    /// What a node says that is not in its object.
    ///
    /// @param allocatable absent when nobody gave the node settings: then all of its capacity, unless its
    ///     status says something else
    /// @param held in which states somebody has the node held; `pressures` has those among them
    record NodeState(Set<PressureCondition> pressures, Optional<ResourceList> allocatable, Set<HeldState> held) {
        boolean ready() {
            return !held.contains(HeldState.NOT_READY);
        }

        boolean networkUnavailable() {
            return held.contains(HeldState.NETWORK_UNAVAILABLE);
        }
    }

    private record Saying(String type, String status, String reason, String message) {}

    private static final Saying READY =
            new Saying(Node.READY, "True", "KubeletReady", "kubelet is posting ready status");
    private static final Saying HELD_NOT_READY = new Saying(
            Node.READY, "False", "KubeletNotReady", "the node is held not ready: " + HeldState.NOT_READY.annotation());
    private static final String NETWORK = "NetworkUnavailable";
    private static final Saying HELD_WITHOUT_NETWORK = new Saying(
            NETWORK,
            "True",
            "NoRouteCreated",
            "the node is held without: " + HeldState.NETWORK_UNAVAILABLE.annotation());
    private static final Saying NETWORK_BACK =
            new Saying(NETWORK, "False", "RouteCreated", "the node is no longer held without");

    private NodeReport() {}

    /// Whether the node's status shows anything else than what it has to say.
    static boolean differs(Node node, NodeState reported) {
        for (PressureCondition each : PressureCondition.values()) {
            if (!shows(node, each.type(), reported.pressures().contains(each))) {
                return true;
            }
        }
        return !shows(node, Node.READY, reported.ready())
                || reported.networkUnavailable() != heldWithoutNetwork(node)
                || !unfollowed(node).isEmpty()
                || reported.allocatable()
                        .filter(amounts -> !amounts.equals(node.status().allocatable()))
                        .isPresent();
    }

    /// Whether the node's status says that it is held without network. Its agent says nothing else of
    /// networks.
    private static boolean heldWithoutNetwork(Node node) {
        return node.condition(NETWORK)
                .filter(condition -> condition.isTrue() && condition.message().equals(HELD_WITHOUT_NETWORK.message()))
                .isPresent();
    }

    private static boolean shows(Node node, String type, boolean holds) {
        Optional<Condition> shown = node.condition(type);
        return shown.isPresent() && shown.get().status() == (holds ? Condition.Truth.TRUE : Condition.Truth.FALSE);
    }

    /// Extended resources that only one of capacity and allocatable has: somebody has given them to the
    /// node's capacity or taken them away, and what can be allocated follows.
    private static Set<String> unfollowed(Node node) {
        Set<String> capacity = extended(node.status().capacity());
        Set<String> allocatable = extended(node.status().allocatable());
        if (capacity.equals(allocatable)) {
            return Set.of();
        }
        var either = new TreeSet<>(capacity);
        either.addAll(allocatable);
        either.removeIf(name -> capacity.contains(name) && allocatable.contains(name));
        return either;
    }

    private static Set<String> extended(ResourceList list) {
        return list.amounts().keySet().stream()
                .filter(ResourceNameRule::extended)
                .collect(Collectors.toSet());
    }

    private static List<Saying> sayings(Node node, NodeState reported) {
        Set<PressureCondition> pressures = reported.pressures();
        var sayings = new ArrayList<>(List.of(
                pressure(PressureCondition.MEMORY, pressures.contains(PressureCondition.MEMORY)),
                pressure(PressureCondition.DISK, pressures.contains(PressureCondition.DISK)),
                pressure(PressureCondition.PID, pressures.contains(PressureCondition.PID)),
                reported.ready() ? READY : HELD_NOT_READY));
        if (reported.networkUnavailable()) {
            sayings.add(HELD_WITHOUT_NETWORK);
        } else if (heldWithoutNetwork(node)) {
            sayings.add(NETWORK_BACK);
        }
        return sayings;
    }

    private static Saying pressure(PressureCondition condition, boolean holds) {
        PressureMessageRule.Words words = PressureMessageRule.words(condition, holds);
        return new Saying(condition.type(), holds ? "True" : "False", words.reason(), words.message());
    }

    /// How the node is as of `now`, and whatever it has not said of itself yet.
    static ObjectNode status(Node node, String address, NodeState reported, Instant now) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", node.meta().uid());
        ObjectNode status = patch.putObject("status");
        conditions(status, node, reported, now.truncatedTo(ChronoUnit.SECONDS));
        if (node.status().addresses().isEmpty()) {
            ArrayNode addresses = status.putArray("addresses");
            addresses.addObject().put("type", "InternalIP").put("address", address);
            addresses.addObject().put("type", "Hostname").put("address", node.name());
        }
        if (node.status().capacity().isEmpty()) {
            status.set("capacity", resources());
            status.set("allocatable", resources());
        } else if (node.status().allocatable().isEmpty()) {
            status.set("allocatable", amounts(node.status().capacity()));
        } else {
            for (String name : unfollowed(node)) {
                @Nullable Quantity amount = node.status().capacity().amounts().get(name);
                status.withObjectProperty("allocatable").put(name, amount == null ? null : amount.toString());
            }
        }
        reported.allocatable().ifPresent(amounts -> status.set("allocatable", amounts(amounts)));
        if (node.status().nodeInfo().kubeletVersion().isEmpty()) {
            status.set("nodeInfo", info(node));
            ArrayNode features = status.putArray("declaredFeatures");
            DeclaredFeatures.ALL.forEach(features::add);
        }
        return patch;
    }

    private static void conditions(ObjectNode status, Node node, NodeState reported, Instant now) {
        ArrayNode list = status.putArray("conditions");
        for (Saying saying : sayings(node, reported)) {
            Optional<Condition> before = node.condition(saying.type());
            Instant since = before.filter(condition -> condition.status().word().equals(saying.status()))
                    .map(Condition::lastTransitionTime)
                    .orElse(now);
            list.addObject()
                    .put("type", saying.type())
                    .put("status", saying.status())
                    .put("reason", saying.reason())
                    .put("message", saying.message())
                    .put("lastHeartbeatTime", now.toString())
                    .put("lastTransitionTime", since.toString());
        }
    }

    /// What a node has that says nothing of its size.
    public static ObjectNode resources() {
        return Json.object()
                .put("cpu", "4")
                .put("memory", "16Gi")
                .put("ephemeral-storage", "100Gi")
                .put("pods", "110");
    }

    private static ObjectNode amounts(ResourceList list) {
        ObjectNode amounts = Json.object();
        list.amounts().forEach((name, amount) -> amounts.put(name, amount.toString()));
        return amounts;
    }

    private static ObjectNode info(Node node) {
        return Json.object()
                .put("architecture", node.meta().labels().getOrDefault(WellKnownLabels.ARCH, "amd64"))
                .put("bootID", "")
                .put("containerRuntimeVersion", "simulated://1")
                .put("kernelVersion", "")
                .put("kubeProxyVersion", "")
                .put("kubeletVersion", KUBELET_VERSION)
                .put("machineID", "")
                .put("operatingSystem", node.meta().labels().getOrDefault(WellKnownLabels.OS, "linux"))
                .put("osImage", "Tenure simulated node")
                .put("systemUUID", "");
    }
}
