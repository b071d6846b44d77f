package dev.tenure.node.container;

import dev.tenure.kubelet.pod.PodSeen;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Sandbox;
import dev.tenure.node.cri.RuntimeClient;
import java.util.ArrayList;
import java.util.List;

/// Reads what the runtime has of a pod. Waits for the runtime. Safe for use by several threads.
public final class PodReader {
    private final RuntimeClient runtime;

    public PodReader(RuntimeClient runtime) {
        this.runtime = runtime;
    }

    public PodSeen read(String podUid) {
        List<Sandbox> sandboxes = new ArrayList<>(runtime.sandboxes(podUid));
        sandboxes.sort(Sandbox.NEWEST_FIRST);
        if (!sandboxes.isEmpty()) {
            sandboxes.set(0, runtime.sandbox(sandboxes.getFirst().id()));
        }
        var containers = new ArrayList<RunContainer>();
        for (RunContainer listed : runtime.containers(podUid)) {
            runtime.container(listed.id(), listed.sandboxId())
                    .map(TerminationMessage::with)
                    .ifPresent(containers::add);
        }
        return new PodSeen(sandboxes, containers);
    }
}
