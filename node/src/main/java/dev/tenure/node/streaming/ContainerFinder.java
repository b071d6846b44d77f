package dev.tenure.node.streaming;

import dev.tenure.kubelet.pod.Labels;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Sandbox;
import dev.tenure.node.cri.RuntimeClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds containers and sandboxes by the names of their pods. Waits for the runtime.
record ContainerFinder(RuntimeClient runtime) {
    /// The containers of that name, newest first, in short form.
    List<RunContainer> containers(String namespace, String pod, String name) {
        return runtime.containers("").stream()
                .filter(container -> of(container.labels(), namespace, pod)
                        && container
                                .labels()
                                .getOrDefault(Labels.CONTAINER_NAME, "")
                                .equals(name))
                .sorted(RunContainer.NEWEST_FIRST)
                .toList();
    }

    Optional<RunContainer> running(String namespace, String pod, String name) {
        return containers(namespace, pod, name).stream()
                .filter(RunContainer::running)
                .findFirst();
    }

    Optional<Sandbox> sandbox(String namespace, String pod) {
        return runtime.sandboxes("").stream()
                .filter(sandbox -> sandbox.ready() && of(sandbox.labels(), namespace, pod))
                .min(Sandbox.NEWEST_FIRST);
    }

    private static boolean of(Map<String, String> labels, String namespace, String pod) {
        return labels.getOrDefault(Labels.POD_NAMESPACE, "").equals(namespace)
                && labels.getOrDefault(Labels.POD_NAME, "").equals(pod);
    }
}
