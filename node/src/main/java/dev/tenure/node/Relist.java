package dev.tenure.node;

import dev.tenure.kubelet.pod.Labels;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Sandbox;
import dev.tenure.node.cri.RuntimeClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// All that the runtime has at one moment, in a form that shows which pods changed since another.
///
/// @param byPod a text that differs when anything of the pod changes state, by the pod's uid
record Relist(Map<String, String> byPod, List<Sandbox> sandboxes, List<RunContainer> containers) {
    /// Waits for the runtime.
    static Relist of(RuntimeClient runtime) {
        List<Sandbox> sandboxes = runtime.sandboxes("").stream()
                .filter(sandbox -> sandbox.labels().containsKey(Labels.POD_UID))
                .toList();
        List<RunContainer> containers = runtime.containers("").stream()
                .filter(container -> container.labels().containsKey(Labels.POD_UID))
                .toList();
        var byPod = new HashMap<String, String>();
        sandboxes.forEach(
                sandbox -> byPod.merge(sandbox.podUid(), sandbox.id() + sandbox.ready() + " ", String::concat));
        containers.forEach(
                container -> byPod.merge(container.podUid(), container.id() + container.state() + " ", String::concat));
        return new Relist(byPod, sandboxes, containers);
    }
}
