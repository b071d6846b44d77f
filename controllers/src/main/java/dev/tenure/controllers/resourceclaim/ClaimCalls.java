package dev.tenure.controllers.resourceclaim;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.Deletion;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Consumer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The calls about claims of devices. Every method blocks. What is written of a claim is written on exactly
/// the revision that it was decided on.
final class ClaimCalls {
    /// On claims that were made by a template: what the pod's spec calls them.
    static final String POD_CLAIM = "resource.kubernetes.io/pod-claim-name";

    private static final ResourceType CLAIMS = ResourceTypes.RESOURCE_CLAIMS;
    private static final ResourceType PODS = ResourceTypes.PODS;
    private static final String FIELD_MANAGER = "ResourceClaimController";
    private static final String METADATA = "metadata";
    private static final String STATUS = "status";
    private static final String RESERVED_FOR = "reservedFor";

    private final ClusterClient client;

    ClaimCalls(ClusterClient client) {
        this.client = client;
    }

    /// Makes the claim that a pod wants by a template.
    ApiReply make(StoredObject pod, String podClaim, StoredObject template) {
        ObjectNode spec = Document.of(template.content()).object("spec").orElseGet(Json::object);
        ObjectNode claim = Json.object().put("apiVersion", CLAIMS.apiVersion()).put("kind", CLAIMS.kind());
        ObjectNode meta = claim.putObject(METADATA)
                .put("generateName", GeneratedName.of(pod.key().name(), podClaim))
                .put("namespace", pod.key().namespace());
        if (spec.path(METADATA).path("labels") instanceof ObjectNode labels) {
            meta.set("labels", labels.deepCopy());
        }
        ObjectNode annotations = meta.putObject("annotations");
        if (spec.path(METADATA).path("annotations") instanceof ObjectNode given) {
            annotations.setAll(given.deepCopy());
        }
        annotations.put(POD_CLAIM, podClaim);
        meta.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", PODS.apiVersion())
                .put("kind", PODS.kind())
                .put("name", pod.key().name())
                .put("uid", pod.uid())
                .put("controller", true);
        claim.set("spec", spec.path("spec").deepCopy());
        return client.create(CLAIMS, pod.key().namespace(), Document.of(claim));
    }

    /// Whether there is a claim of this name.
    boolean isThere(String namespace, String claim) {
        return client.get(CLAIMS, namespace, claim) instanceof ApiReply.One;
    }

    /// Writes into a pod's status which claims were made for it.
    ///
    /// @param claims all of them, by what the pod's spec calls them
    boolean name(StoredObject pod, Map<String, String> claims) {
        ObjectNode configuration =
                Json.object().put("apiVersion", PODS.apiVersion()).put("kind", PODS.kind());
        configuration
                .putObject(METADATA)
                .put("name", pod.key().name())
                .put("namespace", pod.key().namespace());
        ArrayNode statuses = configuration.putObject(STATUS).putArray("resourceClaimStatuses");
        claims.forEach(
                (podClaim, claim) -> statuses.addObject().put("name", podClaim).put("resourceClaimName", claim));
        ApiReply reply = client.call(
                Verb.PATCH,
                new Target(
                        PODS.group(),
                        PODS.version(),
                        PODS.resource(),
                        pod.key().namespace(),
                        pod.key().name(),
                        STATUS),
                Map.of("fieldManager", FIELD_MANAGER, "force", "true"),
                new Body(Body.APPLY_PATCH, Document.of(configuration)));
        return reply.succeededOrGone();
    }

    /// Notes in a claim that a pod uses it.
    boolean reserve(StoredObject claim, StoredObject pod) {
        ObjectNode tree = tree(claim);
        tree.withObjectProperty(STATUS)
                .withArrayProperty(RESERVED_FOR)
                .addObject()
                .put("resource", PODS.resource())
                .put("name", pod.key().name())
                .put("uid", pod.uid());
        return client.updateStatus(CLAIMS, claim.key().namespace(), claim.key().name(), Document.of(tree))
                .succeededOrGone();
    }

    /// Whether a pod that is noted in a claim is there.
    ///
    /// @return empty when the API does not say
    Optional<Boolean> isThere(String namespace, Consumer consumer) {
        return switch (client.get(PODS, namespace, consumer.name())) {
            case ApiReply.One(var _, StoredObject found, var _) ->
                Optional.of(found.uid().equals(consumer.uid()));
            case ApiReply.Failure(var status, var _) -> status.isNotFound() ? Optional.of(false) : Optional.empty();
            case ApiReply.Many _, ApiReply.Document _ -> Optional.empty();
        };
    }

    /// Takes consumers out of a claim's status. The last one takes the devices with it, if the claim has our
    /// finalizer, and that as well.
    ///
    /// @param left uids of those who stay
    boolean release(StoredObject claim, List<String> left) {
        ObjectNode tree = tree(claim);
        ObjectNode status = tree.withObjectProperty(STATUS);
        ArrayNode consumers = status.withArrayProperty(RESERVED_FOR);
        ArrayNode kept = Json.array();
        consumers.forEach(consumer -> {
            if (left.contains(consumer.path("uid").asText())) {
                kept.add(consumer);
            }
        });
        status.set(RESERVED_FOR, kept);
        if (left.isEmpty() && isProtected(claim)) {
            status.remove("allocation");
        }
        return written(claim, tree).map(this::unprotectIfFree).orElse(false);
    }

    /// Takes the devices and our finalizer from a claim that is being deleted and that nobody uses.
    boolean free(StoredObject claim) {
        if (!claim.view(ResourceClaim.class).use().allocated()) {
            return unprotectIfFree(claim);
        }
        ObjectNode tree = tree(claim);
        tree.withObjectProperty(STATUS).remove("allocation");
        return written(claim, tree).map(this::unprotectIfFree).orElse(false);
    }

    static boolean isProtected(StoredObject claim) {
        return claim.view(ResourceClaim.class).meta().finalizers().contains(ResourceClaim.FINALIZER);
    }

    private boolean unprotectIfFree(StoredObject claim) {
        if (!isProtected(claim) || claim.view(ResourceClaim.class).use().allocated()) {
            return true;
        }
        ObjectNode tree = tree(claim);
        ArrayNode kept = Json.array();
        tree.path(METADATA).path("finalizers").forEach(finalizer -> {
            if (!finalizer.asText().equals(ResourceClaim.FINALIZER)) {
                kept.add(finalizer);
            }
        });
        tree.withObjectProperty(METADATA).set("finalizers", kept);
        return client.update(CLAIMS, claim.key().namespace(), claim.key().name(), Document.of(tree))
                .succeededOrGone();
    }

    boolean delete(StoredObject claim) {
        ObjectKey key = claim.key();
        return client.delete(CLAIMS, key.namespace(), key.name(), Deletion.of(claim.uid()))
                .succeededOrGone();
    }

    private static ObjectNode tree(StoredObject claim) {
        return Document.of(claim.content()).tree(claim.revision());
    }

    /// @return the claim as it is now; one that is gone as it was; empty when it could not be written
    private Optional<StoredObject> written(StoredObject claim, ObjectNode tree) {
        ObjectKey key = claim.key();
        return switch (client.updateStatus(CLAIMS, key.namespace(), key.name(), Document.of(tree))) {
            case ApiReply.One(var _, StoredObject now, var _) -> Optional.of(now);
            case ApiReply.Failure(var status, var _) -> status.isNotFound() ? Optional.of(claim) : Optional.empty();
            case ApiReply.Many _, ApiReply.Document _ -> Optional.empty();
        };
    }
}
