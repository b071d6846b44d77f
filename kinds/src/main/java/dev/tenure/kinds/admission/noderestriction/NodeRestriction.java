package dev.tenure.kinds.admission.noderestriction;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.authz.NodeIdentity;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import java.util.Optional;

/// Keeps each agent of a node to the objects of its own node.
public final class NodeRestriction implements AdmissionPlugin {
    private static final String LEASES = "kube-node-lease";

    private final Authorizer authorizer;

    /// One under which agents get tokens for no audience but those that pods name.
    public NodeRestriction() {
        this(_ -> new Decision.Refuse(""));
    }

    /// @param authorizer says for which audiences more an agent may ask tokens
    public NodeRestriction(Authorizer authorizer) {
        this.authorizer = authorizer;
    }

    @Override
    public String name() {
        return "NodeRestriction";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        Optional<String> node = NodeIdentity.of(request.caller());
        if (node.isEmpty()) {
            return;
        }
        if (node.get().isEmpty()) {
            throw request.forbidden("could not determine node from user "
                    + Quoted.of(request.caller().user()));
        }
        switch (request.type().qualifiedResource()) {
            case "pods" -> new NodePodRule(node.get(), request, cluster).check();
            case "nodes" -> new NodeObjectRule(node.get(), request).check();
            case "persistentvolumeclaims" -> claim(request);
            case "serviceaccounts" -> new NodeTokenRule(node.get(), request, cluster).check(authorizer);
            case "leases.coordination.k8s.io" -> lease(node.get(), request);
            case "csinodes.storage.k8s.io" ->
                ownName(node.get(), request, "can only access CSINode with the same name as the requesting node");
            case "resourceslices.resource.k8s.io" -> slice(node.get(), request);
            default -> {
                // Nothing that belongs to nodes.
            }
        }
    }

    private static void claim(AdmissionRequest request) {
        if (!request.subresource().equals("status")) {
            throw request.forbidden("may only update PVC status");
        }
        if (request.operation() != Operation.UPDATE) {
            throw request.forbidden(
                    "unexpected operation " + Quoted.of(request.operation().name()));
        }
    }

    private static void lease(String node, AdmissionRequest request) {
        if (!request.namespace().equals(LEASES)) {
            throw request.forbidden("can only access leases in the \"kube-node-lease\" system namespace");
        }
        ownName(node, request, "can only access node lease with the same name as the requesting node");
    }

    private static void ownName(String node, AdmissionRequest request, String refusal) {
        String name = request.operation() == Operation.CREATE
                ? request.object().path("metadata").path("name").asText("")
                : request.name();
        if (!name.equals(node)) {
            throw request.forbidden(refusal);
        }
    }

    private static void slice(String node, AdmissionRequest request) {
        JsonNode slice = request.operation() == Operation.DELETE ? request.old().orElseThrow() : request.object();
        boolean own = slice.path("spec").path("nodeName").asText("").equals(node);
        if (!own && request.operation() == Operation.CREATE) {
            throw request.forbidden("can only create ResourceSlice with the same NodeName as the requesting node");
        }
        if (!own && request.operation() == Operation.DELETE) {
            throw request.forbidden("can only delete ResourceSlice with the same NodeName as the requesting node");
        }
    }
}
