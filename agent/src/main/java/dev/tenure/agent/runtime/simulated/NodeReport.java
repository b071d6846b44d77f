package dev.tenure.agent.runtime.simulated;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.ResourceList;
import dev.tenure.wire.json.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// What a simulated node reports of itself: a strategic merge patch of its status. Upstream:
/// kubelet/nodestatus/setters.go.
public final class NodeReport {
    /// The release whose kubelet the simulated nodes play.
    public static final String KUBELET_VERSION = "v1.36.3";

    private record Healthy(String type, String status, String reason, String message) {}

    private static final List<Healthy> CONDITIONS = List.of(
            new Healthy(
                    Node.MEMORY_PRESSURE,
                    "False",
                    "KubeletHasSufficientMemory",
                    "kubelet has sufficient memory available"),
            new Healthy(Node.DISK_PRESSURE, "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
            new Healthy(Node.PID_PRESSURE, "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
            new Healthy(Node.READY, "True", "KubeletReady", "kubelet is posting ready status"));

    private NodeReport() {}

    /// Whether the node's status shows anything but health.
    static boolean differs(Node node) {
        return CONDITIONS.stream()
                .anyMatch(healthy -> node.condition(healthy.type())
                        .filter(condition -> condition.status().word().equals(healthy.status()))
                        .isEmpty());
    }

    /// Full health as of `now`, and whatever the node has not said of itself yet.
    static ObjectNode healthy(Node node, String address, Instant now) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", node.meta().uid());
        ObjectNode status = patch.putObject("status");
        conditions(status, node, now.truncatedTo(ChronoUnit.SECONDS));
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
        }
        if (node.status().nodeInfo().kubeletVersion().isEmpty()) {
            status.set("nodeInfo", info(node));
        }
        return patch;
    }

    private static void conditions(ObjectNode status, Node node, Instant now) {
        ArrayNode list = status.putArray("conditions");
        for (Healthy healthy : CONDITIONS) {
            Optional<Condition> before = node.condition(healthy.type());
            Instant since = before.filter(condition -> condition.status().word().equals(healthy.status()))
                    .map(Condition::lastTransitionTime)
                    .orElse(now);
            list.addObject()
                    .put("type", healthy.type())
                    .put("status", healthy.status())
                    .put("reason", healthy.reason())
                    .put("message", healthy.message())
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
                .put("architecture", node.meta().labels().getOrDefault("kubernetes.io/arch", "amd64"))
                .put("bootID", "")
                .put("containerRuntimeVersion", "simulated://1")
                .put("kernelVersion", "")
                .put("kubeProxyVersion", "")
                .put("kubeletVersion", KUBELET_VERSION)
                .put("machineID", "")
                .put("operatingSystem", node.meta().labels().getOrDefault("kubernetes.io/os", "linux"))
                .put("osImage", "Tenure simulated node")
                .put("systemUUID", "");
    }
}
