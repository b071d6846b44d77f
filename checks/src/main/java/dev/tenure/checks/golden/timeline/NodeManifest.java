package dev.tenure.checks.golden.timeline;

import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// The Node that an entry of a recording stands for: a name, or a map of name, labels, taints, conditions,
/// size, …
final class NodeManifest {
    private record Condition(String type, String status, String reason, String message) {}

    private static final List<Condition> HEALTHY = List.of(
            new Condition("Ready", "True", "KubeletReady", "kubelet is posting ready status"),
            new Condition(
                    "MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"),
            new Condition("DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
            new Condition("PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
            new Condition("NetworkUnavailable", "False", "RouteCreated", "RouteController created a route"));

    private NodeManifest() {}

    static String name(JsonNode entry) {
        return entry.isTextual() ? entry.asText() : entry.path("name").asText();
    }

    /// @param serial tells the nodes of a recording apart, from 1
    /// @param now as in objects, whole seconds
    static ObjectNode of(JsonNode entry, int serial, String now) {
        String name = name(entry);
        ObjectNode node = Json.object();
        node.put("apiVersion", "v1").put("kind", "Node");
        ObjectNode meta = node.putObject("metadata").put("name", name);
        ObjectNode labels = meta.putObject("labels");
        labels.put(WellKnownLabels.ARCH, "amd64");
        labels.put(WellKnownLabels.OS, "linux");
        labels.put(WellKnownLabels.HOSTNAME, name);
        entry.path("labels").properties().forEach(label -> labels.set(label.getKey(), label.getValue()));
        if (!entry.path("annotations").isEmpty()) {
            meta.set("annotations", entry.path("annotations"));
        }
        ObjectNode spec = node.putObject("spec");
        String range = "10.244.%d.0/24".formatted(serial);
        spec.put("podCIDR", range).putArray("podCIDRs").add(range);
        if (!entry.path("taints").isEmpty()) {
            spec.set("taints", entry.path("taints"));
        }
        if (entry.path("unschedulable").asBoolean()) {
            spec.put("unschedulable", true);
        }
        if (!entry.path("noStatus").asBoolean()) {
            node.set("status", status(entry, name, now));
        }
        return node;
    }

    private static ObjectNode status(JsonNode entry, String name, String now) {
        ObjectNode status = Json.object();
        ObjectNode size = Json.object();
        size.put("cpu", "4").put("memory", "16Gi").put("pods", "110").put("ephemeral-storage", "100Gi");
        entry.path("size").properties().forEach(amount -> size.set(amount.getKey(), amount.getValue()));
        status.set("allocatable", size);
        status.set("capacity", size.deepCopy());
        var conditions = status.putArray("conditions");
        JsonNode overrides = entry.path("conditions");
        for (Condition condition : HEALTHY) {
            if (!overrides.path(condition.type()).isNull()) {
                conditions
                        .addObject()
                        .put("type", condition.type())
                        .put("status", overrides.path(condition.type()).asText(condition.status()))
                        .put("reason", condition.reason())
                        .put("message", condition.message())
                        .put("lastHeartbeatTime", now)
                        .put("lastTransitionTime", now);
            }
        }
        status.put("phase", "Running");
        var addresses = status.putArray("addresses");
        addresses.addObject().put("type", "InternalIP").put("address", "192.0.2.1");
        addresses.addObject().put("type", "Hostname").put("address", name);
        status.putObject("daemonEndpoints").putObject("kubeletEndpoint").put("Port", 10250);
        ObjectNode info = status.putObject("nodeInfo");
        info.put("architecture", "amd64").put("bootID", "").put("containerRuntimeVersion", "sim://1.0");
        info.put("kernelVersion", "sim-1.0").put("kubeProxyVersion", "").put("kubeletVersion", "v1.36.0");
        info.put("machineID", "").put("operatingSystem", "linux").put("osImage", "Simulated");
        info.put("systemUUID", "");
        return status;
    }
}
