package dev.tenure.kubelet.heartbeat;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Times;
import java.time.Duration;
import java.time.Instant;

/// Renews the lease by which a node shows that it is alive. Waits for the API.
public final class LeaseClient {
    private static final String NAMESPACE = "kube-node-lease";

    private final ClusterClient client;
    private final Duration length;

    /// @param length for how long one renewal holds
    public LeaseClient(ClusterClient client, Duration length) {
        this.client = client;
        this.length = length;
    }

    /// Renews, or makes, the lease of a node.
    public ApiReply renew(Node node, Instant now) {
        ObjectNode patch = Json.object();
        spec(patch, node, now);
        ApiReply reply = client.patch(
                ResourceTypes.LEASES, NAMESPACE, node.name(), "", new Body(Body.MERGE_PATCH, Document.of(patch)));
        if (reply.isNotFound()) {
            return client.create(ResourceTypes.LEASES, NAMESPACE, Document.of(lease(node, now)));
        }
        return reply;
    }

    private void spec(ObjectNode object, Node node, Instant now) {
        object.putObject("spec")
                .put("holderIdentity", node.name())
                .put("leaseDurationSeconds", length.toSeconds())
                .put("renewTime", Times.micros(now));
    }

    private ObjectNode lease(Node node, Instant now) {
        ObjectNode lease = Json.object()
                .put("apiVersion", ResourceTypes.LEASES.apiVersion())
                .put("kind", ResourceTypes.LEASES.kind());
        ObjectNode meta = lease.putObject("metadata").put("name", node.name()).put("namespace", NAMESPACE);
        meta.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "v1")
                .put("kind", "Node")
                .put("name", node.name())
                .put("uid", node.meta().uid());
        spec(lease, node, now);
        return lease;
    }
}
