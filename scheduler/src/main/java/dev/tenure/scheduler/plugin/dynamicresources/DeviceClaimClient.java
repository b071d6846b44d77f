package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Consumer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Writes into claims which devices they have and who may use them. Every call blocks. Upstream: bindClaim,
/// Unreserve, PostFilter.
final class DeviceClaimClient {
    private static final int CONFLICT = 409;
    private static final int TRIES_MAX = 5;

    private final ClusterClient client;

    DeviceClaimClient(ClusterClient client) {
        this.client = client;
    }

    sealed interface Reply {
        record Done(ResourceClaim claim, long revision) implements Reply {}

        record Failed(String message) implements Reply {}
    }

    /// What one try came to.
    private sealed interface Step {
        record End(Reply reply) implements Step {}

        /// Somebody else was faster.
        record Again(String message) implements Step {}
    }

    /// Writes the devices that were chosen, and that a pod may use them.
    Reply bind(ClaimWrites.Write write, Consumer consumer, Instant now) {
        String last = "";
        for (int i = 0; i < TRIES_MAX; i++) {
            switch (tryToBind(write, consumer, now)) {
                case Step.End(var reply) -> {
                    return reply;
                }
                case Step.Again(var message) -> last = message;
            }
        }
        return new Reply.Failed(last);
    }

    private Step tryToBind(ClaimWrites.Write write, Consumer consumer, Instant now) {
        String name = name(write.claim());
        ApiReply got = client.get(
                ResourceTypes.RESOURCE_CLAIMS,
                write.claim().meta().namespace(),
                write.claim().meta().name());
        if (!(got instanceof ApiReply.One(var _, StoredObject stored, var _))) {
            return failed("get updated claim " + name, got);
        }
        ResourceClaim claim = stored.view(ResourceClaim.class);
        if (claim.meta().deleting()
                || !claim.meta().uid().equals(write.claim().meta().uid())) {
            return ended("claim " + name + " got deleted in the meantime");
        }
        if (write.allocation().isPresent() && claim.use().allocated()) {
            return ended("claim " + name + " got allocated elsewhere in the meantime");
        }
        if (write.allocation().isEmpty() && !claim.use().allocated()) {
            return ended("claim " + name + " got deallocated elsewhere in the meantime");
        }
        if (write.allocation().isPresent() && !claim.meta().finalizers().contains(ResourceClaim.FINALIZER)) {
            ObjectNode kept = tree(stored);
            kept.withObject("metadata").withArray("finalizers").add(ResourceClaim.FINALIZER);
            ApiReply updated = client.update(
                    ResourceTypes.RESOURCE_CLAIMS,
                    claim.meta().namespace(),
                    claim.meta().name(),
                    Document.of(kept));
            if (!(updated instanceof ApiReply.One(var _, StoredObject after, var _))) {
                return failed("add finalizer to claim " + name, updated);
            }
            stored = after;
        }
        return writeStatus(write, stored, consumer, now);
    }

    private Step writeStatus(ClaimWrites.Write write, StoredObject stored, Consumer consumer, Instant now) {
        ObjectNode tree = tree(stored);
        ObjectNode status = tree.withObject("status");
        write.allocation().ifPresent(allocation -> status.set("allocation", AllocationTrees.of(allocation)));
        ObjectNode allocation = status.withObject("allocation");
        if (!allocation.hasNonNull("allocationTimestamp")) {
            allocation.put(
                    "allocationTimestamp", now.truncatedTo(ChronoUnit.SECONDS).toString());
        }
        status.withArray("reservedFor").add(AllocationTrees.of(consumer));
        ApiReply updated = client.updateStatus(
                ResourceTypes.RESOURCE_CLAIMS,
                write.claim().meta().namespace(),
                write.claim().meta().name(),
                Document.of(tree));
        if (updated instanceof ApiReply.One(var _, StoredObject after, var _)) {
            return new Step.End(new Reply.Done(after.view(ResourceClaim.class), after.revision()));
        }
        String what = write.allocation().isPresent() ? "add allocation and reservation" : "add reservation";
        return failed(what + " to claim " + name(write.claim()), updated);
    }

    /// Takes the devices of a claim away, so that others can be chosen.
    Verdict deallocate(ResourceClaim claim) {
        ApiReply got = client.get(
                ResourceTypes.RESOURCE_CLAIMS,
                claim.meta().namespace(),
                claim.meta().name());
        if (!(got instanceof ApiReply.One(var _, StoredObject stored, var _))
                || !stored.view(ResourceClaim.class).equals(claim)) {
            // whoever was faster has brought the pod back
            return Verdict.Pass.PASS;
        }
        ObjectNode tree = tree(stored);
        tree.remove("status");
        return verdict(client.updateStatus(
                ResourceTypes.RESOURCE_CLAIMS,
                claim.meta().namespace(),
                claim.meta().name(),
                Document.of(tree)));
    }

    /// Takes back that somebody may use a claim.
    Verdict unreserve(ResourceClaim claim, String uid) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", claim.meta().uid());
        ObjectNode gone = Json.object().put("$patch", "delete").put("uid", uid);
        patch.putObject("status").putArray("reservedFor").add(gone);
        return verdict(client.patch(
                ResourceTypes.RESOURCE_CLAIMS,
                claim.meta().namespace(),
                claim.meta().name(),
                "status",
                new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch))));
    }

    private static Verdict verdict(ApiReply reply) {
        return reply instanceof ApiReply.Failure(var status, var _)
                ? new Verdict.Failed(DynamicResources.NAME, status.message())
                : Verdict.Pass.PASS;
    }

    private static ObjectNode tree(StoredObject stored) {
        return Document.of(stored.content()).tree(stored.revision()).deepCopy();
    }

    private static String name(ResourceClaim claim) {
        return claim.meta().namespace() + "/" + claim.meta().name();
    }

    private static Step ended(String message) {
        return new Step.End(new Reply.Failed(message));
    }

    private static Step failed(String what, ApiReply reply) {
        if (!(reply instanceof ApiReply.Failure(var status, var _))) {
            return ended(what + ": no answer");
        }
        String message = what + ": " + status.message();
        return status.code() == CONFLICT ? new Step.Again(message) : ended(message);
    }
}
