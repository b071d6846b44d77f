package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.core.PodStatus.Mapping;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Consumer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes into claims which devices they have and who may use them. Every call blocks. Upstream: bindClaim,
/// Unreserve, PostFilter.
final class DeviceClaimClient {
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

    /// Makes the claim for the extended resources of a pod.
    Reply create(ResourceClaim imagined) {
        ApiReply made = client.create(
                ResourceTypes.RESOURCE_CLAIMS, imagined.meta().namespace(), Document.of(ExtendedClaims.tree(imagined)));
        return switch (made) {
            case ApiReply.One(var _, StoredObject stored, var _) ->
                new Reply.Done(stored.view(ResourceClaim.class), stored.revision());
            case ApiReply.Failure(var status, var _) ->
                new Reply.Failed(
                        "create claim for extended resources %s: %s".formatted(name(imagined), status.message()));
            case ApiReply.Many _, ApiReply.Document _ ->
                new Reply.Failed("create claim for extended resources: no answer");
        };
    }

    /// Names the claim for its extended resources in the status of a pod.
    ///
    /// @return why it could not be done
    Optional<String> name(ResourceClaim claim, Consumer pod, List<Mapping> mappings) {
        String its = claim.meta().namespace() + "/" + pod.name();
        if (mappings.isEmpty()) {
            return Optional.of(
                    "nil or empty request mappings, no update of pod %s ExtendedResourceClaimStatus".formatted(its));
        }
        ObjectNode patch = ExtendedClaims.status(claim.meta().name(), mappings);
        patch.putObject("metadata").put("uid", pod.uid());
        ApiReply patched = client.patch(
                ResourceTypes.PODS,
                claim.meta().namespace(),
                pod.name(),
                "status",
                new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)));
        return patched instanceof ApiReply.Failure(var status, var _)
                ? Optional.of("update pod %s ExtendedResourceClaimStatus: %s".formatted(its, status.message()))
                : Optional.empty();
    }

    /// Deletes the claim for the extended resources of a pod.
    Verdict delete(ResourceClaim claim) {
        ApiReply last = release(claim);
        for (int i = 1; i < TRIES_MAX && isConflict(last); i++) {
            last = release(claim);
        }
        return verdict(last);
    }

    private static boolean isConflict(ApiReply reply) {
        return reply.isConflict();
    }

    private ApiReply release(ResourceClaim claim) {
        String namespace = claim.meta().namespace();
        String name = claim.meta().name();
        ApiReply got = client.get(ResourceTypes.RESOURCE_CLAIMS, namespace, name);
        if (!(got instanceof ApiReply.One(var _, StoredObject stored, var _))
                || !stored.uid().equals(claim.meta().uid())) {
            return got;
        }
        ObjectNode tree = tree(stored);
        List<String> kept =
                new ArrayList<>(stored.view(ResourceClaim.class).meta().finalizers());
        kept.remove(ResourceClaim.FINALIZER);
        ArrayNode finalizers = tree.withObject("metadata").putArray("finalizers");
        kept.forEach(finalizers::add);
        ApiReply updated = client.update(ResourceTypes.RESOURCE_CLAIMS, namespace, name, Document.of(tree));
        if (updated instanceof ApiReply.Failure) {
            return updated;
        }
        ObjectNode options = Json.object();
        options.putObject("preconditions").put("uid", claim.meta().uid());
        return client.delete(ResourceTypes.RESOURCE_CLAIMS, namespace, name, Document.of(options));
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
        return status.isConflict() ? new Step.Again(message) : ended(message);
    }
}
