package dev.tenure.kinds.admission.noderestriction;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;

/// What an agent may do to pods: make and delete mirror pods of its node, and report on and evict the node's
/// pods.
final class NodePodRule {
    private static final String MIRROR = "kubernetes.io/config.mirror";

    private final String node;
    private final AdmissionRequest request;
    private final ClusterAccess cluster;

    NodePodRule(String node, AdmissionRequest request, ClusterAccess cluster) {
        this.node = node;
        this.request = request;
        this.cluster = cluster;
    }

    void check() {
        switch (request.subresource()) {
            case "" -> pod();
            case "status" -> status();
            case "eviction" -> eviction();
            default ->
                throw request.forbidden("unexpected pod subresource %s, only 'status' and 'eviction' are allowed"
                        .formatted(Quoted.of(request.subresource())));
        }
    }

    private String quotedNode() {
        return Quoted.of(node);
    }

    private String quotedOperation() {
        return Quoted.of(request.operation().name());
    }

    private void pod() {
        switch (request.operation()) {
            case CREATE -> create(request.object());
            case DELETE -> {
                if (!runsHere(stored())) {
                    throw request.forbidden(
                            "node %s can only delete pods with spec.nodeName set to itself".formatted(quotedNode()));
                }
            }
            case UPDATE, CONNECT ->
                throw request.forbidden("unexpected operation %s, node %s can only create and delete mirror pods"
                        .formatted(quotedOperation(), quotedNode()));
        }
    }

    private ObjectNode stored() {
        return cluster.get(ResourceTypes.PODS, request.namespace(), request.name())
                .map(cluster::tree)
                .orElseThrow(() -> new RefusedException(Statuses.notFound("", "pod", request.name())));
    }

    private boolean runsHere(JsonNode pod) {
        return pod.path("spec").path("nodeName").asText("").equals(node);
    }

    private void create(JsonNode pod) {
        if (!pod.path("metadata").path("annotations").has(MIRROR)) {
            throw request.forbidden("pod does not have \"%s\" annotation, node %s can only create mirror pods"
                    .formatted(MIRROR, quotedNode()));
        }
        if (!runsHere(pod)) {
            throw request.forbidden(
                    "node %s can only create pods with spec.nodeName set to itself".formatted(quotedNode()));
        }
        JsonNode owners = pod.path("metadata").path("ownerReferences");
        if (owners.size() > 1) {
            refuseNode("can only create pods with a single owner reference set to itself");
        }
        if (owners.isEmpty()) {
            refuseNode("can only create pods with an owner reference set to itself");
        }
        owner(owners.get(0));
        ApiReferences.first(pod.path("spec"))
                .ifPresent(what -> refuseNode("can not create pods that reference " + what));
    }

    private void refuseNode(String why) {
        throw request.forbidden("node %s %s".formatted(quotedNode(), why));
    }

    private void owner(JsonNode owner) {
        boolean own = owner.path("apiVersion").asText("").equals("v1")
                && owner.path("kind").asText("").equals("Node")
                && owner.path("name").asText("").equals(node);
        if (!own) {
            refuseNode("can only create pods with an owner reference set to itself");
        }
        if (!owner.path("controller").asBoolean()) {
            refuseNode("can only create pods with a controller owner reference set to itself");
        }
        if (owner.path("blockOwnerDeletion").asBoolean()) {
            refuseNode("must not set blockOwnerDeletion on an owner reference");
        }
        StoredObject there = cluster.get(ResourceTypes.NODES, "", node)
                .orElseThrow(() -> new RefusedException(Statuses.notFound(ResourceTypes.NODES, node)));
        String uid = owner.path("uid").asText("");
        if (!uid.equals(there.uid())) {
            throw request.forbidden("node %s UID mismatch: expected %s got %s".formatted(node, uid, there.uid()));
        }
    }

    private void status() {
        if (request.operation() != Operation.UPDATE) {
            throw request.forbidden("unexpected operation " + quotedOperation());
        }
        JsonNode old = request.old().orElseThrow();
        JsonNode next = request.object();
        if (!runsHere(old)) {
            throw request.forbidden("node %s can only update pod status for pods with spec.nodeName set to itself"
                    .formatted(quotedNode()));
        }
        if (!SameValue.same(
                old.path("metadata").path("labels"), next.path("metadata").path("labels"))) {
            throw request.forbidden("node %s cannot update labels through pod status".formatted(quotedNode()));
        }
        if (changed(next, old, "resourceClaimStatuses")) {
            throw request.forbidden("node %s cannot update resource claim statues".formatted(quotedNode()));
        }
        if (changed(next, old, "extendedResourceClaimStatus")) {
            throw request.forbidden("node %s cannot update extended resource claim status".formatted(quotedNode()));
        }
    }

    private static boolean changed(JsonNode next, JsonNode old, String field) {
        return !SameValue.same(
                old.path("status").path(field), next.path("status").path(field));
    }

    private void eviction() {
        if (request.operation() != Operation.CREATE) {
            throw request.forbidden(
                    "unexpected operation " + request.operation().name());
        }
        if (!runsHere(stored())) {
            throw request.forbidden("node %s can only evict pods with spec.nodeName set to itself".formatted(node));
        }
    }
}
