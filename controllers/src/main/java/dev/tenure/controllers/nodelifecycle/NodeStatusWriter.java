package dev.tenure.controllers.nodelifecycle;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.ConditionPatch;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes the conditions of silent nodes, and the old names of labels. Confined to its loop.
final class NodeStatusWriter {
    private static final Map<String, String> OLD_LABELS =
            Map.of(WellKnownLabels.OS, "beta.kubernetes.io/os", WellKnownLabels.ARCH, "beta.kubernetes.io/arch");

    private static final int ATTEMPTS_MAX = 5;

    private final EventLoop loop;
    private final ClusterClient client;

    NodeStatusWriter(EventLoop loop, ClusterClient client) {
        this.loop = loop;
        this.client = client;
    }

    /// Writes conditions, unless the node has been heard of since they were decided; when that or the write
    /// fails the node's claim is dropped, and the next look at it decides again.
    void write(NodeEntry entry, List<Condition> conditions) {
        Node judged = entry.node();
        loop.work("node-status", () -> write(judged, conditions), outcome -> {
            if (!(outcome instanceof Outcome.Done<Boolean>(Boolean done)) || !done) {
                entry.dropClaim();
            }
        });
    }

    private boolean write(Node judged, List<Condition> conditions) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            ApiReply read = client.get(ResourceTypes.NODES, "", judged.name());
            if (!(read instanceof ApiReply.One(var _, StoredObject current, var _)) || heardOf(judged, current)) {
                return false;
            }
            ApiReply patched = patch(judged.name(), "status", patch(current, conditions));
            if (!(patched instanceof ApiReply.Failure(var status, var _))) {
                return true;
            }
            if (!status.isConflict()) {
                return false;
            }
        }
        return false;
    }

    private static boolean heardOf(Node judged, StoredObject current) {
        return !current.uid().equals(judged.meta().uid())
                || !heartbeat(current.view(Node.class)).equals(heartbeat(judged));
    }

    private static Optional<Instant> heartbeat(Node node) {
        return node.condition(Node.READY).map(Condition::lastHeartbeatTime);
    }

    private static ObjectNode patch(StoredObject current, List<Condition> conditions) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("resourceVersion", String.valueOf(current.revision()));
        ObjectNode status = patch.putObject("status");
        List<Condition> present = current.view(Node.class).status().conditions();
        List<Condition> ordered = ConditionPatch.order(status, present, conditions);
        ArrayNode list = status.putArray("conditions");
        for (Condition condition : ordered) {
            list.addObject()
                    .put("type", condition.type())
                    .put("status", condition.status().word())
                    .put("reason", condition.reason())
                    .put("message", condition.message())
                    .put("lastHeartbeatTime", condition.lastHeartbeatTime().toString())
                    .put("lastTransitionTime", condition.lastTransitionTime().toString());
        }
        return patch;
    }

    /// Gives the labels for operating system and architecture also under their old names. Upstream:
    /// reconcileNodeLabels.
    void reconcileLabels(Node node) {
        var missing = new HashMap<String, String>();
        OLD_LABELS.forEach((name, oldName) -> {
            String value = node.meta().labels().get(name);
            if (value != null && !value.equals(node.meta().labels().get(oldName))) {
                missing.put(oldName, value);
            }
        });
        if (missing.isEmpty()) {
            return;
        }
        ObjectNode patch = Json.object();
        ObjectNode labels = patch.putObject("metadata").putObject("labels");
        missing.forEach(labels::put);
        loop.work("node-labels", () -> patch(node.name(), "", patch), _ -> {
            // the node's next change repeats a write that failed
        });
    }

    private ApiReply patch(String name, String subresource, ObjectNode patch) {
        return client.patch(
                ResourceTypes.NODES, "", name, subresource, new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)));
    }
}
