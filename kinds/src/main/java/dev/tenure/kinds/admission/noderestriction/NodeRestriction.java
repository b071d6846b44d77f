package dev.tenure.kinds.admission.noderestriction;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.authz.NodeIdentity;
import dev.tenure.apiserver.pki.CertificateRequests;
import dev.tenure.apiserver.registry.field.InternalTypes;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.field.UnifiedDiff;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Keeps each agent of a node to the objects of its own node.
public final class NodeRestriction implements AdmissionPlugin {
    private static final Set<String> SIGNERS =
            Set.of("kubernetes.io/kubelet-serving", "kubernetes.io/kube-apiserver-client-kubelet");
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
            case "persistentvolumeclaims" -> claim(node.get(), request);
            case "serviceaccounts" -> new NodeTokenRule(node.get(), request, cluster).check(authorizer);
            case "leases.coordination.k8s.io" -> lease(node.get(), request);
            case "csinodes.storage.k8s.io" ->
                ownName(node.get(), request, "can only access CSINode with the same name as the requesting node");
            case "resourceslices.resource.k8s.io" -> slice(node.get(), request);
            case "certificatesigningrequests.certificates.k8s.io" -> certificate(node.get(), request);
            default -> {
                // Nothing that belongs to nodes.
            }
        }
    }

    private static void claim(String node, AdmissionRequest request) {
        if (!request.subresource().equals("status")) {
            throw request.forbidden("may only update PVC status");
        }
        if (request.operation() != Operation.UPDATE) {
            throw request.forbidden(
                    "unexpected operation " + Quoted.of(request.operation().name()));
        }
        ObjectNode old = shownClaim(request.old().orElseThrow());
        ObjectNode next = shownClaim(request.object());
        if (!SameValue.same(old, next)) {
            throw request.forbidden(
                    "node %s is not allowed to update fields other than status.quantity and".formatted(Quoted.of(node))
                            + " status.conditions: "
                            + UnifiedDiff.of(old, next));
        }
    }

    /// A claim without what an agent may say of it, as messages show it.
    private static ObjectNode shownClaim(JsonNode claim) {
        ObjectNode rest = (ObjectNode) claim.deepCopy();
        Trees.within(rest, "metadata", metadata -> metadata.remove(List.of("resourceVersion", "managedFields")));
        Trees.within(
                rest,
                "status",
                status -> status.remove(
                        List.of("capacity", "conditions", "allocatedResources", "allocatedResourceStatuses")));
        return InternalTypes.of("PersistentVolumeClaim", rest);
    }

    /// A certificate by which an agent is known has the name of its own node. Upstream: admitCSR.
    private static void certificate(String node, AdmissionRequest request) {
        JsonNode spec = request.object().path("spec");
        if (request.operation() != Operation.CREATE
                || !SIGNERS.contains(spec.path("signerName").asText(""))) {
            return;
        }
        byte[] pem = Base64.getDecoder().decode(spec.path("request").asText(""));
        String text = new String(pem, StandardCharsets.ISO_8859_1);
        CertificateRequests.fault(text).ifPresent(fault -> {
            throw request.forbidden("unable to parse csr: " + fault);
        });
        String own = "system:node:" + node;
        boolean named = CertificateRequests.read(text)
                .filter(asked -> asked.request().subject().name().equals(own))
                .isPresent();
        if (!named) {
            throw request.forbidden("can only create a node CSR with CN=" + own);
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
