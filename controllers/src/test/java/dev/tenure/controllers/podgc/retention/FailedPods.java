package dev.tenure.controllers.podgc.retention;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.time.Instant;
import java.util.function.Consumer;

/// Pods that have failed, for tests.
final class FailedPods {
    static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private FailedPods() {}

    /// A pod of namespace `ns` on node `n`.
    ///
    /// @param owner name of its ReplicaSet; empty for none
    /// @param failed seconds after noon at which it failed
    static Pod pod(String name, String owner, String reason, String message, int failed) {
        return pod(name, owner, reason, message, failed, _ -> {});
    }

    /// @param more what else it has
    static Pod pod(String name, String owner, String reason, String message, int failed, Consumer<ObjectNode> more) {
        ObjectNode pod = Json.object();
        ObjectNode meta = pod.putObject("metadata")
                .put("name", name)
                .put("namespace", "ns")
                .put("uid", "uid-" + name)
                .put("creationTimestamp", NOON.minusSeconds(3600).toString());
        if (!owner.isEmpty()) {
            meta.putArray("ownerReferences")
                    .addObject()
                    .put("apiVersion", "apps/v1")
                    .put("kind", "ReplicaSet")
                    .put("name", owner)
                    .put("uid", "uid-" + owner)
                    .put("controller", true);
        }
        pod.putObject("spec").put("nodeName", "n");
        ObjectNode status = pod.putObject("status")
                .put("phase", "Failed")
                .put("reason", reason)
                .put("message", message);
        status.putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "False")
                .put("lastTransitionTime", NOON.plusSeconds(failed).toString());
        more.accept(pod);
        return (Pod) Views.view(ResourceTypes.PODS, pod);
    }

    /// One that was evicted because its node was short of memory.
    static Pod evicted(String name, String owner, int failed) {
        return pod(name, owner, "Evicted", "The node was low on resource: memory. ", failed);
    }
}
