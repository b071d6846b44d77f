package dev.tenure.controllers.serveridentity;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.Deletion;
import dev.tenure.model.coordination.Lease;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// The calls about the Leases of API servers. What is called here blocks; what is answered is why it failed,
/// if it did.
public final class IdentityLeaseCalls {
    static final Duration LENGTH = Duration.ofHours(1);
    private static final String NAMESPACE = "kube-system";
    private static final String IDENTITY_LABEL = "apiserver.kubernetes.io/identity";

    private final ClusterClient client;
    private final ServerIdentity identity;

    public IdentityLeaseCalls(ClusterClient client, ServerIdentity identity) {
        this.client = client;
        this.identity = identity;
    }

    /// Deletes the lease of this server: when it goes, and when it comes, for its last life may not have done
    /// so.
    public Optional<String> leave() {
        ApiReply reply = client.delete(ResourceTypes.LEASES, NAMESPACE, identity.name(), Deletion.BY_NAME);
        return complaint(reply, true);
    }

    /// Renews the lease, or makes it.
    Optional<String> renew(Instant now) {
        var patch = new Body(Body.MERGE_PATCH, Document.of(shape(now)));
        ApiReply reply = client.patch(ResourceTypes.LEASES, NAMESPACE, identity.name(), "", patch);
        if (isNotFound(reply)) {
            ObjectNode lease = shape(now)
                    .put("apiVersion", ResourceTypes.LEASES.apiVersion())
                    .put("kind", ResourceTypes.LEASES.kind());
            lease.withObject("/metadata").put("name", identity.name()).put("namespace", NAMESPACE);
            reply = client.create(ResourceTypes.LEASES, NAMESPACE, Document.of(lease));
        }
        return complaint(reply, false);
    }

    private ObjectNode shape(Instant now) {
        ObjectNode lease = Json.object();
        lease.putObject("metadata")
                .putObject("labels")
                .put(IDENTITY_LABEL, ServerIdentity.COMPONENT)
                .put("kubernetes.io/hostname", identity.host());
        lease.putObject("spec")
                .put("holderIdentity", identity.holder())
                .put("leaseDurationSeconds", LENGTH.toSeconds())
                .put("renewTime", Times.micros(now));
        return lease;
    }

    /// Deletes leases of servers that have not been renewed for as long as they hold.
    Optional<String> collect(Instant now) {
        ApiReply reply = client.list(
                ResourceTypes.LEASES,
                NAMESPACE,
                Map.of("labelSelector", IDENTITY_LABEL + "=" + ServerIdentity.COMPONENT));
        if (!(reply instanceof ApiReply.Many many)) {
            return complaint(reply, false);
        }
        Optional<String> complaint = Optional.empty();
        for (StoredObject lease : many.items()) {
            if (isOver(lease.view(Lease.class), now)) {
                ApiReply deleted = client.delete(
                        ResourceTypes.LEASES,
                        NAMESPACE,
                        lease.key().name(),
                        Deletion.of(lease.uid()).at(lease.revision()));
                Optional<String> found = complaint(deleted, true);
                complaint = complaint.or(() -> found);
            }
        }
        return complaint;
    }

    /// One that says neither since when nor how long was made by no server.
    private static boolean isOver(Lease lease, Instant now) {
        return lease.renewTime().isEmpty()
                || lease.durationSeconds() == 0
                || lease.renewTime().get().plusSeconds(lease.durationSeconds()).isBefore(now);
    }

    private static boolean isNotFound(ApiReply reply) {
        return reply.isNotFound();
    }

    private static Optional<String> complaint(ApiReply reply, boolean mayBeGone) {
        return reply instanceof ApiReply.Failure(var status, var _) && !(mayBeGone && status.isNotFound())
                ? Optional.of(status.message())
                : Optional.empty();
    }
}
