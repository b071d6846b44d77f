package dev.tenure.node.streaming;

import dev.tenure.kubelet.pod.Labels;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Sandbox;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What runs on the machine, whatever the API says of it: a PodList of names and images. Upstream:
/// kubelet/server getRunningPods, container/runtime.go ToAPIPod.
final class RunningPods {
    private RunningPods() {}

    /// @param sandboxes of all pods
    /// @param containers of all pods
    static ObjectNode list(List<Sandbox> sandboxes, List<RunContainer> containers) {
        var pods = new LinkedHashMap<String, ArrayNode>();
        ObjectNode list = Json.object().put("kind", "PodList").put("apiVersion", "v1");
        list.putObject("metadata");
        ArrayNode items = list.putArray("items");
        for (RunContainer container : containers) {
            if (container.running()) {
                pods.computeIfAbsent(container.podUid(), uid -> pod(items, uid, container.labels()))
                        .addObject()
                        .put("name", container.name())
                        .put("image", container.image())
                        .putObject("resources");
            }
        }
        for (Sandbox sandbox : sandboxes) {
            if (sandbox.ready()) {
                pods.computeIfAbsent(sandbox.podUid(), uid -> pod(items, uid, sandbox.labels()));
            }
        }
        return list;
    }

    /// @return the containers of the new pod
    private static ArrayNode pod(ArrayNode items, String uid, Map<String, String> labels) {
        ObjectNode pod = items.addObject();
        pod.putObject("metadata")
                .put("name", labels.getOrDefault(Labels.POD_NAME, ""))
                .put("namespace", labels.getOrDefault(Labels.POD_NAMESPACE, ""))
                .put("uid", uid);
        ArrayNode containers = pod.putObject("spec").putArray("containers");
        pod.putObject("status");
        return containers;
    }
}
